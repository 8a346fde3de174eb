import { deskPaths } from "#app/desk-paths.ts";

import { DeskHead } from "./desk-back.tsx";
import { DeskField, DeskSelect } from "./desk-form.tsx";
import { DeskCell, DeskRow, DeskTable } from "./desk-table.tsx";
import { NothingFound } from "./list-parts.tsx";
import { DeskLink, SecondLine } from "./desk-parts.tsx";

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
  from: string;
  isFailure: boolean;
}>;

type Props = Readonly<{
  isWhole: boolean;
  query: Readonly<{ view: string; who: string; about: string; from: string | null; to: string | null }>;
  views: ReadonlyArray<Readonly<{ title: string; href: string; isCurrent: boolean }>>;
  people: ReadonlyArray<Readonly<{ key: string; title: string }>>;
  lines: ReadonlyArray<LogLine>;
  older: string | null;
  download: string | null;
}>;

export function LogPage({ isWhole, views, lines, older, download, ...rest }: Props) {
  return (
    <>
      <DeskHead
        title="Log"
        sub={`${isWhole ? "Who did what" : "What you did"}, when, and from where. Nobody can change a line.`}
      >
        {download === null ? null : (
          <div className="acts">
            <DeskLink href={download}>Export…</DeskLink>
          </div>
        )}
      </DeskHead>
      <nav className="views" aria-label="Views">
        {views.map(({ title, href, isCurrent }) => (
          <a key={title} href={href} aria-current={isCurrent ? "page" : undefined}>
            {title}
          </a>
        ))}
      </nav>
      <section className="panel panel--flush">
        <LogFilter {...rest} />
        {lines.length === 0 ? (
          <NothingFound title="Nothing found" isInside>
            No step is of this kind, person and time. Choose other days, or Everything.
          </NothingFound>
        ) : (
          <DeskTable caption="Log, newest first" columns={["When", "Who", "What", "From where"]}>
            {lines.map((line) => (
              <LogRow key={line.id} line={line} />
            ))}
          </DeskTable>
        )}
        <div className="foot-r">
          <span>Stored for 6 years where money moved, otherwise for 2</span>
          {older === null ? null : <DeskLink href={older}>Older</DeskLink>}
        </div>
      </section>
    </>
  );
}

const ANYBODY = { key: "", title: "Anybody" };

function LogFilter({ query, people }: Pick<Props, "query" | "people">) {
  return (
    <form className="filter fields starts g4" action={deskPaths.log()}>
      <input type="hidden" name="view" value={query.view} />
      {people.length === 0 ? null : (
        <DeskSelect
          name="who"
          label="Who"
          value={query.who}
          options={[ANYBODY, ...people].map(({ key, title }) => ({ value: key, text: title }))}
        />
      )}
      <DeskField name="about" label="Order or item" value={query.about} maxLength={60} />
      <DeskField name="from" label="From" type="date" value={query.from ?? ""} />
      <DeskField name="to" label="Until" type="date" value={query.to ?? ""} />
      <button className="btn btn--line">Show</button>
    </form>
  );
}

function LogRow({ line }: Readonly<{ line: LogLine }>) {
  return (
    <DeskRow>
      <DeskCell isHead className="num">
        {line.when}
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
      <DeskCell className="full sm muted">{line.from}</DeskCell>
    </DeskRow>
  );
}

function LogDetail({ line: { changes, reason } }: Readonly<{ line: LogLine }>) {
  if (changes.length === 0 && reason === "") return null;
  return (
    <>
      <SecondLine look="sm muted">
        {changes.map(({ field, before, after }) => (
          <span key={field}>
            {field}: {before ? <del>{before}</del> : null} <ins>{after}</ins>{" "}
          </span>
        ))}
        {reason}
      </SecondLine>
    </>
  );
}
