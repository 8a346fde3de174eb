import { CodeField, type DeskAnswer, DeskErrors, DeskNotice } from "#app/components/desk/desk-form.tsx";
import { DeskBack, DeskHead } from "#app/components/desk/desk-back.tsx";
import { DeskCell, DeskRow, DeskTable, ListFoot } from "#app/components/desk/desk-table.tsx";
import { DeskViews } from "#app/components/desk/list-parts.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { DeskButton } from "#app/components/desk/desk-parts.tsx";

export type ImportLine = Readonly<{
  line: number;
  name: string;
  title: string;
  /** Of the product that it is about. */
  href: string | null;
  changes: ReadonlyArray<Readonly<{ field: string; before: string; after: string }>>;
  reason: string;
}>;

type Props = Readonly<{
  id: number;
  file: string;
  title: string;
  /** False for a change by one rule, whose lines have no number. */
  isFile: boolean;
  state: "checked" | "applied" | "undone";
  version: number;
  counts: Readonly<Record<"wrong" | "edited" | "changed" | "new" | "hidden" | "unchanged" | "left", number>>;
  /** "Applied on Friday by Martha Pryce." */
  story: string;
  unread: ReadonlyArray<string>;
  views: ReadonlyArray<Readonly<{ key: string; title: string; count: number }>>;
  view: string;
  lines: ReadonlyArray<ImportLine>;
  next: string | null;
  isUndoable: boolean;
  needsCode: boolean;
  isConfirmed: boolean;
  /** Of an import of the catalogue: whether this check takes its version of what was edited by hand. */
  catalogue: Readonly<{ overwritesEdits: boolean }> | null;
  done: string | null;
  answer: DeskAnswer;
}>;

const DONE: Readonly<Record<string, string>> = {
  planned:
    "The parcels leave in two minutes, and the customers get their emails then. Until then you can undo it.",
  applied: "Applied. You can undo it for 30 days.",
  undone: "Undone.",
  checked: "Nothing was done yet. This is what would change now, with your answer about edits by hand.",
  again: "This is the check of now.",
  before: "This was done before, and nothing was done twice.",
};

export function ImportPage(page: Props) {
  const { id, file, title, story, views, view, done, answer } = page;
  return (
    <>
      <DeskBack href={deskPaths.files()}>Files</DeskBack>
      {done && DONE[done] ? <DeskNotice>{DONE[done]}</DeskNotice> : null}
      <DeskErrors answer={answer} labels={{ code: "Code" }} />
      <DeskHead title={<span className="breaks">{file}</span>} sub={`${title}. ${story}`} />
      <Summary {...page} />
      {views.length === 0 ? null : (
        <DeskViews
          label="Lines"
          views={views}
          current={view}
          hrefOf={(key) => deskPaths.fileImport(id, { show: key })}
        />
      )}
      <Lines {...page} />
      <Steps {...page} />
    </>
  );
}

function Summary({ state, counts, unread, catalogue }: Props) {
  const { wrong, left } = counts;
  return (
    <>
      {state === "checked" && wrong > 0 ? (
        <DeskNotice tone="warn">
          {wrong === 1 ? "1 line is wrong" : `${wrong} lines are wrong`}, so nothing of the file can be
          applied. Correct it, and upload it again
          {catalogue ? ", or check it again where the reason was in the shop" : ""}.
        </DeskNotice>
      ) : null}
      {state === "checked" && wrong + changesOf(counts) === 0 ? (
        <DeskNotice tone="info">The file changes nothing.</DeskNotice>
      ) : null}
      {state === "undone" && left > 0 ? (
        <DeskNotice tone="info">
          {left === 1 ? "1 line was" : `${left} lines were`} left, because the shop has changed there since.
        </DeskNotice>
      ) : null}
      <Unread unread={unread} catalogue={catalogue} />
    </>
  );
}

function Unread({ unread, catalogue }: Pick<Props, "unread" | "catalogue">) {
  if (unread.length === 0) return null;
  return (
    <p className="sm muted">
      {catalogue ? "Files" : "Columns"} that are not read: {unread.join(", ")}.
    </p>
  );
}

function changesOf({ changed, new: added, hidden }: Props["counts"]): number {
  return changed + added + hidden;
}

