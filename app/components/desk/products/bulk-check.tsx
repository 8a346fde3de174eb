import { CodeField, type DeskAnswer, DeskNotice, HiddenFields } from "#app/components/desk/desk-form.tsx";
import { DeskBack, DeskHead } from "#app/components/desk/desk-back.tsx";
import { DeskCell, DeskRow, DeskTable, NextPage } from "#app/components/desk/desk-table.tsx";
import { deskPaths } from "#app/desk-paths.ts";

import { ProductThumbnail } from "./products-page.tsx";
import { DeskButton, DeskLink } from "#app/components/desk/desk-parts.tsx";

export type BulkCheckRow = Readonly<{
  id: number;
  name: string;
  image: string;
  before: string;
  after: string;
  note: string;
}>;

export type BulkPageData = Readonly<{
  rows: ReadonlyArray<BulkCheckRow>;
  count: number;
  /** All of them with their prices, which the form sends along. */
  shown: string;
  /** `place`: "1 to 100 of 340"; null where all fit on one page. */
  pages: Readonly<{ place: string | null; before: string | null; next: string | null }>;
  query: Readonly<Record<string, string>>;
  list: Readonly<Record<string, string>>;
  problem: string | null;
  notice: string | null;
  days: number;
}>;

type ResultRow = Readonly<{ id: number; name: string; isDone: boolean; words: string }>;

export type BulkChangeAnswer = DeskAnswer &
  Readonly<{
    rows?: ReadonlyArray<ResultRow>;
    change?: number | null;
  }>;

export function BulkProblem({
  title,
  problem,
  list,
}: Readonly<{ title: string }> & Pick<BulkPageData, "problem" | "list">) {
  return (
    <>
      <BackToList list={list} />
      <DeskHead title={title} />
      <DeskNotice tone="warn">{problem}</DeskNotice>
    </>
  );
}

export function BackToList({ list }: Pick<BulkPageData, "list">) {
  return <DeskBack href={deskPaths.products(list)}>Products</DeskBack>;
}

export type BulkPageProps = BulkPageData &
  Readonly<{
    rule: Readonly<Record<string, string>>;
    /** Names this form in the log. */
    formKey: string;
    isWithCode: boolean;
    isConfirmed: boolean;
    answer: BulkChangeAnswer;
  }>;

type CheckProps = Omit<BulkPageProps, "problem" | "query" | "count"> &
  Readonly<{ title: string; detail: string; what: string; button: string; why: string }>;

export function BulkCheck(page: CheckProps) {
  const { title, detail, what, rows, rule, shown, pages, list, notice, answer } = page;
  return (
    <>
      <DeskHead title={title} sub={detail} />
      {notice === null ? null : <DeskNotice tone="info">{notice}</DeskNotice>}
      <form method="post" className="stack">
        <HiddenFields values={{ key: page.formKey, shown, ...rule }} />
        <section className="panel panel--flush">
          <DeskTable caption={`${what} before and after`} columns={["Product", what, "Note"]}>
            {rows.map((row) => (
              <CheckRow key={row.id} row={row} />
            ))}
          </DeskTable>
          <CheckedPages {...pages} />
        </section>
        {page.isWithCode ? <CodeField answer={answer} isConfirmed={page.isConfirmed} why={page.why} /> : null}
        <div className="acts">
          <DeskButton intent="apply" look="big">
            {page.button}
          </DeskButton>
          <DeskLink href={deskPaths.products(list)}>Change nothing</DeskLink>
        </div>
        <p className="xs muted">You can undo this for {page.days} days, all at once.</p>
      </form>
    </>
  );
}

/** The button is for the products of all pages. */
function CheckedPages({ place, before, next }: BulkPageData["pages"]) {
  if (place === null) return null;
  return (
    <div className="foot-r">
      <span>{place}. The button below changes all of them.</span>
      <nav className="acts" aria-label="Pages">
        {before === null ? null : <DeskLink href={before}>Previous page</DeskLink>}
        <NextPage next={next} />
      </nav>
    </div>
  );
}

function CheckRow({ row }: Readonly<{ row: BulkCheckRow }>) {
  const { name, image, before, after, note } = row;
  return (
    <DeskRow>
      <DeskCell isHead className="first">
        <span className="lead-c">
          <ProductThumbnail file={image} />
          <b>{name}</b>
        </span>
      </DeskCell>
      <DeskCell className="side">
        <BeforeAfter before={before} after={after} />
      </DeskCell>
      <DeskCell className="full sm">{note}</DeskCell>
    </DeskRow>
  );
}

function BeforeAfter({ before, after }: Readonly<{ before: string; after: string }>) {
  return (
    <span className="num">
      <s className="muted">
        <span className="vh">before: </span>
        {before}
      </s>{" "}
      <b>
        <span className="vh">after: </span>
        {after}
      </b>
    </span>
  );
}

type ResultProps = Pick<BulkPageProps, "answer" | "list"> &
  Readonly<{
    rows: ReadonlyArray<ResultRow>;
    /** What so many are: "prices are changed". */
    are: (count: number) => string;
    done: string;
  }>;

const DONE_ROWS = 100;

/** First those that stayed as they were. */
export function BulkResults({ are, done, rows, answer: { change = null }, list }: ResultProps) {
  const undo = change === null ? null : <DeskLink href={deskPaths.fileImport(change)}>Undo…</DeskLink>;
  const [others, changed] = [rows.filter(({ isDone }) => !isDone), rows.filter(({ isDone }) => isDone)];
  const more = changed.length - DONE_ROWS;
  return (
    <>
      <BackToList list={list} />
      <DeskHead title={`${changed.length} of ${rows.length} ${are(rows.length)}`} />
      {others.length === 0 ? (
        <DeskNotice end={undo}>{done}</DeskNotice>
      ) : (
        <DeskNotice tone="info" end={undo}>
          Some products were not changed. The list says why. The others have been changed in the shop.
        </DeskNotice>
      )}
      <section className="panel panel--flush">
        <DeskTable caption="Result for each product" columns={["Product", "Result"]}>
          {[...others, ...changed.slice(0, DONE_ROWS)].map(({ id, name, isDone, words }) => (
            <DeskRow key={id}>
              <DeskCell isHead className="first" href={deskPaths.product(id)}>
                {name}
              </DeskCell>
              <DeskCell className="full">
                <span className={isDone ? "" : "late"}>{words}</span>
              </DeskCell>
            </DeskRow>
          ))}
        </DeskTable>
        {more > 0 ? (
          <p className="foot-r">
            {more} more {more === 1 ? "was" : "were"} changed in the same way.
          </p>
        ) : null}
      </section>
    </>
  );
}
