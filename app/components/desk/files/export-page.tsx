import {
  CodeField,
  type DeskAnswer,
  DeskErrors,
  DeskField,
  HiddenFields,
} from "#app/components/desk/desk-form.tsx";
import { DeskBack, DeskHead } from "#app/components/desk/desk-back.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { lowerFirst } from "#app/models/shared/text.ts";

type Props = Readonly<{
  kind: string;
  title: string;
  what: string;
  personal: string;
  hasNames: boolean;
  other: string | null;
  couriers: ReadonlyArray<Readonly<{ title: string; href: string }>>;
  view: string | null;
  hasDays: boolean;
  query: Readonly<Record<string, string>>;
  isConfirmed: boolean;
  answer: DeskAnswer;
}>;

const LABELS = { from: "From", to: "Until", code: "Code" };

/** With names a code comes first; then the file can be downloaded for ten minutes. */
export function ExportPage(page: Props) {
  const { kind, title, what, personal, hasNames, other, couriers, view, isConfirmed, answer } = page;
  const isReady = !hasNames || isConfirmed;
  return (
    <>
      <DeskBack href={deskPaths.files()}>Files</DeskBack>
      <DeskErrors answer={answer} labels={LABELS} />
      <DeskHead
        title={`Download: ${lowerFirst(title)}`}
        sub={`${what}.${view === null ? "" : ` Only those under “${view}” with the filters of the list.`}`}
      />
      <form
        className="panel stack"
        method={hasNames ? "post" : "get"}
        action={isReady ? deskPaths.exportFile(kind) : undefined}
      >
        {hasNames ? (
          <p>
            The file has {personal}. Give it to nobody who does not need it, and delete it when you no longer
            do. The log says that you have downloaded it.
          </p>
        ) : null}
        <Choice {...page} />
        {hasNames ? (
          <CodeField answer={answer} isConfirmed={isConfirmed} why="The file has personal data." />
        ) : null}
        <div className="acts">
          <button className="btn btn--big">{isReady ? "Download the file" : "Go on"}</button>
          <OtherFile other={other} hasNames={hasNames} />
          {couriers.map(({ title: courier, href }) => (
            <a key={href} className="tap link" href={href}>
              {courier}…
            </a>
          ))}
        </div>
        <p className="hint">
          {hasNames ? "" : "The file names nobody. "}CSV in UTF-8, with a first row of headings. Days and
          times are in UTC, amounts are decimal numbers.
        </p>
      </form>
    </>
  );
}

function OtherFile({ other, hasNames }: Pick<Props, "other" | "hasNames">) {
  return other === null ? null : (
    <a className="tap link" href={other}>
      {hasNames ? "Without names" : "With names…"}
    </a>
  );
}

function Choice({ hasNames, view, hasDays, query, answer }: Props) {
  const isSpan = hasDays && view === null;
  return (
    <>
      {hasNames ? <input type="hidden" name="names" value="on" /> : null}
      {isSpan ? null : <HiddenFields values={query} />}
      {isSpan ? (
        <div className="fields">
          <DeskField
            name="from"
            label="From"
            hint="Empty: from the first order"
            answer={answer}
            type="date"
            value={query["from"]}
          />
          <DeskField
            name="to"
            label="Until, that day included"
            hint="Empty: until now"
            answer={answer}
            type="date"
            value={query["to"]}
          />
        </div>
      ) : null}
    </>
  );
}
