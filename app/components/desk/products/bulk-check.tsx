/** What a form would do to each of several products, and what it did. */
import { CodeField, type DeskAnswer, DeskNotice } from "#app/components/desk/desk-form.tsx";
import { DeskIcon } from "#app/components/desk/desk-icon.tsx";
import { DeskCell, DeskRow, DeskTable } from "#app/components/desk/desk-table.tsx";
import { deskPaths } from "#app/desk-paths.ts";

import { ProductThumbnail } from "./products-page.tsx";

export type BulkCheckRow = Readonly<{
  id: number;
  name: string;
  image: string;
  before: string;
  after: string;
  /** What is good to know about it. */
  note: string;
  /** The price in minor units, which the form sends along. */
  shownMinor: number;
}>;

type ResultRow = Readonly<{ id: number; name: string; isDone: boolean; words: string }>;

/** What became of each product. */
export type BulkChangeAnswer = DeskAnswer &
  Readonly<{
    rows?: ReadonlyArray<ResultRow>;
    /** The change that can be taken back, or null where nothing was changed. */
    change?: number | null;
  }>;

type CheckProps = Readonly<{
  title: string;
  detail: string;
  /** What of each product changes, such as "Price". */
  what: string;
  rows: ReadonlyArray<BulkCheckRow>;
  /** The products and the rule again. */
  query: Readonly<Record<string, string>>;
  /** Names this form in the log. */
  formKey: string;
  button: string;
  isWithCode: boolean;
  isConfirmed: boolean;
  /** Why a code is needed. */
  why: string;
  answer: DeskAnswer;
}>;

/** Before and after side by side, and the button that does it. */
export function BulkCheck(page: CheckProps) {
  const { title, detail, what, rows, query, formKey, button, isWithCode, isConfirmed, why, answer } = page;
  return (
    <>
      <div className="head">
        <div>
          <h1 className="h1">{title}</h1>
          <p className="sub">{detail}</p>
        </div>
      </div>
      <form method="post" className="stack">
        <input type="hidden" name="key" value={formKey} />
        {Object.entries(query).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <section className="panel panel--flush">
          <DeskTable caption={`${what} before and after`} columns={["Product", what, "Good to know"]}>
            {rows.map((row) => (
              <CheckRow key={row.id} row={row} />
            ))}
          </DeskTable>
        </section>
        {isWithCode ? <CodeField answer={answer} isConfirmed={isConfirmed} why={why} /> : null}
        <div className="acts">
          <button className="btn btn--big" name="intent" value="apply">
            {button}
          </button>
          <a className="btn btn--line" href={deskPaths.products()}>
            Change nothing
          </a>
        </div>
      </form>
    </>
  );
}

function CheckRow({ row }: Readonly<{ row: BulkCheckRow }>) {
  const { id, name, image, before, after, note, shownMinor } = row;
  return (
    <DeskRow>
      <DeskCell className="first">
        <input type="hidden" name={`o${id}`} value={shownMinor} />
        <span className="lead-c">
          <ProductThumbnail file={image} />
          <b>{name}</b>
        </span>
      </DeskCell>
      <DeskCell className="side">
        <BeforeAfter before={before} after={after} />
      </DeskCell>
      <DeskCell className="full">
        <span className="sm">{note}</span>
      </DeskCell>
    </DeskRow>
  );
}

export function BeforeAfter({ before, after }: Readonly<{ before: string; after: string }>) {
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

type ResultProps = Readonly<{
  /** "3 of 4 prices are changed" */
  title: string;
  /** What shoppers see now. */
  done: string;
  rows: ReadonlyArray<ResultRow>;
  change: number | null;
}>;

/** What became of each product. */
export function BulkResults({ title, done, rows, change }: ResultProps) {
  const undo =
    change === null ? null : (
      <a className="btn btn--line" href={deskPaths.bulkChange(change)}>
        Take it back…
      </a>
    );
  return (
    <>
      <a className="back" href={deskPaths.products()}>
        <DeskIcon name="left" />
        Products
      </a>
      <div className="head">
        <h1 className="h1">{title}</h1>
      </div>
      {rows.every(({ isDone }) => isDone) ? (
        <DeskNotice end={undo}>{done}</DeskNotice>
      ) : (
        <DeskNotice tone="info" end={undo}>
          What was not changed says why. The others are on the shop.
        </DeskNotice>
      )}
      <section className="panel panel--flush">
        <DeskTable caption="What became of each product" columns={["Product", "Result"]}>
          {rows.map(({ id, name, isDone, words }) => (
            <DeskRow key={id}>
              <DeskCell className="first">
                <a className="go" href={deskPaths.product(id)}>
                  {name}
                </a>
              </DeskCell>
              <DeskCell className="full">
                <span className={isDone ? "" : "late"}>{words}</span>
              </DeskCell>
            </DeskRow>
          ))}
        </DeskTable>
      </section>
    </>
  );
}
