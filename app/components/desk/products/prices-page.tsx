import {
  CodeField,
  type DeskAnswer,
  DeskErrors,
  DeskField,
  DeskNotice,
} from "#app/components/desk/desk-form.tsx";
import { DeskIcon } from "#app/components/desk/desk-icon.tsx";
import { DeskCell, DeskRow, DeskTable } from "#app/components/desk/desk-table.tsx";
import { deskPaths } from "#app/desk-paths.ts";

import { ProductThumbnail } from "./products-page.tsx";

export type PriceCheckRow = Readonly<{
  id: number;
  name: string;
  image: string;
  before: string;
  after: string;
  /** What is good to know about it. */
  note: string;
  shownMinor: number;
}>;

/** What became of each product. */
export type PricesAnswer = DeskAnswer &
  Readonly<{ rows?: ReadonlyArray<Readonly<{ id: number; name: string; isDone: boolean; words: string }>> }>;

type Props = Readonly<{
  kind: "price" | "sale";
  /** Null while the rule is still to be typed. */
  title: string | null;
  detail: string;
  rows: ReadonlyArray<PriceCheckRow>;
  /** The products and the rule again, for forms and links. */
  query: Readonly<Record<string, string>>;
  back: string;
  /** Names this form in the log. */
  formKey: string;
  isWithCode: boolean;
  isConfirmed: boolean;
  errors: Readonly<Record<string, string>>;
  answer: PricesAnswer;
}>;

const LABELS = { percent: "Per cent", first: "From", last: "Until", code: "Code" };

/** Two steps: the rule, and old and new prices side by side. */
export function PricesPage(page: Props) {
  const { title, errors, answer } = page;
  if (answer.rows) return <Results rows={answer.rows} />;
  return (
    <>
      <a className="back" href={title === null ? deskPaths.products() : page.back}>
        <DeskIcon name="left" />
        {title === null ? "Products" : "Change the rule"}
      </a>
      <DeskErrors answer={answer} labels={LABELS} />
      {title === null ? (
        <Rule {...page} answer={{ errors, values: page.query }} />
      ) : (
        <Check {...page} title={title} />
      )}
    </>
  );
}

function Rule({ kind, rows, query, answer }: Props) {
  const isSale = kind === "sale";
  return (
    <>
      <DeskErrors answer={answer} labels={LABELS} />
      <div className="head">
        <div>
          <h1 className="h1">{isSale ? "Put on sale" : "Change prices"}</h1>
          <p className="sub">
            Step 1 of 2, for {rows.length} {rows.length === 1 ? "product" : "products"}. Nothing is changed
            before you have seen the new prices.
          </p>
        </div>
      </div>
      <form className="panel stack" action={deskPaths.productPrices()}>
        {rows.map(({ id }) => (
          <input key={id} type="hidden" name={`n${id}`} value="on" />
        ))}
        <input type="hidden" name="kind" value={kind} />
        <DeskField
          name="percent"
          label={isSale ? "Per cent off" : "Per cent"}
          hint={isSale ? "From 1 to 90" : "Such as 5 to raise by 5%, or -5 to lower"}
          answer={answer}
          maxLength={8}
        />
        {isSale ? (
          <div className="g2">
            <DeskField name="first" label="From" hint="Empty: at once" answer={answer} type="date" />
            <DeskField
              name="last"
              label="Until, that day included"
              hint="Empty: until somebody ends it"
              answer={answer}
              type="date"
            />
          </div>
        ) : null}
        <fieldset>
          <legend className="label">Round</legend>
          {[
            ["whole", "To whole amounts, such as 89.00"],
            ["exact", "To the smallest coin"],
          ].map(([value, label]) => (
            <label key={value} className="check">
              <input
                type="radio"
                name="round"
                value={value}
                defaultChecked={(query["round"] ?? "whole") === value}
              />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
        <button className="btn btn--big">See the new prices</button>
      </form>
    </>
  );
}

function Check(page: Props & Readonly<{ title: string }>) {
  const { title, detail, rows, query, formKey, isWithCode, isConfirmed, answer } = page;
  return (
    <>
      <div className="head">
        <div>
          <h1 className="h1">{title}</h1>
          <p className="sub">Step 2 of 2. {detail}</p>
        </div>
      </div>
      <form method="post" className="stack">
        <input type="hidden" name="key" value={formKey} />
        {Object.entries(query).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <section className="panel panel--flush">
          <DeskTable caption="Old and new prices" columns={["Product", "Price", "Good to know"]}>
            {rows.map((row) => (
              <CheckRow key={row.id} row={row} />
            ))}
          </DeskTable>
        </section>
        {isWithCode ? (
          <CodeField
            answer={answer}
            isConfirmed={isConfirmed}
            why="More than 20 products, or more than 30%, need one."
          />
        ) : null}
        <div className="acts">
          <button className="btn btn--big" name="intent" value="apply">
            {rows.length === 1 ? "Change 1 price" : `Change ${rows.length} prices`}
          </button>
          <a className="btn btn--line" href={deskPaths.products()}>
            Change nothing
          </a>
        </div>
      </form>
    </>
  );
}

function CheckRow({ row }: Readonly<{ row: PriceCheckRow }>) {
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
        <span className="num">
          <s className="muted">
            <span className="vh">before: </span>
            {before}
          </s>{" "}
          <b>{after}</b>
        </span>
      </DeskCell>
      <DeskCell className="full">
        <span className="sm">{note}</span>
      </DeskCell>
    </DeskRow>
  );
}

function Results({ rows }: Readonly<{ rows: NonNullable<PricesAnswer["rows"]> }>) {
  const done = rows.filter(({ isDone }) => isDone).length;
  return (
    <>
      <a className="back" href={deskPaths.products()}>
        <DeskIcon name="left" />
        Products
      </a>
      <div className="head">
        <h1 className="h1">
          {done} of {rows.length} {rows.length === 1 ? "price is" : "prices are"} changed
        </h1>
      </div>
      {done < rows.length ? (
        <DeskNotice tone="info">What was not changed says why. The others are on the shop.</DeskNotice>
      ) : (
        <DeskNotice>Shoppers see the new prices, or will from the first day of the sale.</DeskNotice>
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
