import { deskPaths } from "#app/desk-paths.ts";

import { DeskCell, DeskRow, DeskTable } from "./desk-table.tsx";

export type LogLine = Readonly<{
  id: number;
  when: string;
  who: string;
  what: string;
  /** What it was about, with its page; null for oneself. */
  subject: Readonly<{ text: string; href: string }> | null;
  amount: string | null;
  changes: ReadonlyArray<Readonly<{ field: string; before: string; after: string }>>;
  reason: string;
  /** The browser. */
  from: string;
  isFailure: boolean;
}>;

type Props = Readonly<{ isWhole: boolean; lines: ReadonlyArray<LogLine>; older: number | null }>;

export function LogPage({ isWhole, lines, older }: Props) {
  return (
    <>
      <div className="head">
        <div>
          <h1 className="h1">Log</h1>
          <p className="sub">
            {isWhole ? "Who did what, when, and from where." : "What you did, when, and from where."} Nobody
            can change a line.
          </p>
        </div>
      </div>
      <section className="panel panel--flush">
        <DeskTable caption="Log, newest first" columns={["When", "Who", "What", "From where"]}>
          {lines.map((line) => (
            <LogRow key={line.id} line={line} />
          ))}
        </DeskTable>
        <div className="foot-r">
          <span>Stored for 6 years where money moved, otherwise for 2</span>
          {older === null ? null : (
            <a className="btn btn--line" href={deskPaths.log({ before: older })}>
              Older
            </a>
          )}
        </div>
      </section>
    </>
  );
}

function LogRow({ line }: Readonly<{ line: LogLine }>) {
  return (
    <DeskRow>
      <DeskCell>
        <span className="num">{line.when}</span>
      </DeskCell>
      <DeskCell className="side">
        <b>{line.who}</b>
      </DeskCell>
      <DeskCell className="full">
        <span className={line.isFailure ? "late" : undefined}>
          {line.what} {line.amount ? `${line.amount} on ` : ""}
        </span>
        {line.subject ? <a href={line.subject.href}>{line.subject.text}</a> : null}
        <LogDetail line={line} />
      </DeskCell>
      <DeskCell className="full">
        <span className="sm muted">{line.from}</span>
      </DeskCell>
    </DeskRow>
  );
}

function LogDetail({ line: { changes, reason } }: Readonly<{ line: LogLine }>) {
  if (changes.length === 0 && reason === "") return null;
  return (
    <>
      <br />
      <span className="sm muted">
        {changes.map(({ field, before, after }) => (
          <span key={field}>
            {field}: {before ? <del>{before}</del> : null} <ins>{after}</ins>{" "}
          </span>
        ))}
        {reason}
      </span>
    </>
  );
}
