import {
  DeskChoice,
  DeskErrors,
  DeskField,
  DeskNotice,
  HiddenFields,
} from "#app/components/desk/desk-form.tsx";
import { DeskBack, DeskHead } from "#app/components/desk/desk-back.tsx";
import { deskPaths } from "#app/desk-paths.ts";

import { BackToList, BulkCheck, type BulkPageProps, BulkProblem, BulkResults } from "./bulk-check.tsx";

type Props = BulkPageProps &
  Readonly<{
    kind: "price" | "sale";
    title: string | null;
    detail: string;
    back: string;
    errors: Readonly<Record<string, string>>;
  }>;

const TITLES = { price: "Change prices", sale: "Set sale prices" };
const LABELS = { percent: "Per cent", first: "First day", last: "Last day", code: "Code" };

export function PricesPage(page: Props) {
  const { title, errors, answer, list } = page;
  if (answer.rows)
    return (
      <BulkResults
        {...{ answer, list }}
        rows={answer.rows}
        are={(count) => (count === 1 ? "price is changed" : "prices are changed")}
        done="Shoppers see the new prices now, or from the first day of the sale."
      />
    );
  if (page.problem !== null) return <BulkProblem {...page} title={TITLES[page.kind]} />;
  return (
    <>
      {title === null ? <BackToList list={list} /> : <DeskBack href={page.back}>Change the rule</DeskBack>}
      <DeskErrors answer={answer} labels={LABELS} />
      {title === null ? (
        <Rule {...page} answer={{ errors, values: page.rule }} />
      ) : (
        <Check {...page} title={title} />
      )}
    </>
  );
}

function Rule({ kind, count, query, notice, rule, answer, rows }: Props) {
  const isSale = kind === "sale";
  return (
    <>
      <DeskErrors answer={answer} labels={LABELS} />
      <DeskHead
        title={TITLES[kind]}
        sub={
          <>
            Step 1 of 2, for {count} {count === 1 ? "product" : "products"}. You see the new prices before
            anything changes.
          </>
        }
      />
      {notice === null ? null : <DeskNotice tone="info">{notice}</DeskNotice>}
      <form className="panel stack" action={deskPaths.productPrices()}>
        <HiddenFields values={{ ...query, kind }} />
        {isSale ? <ExactPrice rows={rows} /> : null}
        <DeskField
          name="percent"
          label={isSale ? "Per cent off" : "Per cent"}
          hint={isSale ? "From 1 to 90" : "Enter 5 to raise prices by 5%, or -5 to lower them"}
          answer={answer}
          maxLength={8}
        />
        {isSale ? (
          <div className="fields">
            <DeskField
              name="first"
              label="First day"
              hint="Leave empty to start now"
              answer={answer}
              type="date"
            />
            <DeskField
              name="last"
              label="Last day"
              hint="Leave empty to run until someone ends it"
              answer={answer}
              type="date"
            />
          </div>
        ) : null}
        <RoundChoice chosen={rule["round"] ?? "whole"} />
        <button className="btn btn--big">See the new prices</button>
      </form>
    </>
  );
}

/** The rule of many products is a percentage. */
function ExactPrice({ rows }: Pick<Props, "rows">) {
  const [product, ...others] = rows;
  if (!product) return null;
  return (
    <p>
      This page takes a percentage off. For an exact sale price, use{" "}
      {others.length > 0 ? (
        "the page of each product."
      ) : (
        <>
          the page of{" "}
          <a className="link" href={`${deskPaths.product(product.id)}#prices`}>
            {product.name}
          </a>
          .
        </>
      )}
    </p>
  );
}

function RoundChoice({ chosen }: Readonly<{ chosen: string }>) {
  return (
    <DeskChoice
      name="round"
      legend="Rounding"
      options={[
        { value: "whole", label: "Whole amount, such as 89.00" },
        { value: "exact", label: "Exact amount, such as 88.74" },
      ]}
      chosen={chosen}
    />
  );
}

function Check({
  title,
  detail,
  ...page
}: Omit<Props, "kind" | "back" | "errors"> & Readonly<{ title: string }>) {
  const { count } = page;
  return (
    <BulkCheck
      {...page}
      title={title}
      detail={`Step 2 of 2. ${detail}`}
      what="Price"
      button={count === 1 ? "Change 1 price" : `Change ${count} prices`}
      why="More than 20 products, or more than 30%, need one."
    />
  );
}
