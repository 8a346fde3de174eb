import { DeskHead } from "#app/components/desk/desk-back.tsx";
import {
  type DeskAnswer,
  DeskErrors,
  DeskField,
  DeskNotice,
  StepButton,
} from "#app/components/desk/desk-form.tsx";
import { DeskCell, DeskRow, DeskTable, ListFoot } from "#app/components/desk/desk-table.tsx";
import { DeskFind, DeskViews, NothingFound } from "#app/components/desk/list-parts.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { EmptyList } from "./empty-list.tsx";

export type RedirectRow = Readonly<{
  from: string;
  to: string;
  note: string;
  isProblem: boolean;
}>;

type Props = Readonly<{
  view: string;
  query: string;
  count: number;
  redirects: ReadonlyArray<RedirectRow>;
  next: string | null;
  /** What was removed just now, by its row of the log; null when it cannot be put back. */
  removed: Readonly<{ logId: number; from: string; to: string }> | null;
  done: string | null;
  address: string;
  from: string;
  mayEdit: boolean;
  answer: DeskAnswer;
}>;

const LABELS = { from: "Old address", to: "Leads to" } as const;

export function RedirectsPage(page: Props) {
  const { view, query, count, answer, mayEdit } = page;
  return (
    <>
      <Done {...page} />
      <DeskErrors answer={answer} labels={LABELS} />
      <DeskHead
        title="Redirects"
        sub="Visitors and search engines who open an old address are sent to the new one. An address that has a page shows its page."
      />
      <DeskViews
        views={[
          { key: "all", title: "All", count: query === "" ? count : null },
          { key: "problems", title: "Check them" },
        ]}
        current={query === "" ? view : null}
        hrefOf={(key) => deskPaths.redirects(key === "all" ? {} : { view: key })}
      />
      <div className="cols">
        <section className="panel panel--flush">
          {view === "all" ? (
            <div className="filter fields">
              <DeskFind
                action={deskPaths.redirects()}
                label="A part of an address"
                query={query}
                id="find"
                maxLength={200}
              />
            </div>
          ) : null}
          <RedirectList {...page} />
        </section>
        {mayEdit ? <NewRedirect answer={answer} from={page.from} /> : null}
      </div>
    </>
  );
}

function Done({ removed, done, address }: Pick<Props, "removed" | "done" | "address">) {
  if (removed)
    return (
      <DeskNotice
        end={
          <StepButton action={deskPaths.redirects()} values={{ removed: removed.logId }} intent="put-back">
            Put it back
          </StepButton>
        }
      >
        <b className="mono breaks">{removed.from}</b> leads nowhere else now. It led to{" "}
        <span className="mono breaks">{removed.to}</span>.
      </DeskNotice>
    );
  const words = done === "added" ? "leads to its new address now." : "leads to where it led before.";
  return done === "added" || done === "put-back" ? (
    <DeskNotice>
      <b className="mono breaks">{address}</b> {words}
    </DeskNotice>
  ) : null;
}

function emptyWords(view: string, query: string): string {
  if (view === "problems") return "No loop, no chain, and every redirect leads to a page.";
  return query === "" ? "No old address is redirected." : `No redirect has “${query}” in an address.`;
}

function RedirectList({ view, query, count, redirects, next, mayEdit }: Props) {
  if (redirects.length === 0 && query === "")
    return (
      <EmptyList
        title={view === "problems" ? "Nothing is wrong" : "Nothing here"}
        href={deskPaths.redirects()}
        isInside
      >
        {emptyWords(view, query)}
      </EmptyList>
    );
  if (redirects.length === 0) return <NothingFound isInside>{emptyWords(view, query)}</NothingFound>;
  const columns = ["Old address", "Leads to", ...(mayEdit ? [{ title: "Steps", isHidden: true }] : [])];
  const found = query === "" ? "Redirects" : `${count} redirects with “${query}”`;
  return (
    <>
      <DeskTable caption={view === "problems" ? "Redirects to put right" : found} columns={columns}>
        {redirects.map((redirect) => (
          <Row key={redirect.from + redirect.note} redirect={redirect} mayEdit={mayEdit} />
        ))}
      </DeskTable>
      <ListFoot next={next} />
    </>
  );
}

function Row({ redirect, mayEdit }: Readonly<{ redirect: RedirectRow; mayEdit: boolean }>) {
  const { from, to, note, isProblem } = redirect;
  return (
    <DeskRow>
      <DeskCell isHead className="full">
        <b className="mono breaks">{from}</b>
        <br />
        <span className={isProblem ? "sm late breaks" : "xs muted"}>{note}</span>
      </DeskCell>
      <DeskCell className="full">
        <a className="link mono breaks" href={to}>
          {to}
        </a>
      </DeskCell>
      {mayEdit ? (
        <DeskCell className="full">
          <StepButton action={deskPaths.redirects()} values={{ from, to }} intent="remove">
            Remove<span className="vh"> the redirect of {from}</span>
          </StepButton>
        </DeskCell>
      ) : null}
    </DeskRow>
  );
}

function NewRedirect({ answer, from }: Pick<Props, "answer" | "from">) {
  const was = answer.values["was"] ?? "";
  return (
    <form className="panel stack" method="post" action={deskPaths.redirects()}>
      <h2 className="h2">New redirect</h2>
      <input type="hidden" name="was" value={was} />
      <DeskField
        name="from"
        label={LABELS.from}
        hint="Such as /c/prams, or copied from the browser"
        value={from}
        answer={answer}
        maxLength={2_000}
        className="mono"
        autoComplete="off"
      />
      <DeskField
        name="to"
        label={LABELS.to}
        hint="A page of this shop"
        answer={answer}
        maxLength={2_000}
        className="mono"
        autoComplete="off"
      />
      <button className="btn btn--big" name="intent" value="add">
        {was === "" ? "Add redirect" : "Replace redirect"}
      </button>
    </form>
  );
}
