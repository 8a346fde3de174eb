import { DeskHead, Panel } from "#app/components/desk/desk-back.tsx";
import { type DeskAnswer, DeskErrors, DeskNotice, StepButton } from "#app/components/desk/desk-form.tsx";
import { DeskCell, DeskRow, DeskTable, ListFoot } from "#app/components/desk/desk-table.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import type { HealthLine } from "#app/models/health/health.ts";
import { EmptyList } from "./empty-list.tsx";
import { SecondLine } from "#app/components/desk/desk-parts.tsx";

export type FailureRow = Readonly<{
  id: string;
  key: string;
  what: string;
  orderNumber: number | null;
  tries: number;
  error: string | null;
  /** "26 November 2026 at 12:10", as the other times. */
  since: string;
  /** When it is tried again by itself; null when it was given up. */
  next: string | null;
  ended: string | null;
}>;

type Props = Readonly<{
  lines: ReadonlyArray<HealthLine>;
  count: number;
  failures: ReadonlyArray<FailureRow>;
  next: string | null;
  /** When the page was made. ISO 8601, UTC. */
  until: string;
  done: string | null;
  tried: number;
  answer: DeskAnswer;
}>;

const DONE: Readonly<Record<string, string>> = {
  queued: "It is tried now. If it fails again, it comes back here.",
  waiting: "It is tried already: somebody else was faster.",
  running: "It is being tried at this moment.",
  done: "It is done. There is nothing left to try.",
};

export function HealthPage({ lines, answer, done, tried, ...failed }: Props) {
  return (
    <>
      {done === "all" ? (
        <DeskNotice>
          {tried === 1 ? "1 is tried" : `${tried} are tried`} now. What fails again comes back here.
        </DeskNotice>
      ) : null}
      {done && DONE[done] ? <DeskNotice>{DONE[done]}</DeskNotice> : null}
      <DeskErrors answer={answer} labels={{}} />
      <DeskHead title="Health" sub={summaryOf(lines, failed.count)} />
      <FailurePanel {...failed} />
      <Panel title="What the shop needs" id="lines">
        <ul className="plain">
          {lines.map((line) => (
            <Line key={line.what + line.words} line={line} />
          ))}
        </ul>
        <p className="xs muted">
          “npm run shop -- doctor” on the server looks at more: every row and reference of the database, the
          sums of all orders, and who may open the shop’s files.
        </p>
      </Panel>
    </>
  );
}

function summaryOf(lines: ReadonlyArray<HealthLine>, failed: number): string {
  const broken = lines.filter(({ verdict }) => verdict === "fail").length;
  const doubtful = lines.filter(({ verdict }) => verdict === "warn").length;
  if (broken > 0) return `${broken} of ${lines.length} checks found something broken.`;
  if (doubtful > 0) return `${doubtful} of ${lines.length} checks need attention.`;
  return failed > 0 ? "All checks are well, but something has failed." : "All is well.";
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const TAGS = {
  ok: { text: "Well", tone: "ok" },
  warn: { text: "Look at it", tone: "do" },
  fail: { text: "Broken", tone: "bad" },
} as const;

function Line({ line: { what, verdict, words, remedy } }: Readonly<{ line: HealthLine }>) {
  const { text, tone } = TAGS[verdict];
  // What failed is on this page, with its buttons.
  const command = what === "failed jobs" ? undefined : remedy;
  return (
    <li>
      <span>
        <b>{sentence(what)}</b>
        <span className="hint">{sentence(words)}</span>
        {command === undefined ? null : <span className="hint mono">{command}</span>}
      </span>
      <span className={`tag tag--${tone}`}>{text}</span>
    </li>
  );
}

type FailureProps = Pick<Props, "count" | "failures" | "next" | "until">;

function FailurePanel({ count, failures, next, until }: FailureProps) {
  if (failures.length === 0)
    return (
      <EmptyList title="Nothing has failed" href={deskPaths.health()}>
        An email, a refund or other work of the shop comes here when it was tried in vain for more than a day;
        a refund as soon as the provider refuses it.
      </EmptyList>
    );
  return (
    <section className="panel panel--flush" aria-labelledby="failed">
      <div className="acts between">
        <h2 className="h2" id="failed">
          Failed <span className="num">{count}</span>
        </h2>
        {failures.filter((failure) => failure.next === null).length > 1 ? (
          <StepButton action={deskPaths.health()} values={{ until }} intent="retry-all">
            Try all again
          </StepButton>
        ) : null}
      </div>
      <DeskTable
        caption="Failed, newest first"
        columns={["What", "Since", "Why", { title: "Steps", isHidden: true }]}
      >
        {failures.map((failure) => (
          <FailureLine key={failure.id} failure={failure} />
        ))}
      </DeskTable>
      <ListFoot next={next} />
    </section>
  );
}

function FailureLine({ failure }: Readonly<{ failure: FailureRow }>) {
  const { id, key, what, orderNumber, tries, error, since, next, ended } = failure;
  return (
    <DeskRow>
      <DeskCell isHead className="full">
        <b>{what}</b>
        {orderNumber === null ? null : (
          <>
            <br />
            <a className="link" href={deskPaths.order(orderNumber)}>
              Order {orderNumber}
            </a>
          </>
        )}
        <SecondLine look="xs muted mono breaks">{key}</SecondLine>
      </DeskCell>
      <DeskCell>
        <span className="sm">{since}</span>
        <SecondLine>
          {next === null
            ? `Given up after ${tries} tries${ended ? `, ${ended}` : ""}`
            : `Tried again ${next}`}
        </SecondLine>
      </DeskCell>
      <DeskCell className="full sm breaks">{error ?? "The reason is not known"}</DeskCell>
      <DeskCell className="full">
        <StepButton action={deskPaths.health()} values={{ id }} intent="retry">
          Try again<span className="vh"> {what}</span>
        </StepButton>
      </DeskCell>
    </DeskRow>
  );
}