function Lines({ isFile, view, views, lines, next }: Props) {
  if (lines.length === 0) return null;
  const title = views.find(({ key }) => key === view)?.title ?? "Lines";
  return (
    <section className="panel panel--flush">
      <DeskTable
        caption={`Lines: ${title}`}
        columns={[...(isFile ? ["Line"] : []), "What", "Before and after", "Note"]}
      >
        {lines.map((line) => (
          <Line key={line.line} line={line} isFile={isFile} />
        ))}
      </DeskTable>
      <ListFoot next={next} />
    </section>
  );
}

type LineProps = Readonly<{ line: ImportLine; isFile: boolean }>;

function Line({ line: { line, name, title, href, changes, reason }, isFile }: LineProps) {
  const named = <b className="mono breaks">{name}</b>;
  return (
    <DeskRow>
      {isFile ? (
        <DeskCell className="side num muted" label="Line">
          {line}
        </DeskCell>
      ) : null}
      <DeskCell isHead className="first">
        {href === null ? named : <a href={href}>{named}</a>}
        {title === "" ? null : <span className="hint">{title}</span>}
      </DeskCell>
      <DeskCell className="full">
        {changes.map(({ field, before, after }) => (
          <p key={field} className="pre sm">
            <span className="muted">{field}: </span>
            <s className="muted">
              <span className="vh">before: </span>
              {before === "" ? "nothing" : before}
            </s>{" "}
            <b>
              <span className="vh">after: </span>
              {after === "" ? "nothing" : after}
            </b>
          </p>
        ))}
      </DeskCell>
      <DeskCell className="full sm">{reason}</DeskCell>
    </DeskRow>
  );
}

const WHY = "Prices or visibility of more than 20 products, and prices by more than 30%, need one.";
const WHY_OF_CATALOGUE = "The catalogue changes prices, settings and discount codes.";

function EditsChoice({ counts, catalogue }: Pick<Props, "counts" | "catalogue">) {
  if (!catalogue || (counts.edited === 0 && !catalogue.overwritesEdits)) return null;
  return (
    <label className="check">
      <input
        type="checkbox"
        name="overwrites"
        value="yes"
        defaultChecked={catalogue.overwritesEdits}
        aria-describedby="overwrites-hint"
      />
      <span>
        Take the catalogue’s version of what was edited by hand
        <span className="hint" id="overwrites-hint">
          If you change this, you first see what it would change. A sale with days ends.
        </span>
      </span>
    </label>
  );
}

function applyWords(count: number): string {
  if (count === 0) return "See the catalogue’s version";
  return count === 1 ? "Apply 1 change" : `Apply ${count} changes`;
}

function CheckAgain({ counts, catalogue }: Pick<Props, "counts" | "catalogue">) {
  if (!catalogue || counts.wrong === 0) return null;
  return <DeskButton intent="check">Check it again</DeskButton>;
}

function Steps(page: Props) {
  const { state, version, counts, isUndoable, needsCode, isConfirmed, catalogue, answer } = page;
  const count = changesOf(counts);
  const why = catalogue ? WHY_OF_CATALOGUE : WHY;
  const code = needsCode ? <CodeField answer={answer} isConfirmed={isConfirmed} why={why} /> : null;
  const isEmpty = counts.wrong > 0 || count + counts.edited === 0;
  if (state === "checked")
    return (
      <form className="panel stack" method="post">
        {isEmpty ? null : <EditsChoice counts={counts} catalogue={catalogue} />}
        {isEmpty ? null : code}
        <div className="acts">
          <input type="hidden" name="version" value={version} />
          {isEmpty ? null : (
            <DeskButton intent="apply" look="big">
              {applyWords(count)}
            </DeskButton>
          )}
          <CheckAgain counts={counts} catalogue={catalogue} />
          <DeskButton intent="discard">Discard the check</DeskButton>
        </div>
        <p className="hint">All of it is applied or nothing. The check waits for 24 hours.</p>
      </form>
    );
  if (!isUndoable) return null;
  return (
    <form className="panel stack" method="post">
      <p>
        Undo puts back all that is still as it was left here, at once. What has changed since stays and is
        named.
      </p>
      {code}
      <DeskButton intent="undo">Undo all of it</DeskButton>
    </form>
  );
}
