import { Form, Link } from "@remix-run/react";

import { RefusalNotice } from "#app/components/form/refusal-notice.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { COMPARED_MAX, comparedText, type CompareRow } from "#app/models/catalogue/compare.ts";
import type { ProductSummary } from "#app/models/catalogue/product.ts";
import { paths } from "#app/paths.ts";

import { CompareTable, OddLegend, SameTable } from "./compare-table.tsx";

export type ComparePageProps = Readonly<{
  products: ReadonlyArray<ProductSummary>;
  rows: ReadonlyArray<CompareRow>;
  onlyDifferences: boolean;
  /** The fifth product, or null. */
  candidate: Readonly<{ id: number; name: string }> | null;
  problem: string | null;
}>;

export function ComparePage(props: ComparePageProps) {
  const { products, rows, candidate, problem } = props;
  if (products.length === 0) return <EmptyComparison problem={problem} />;
  const ids = comparedText(products.map(({ id }) => id));
  const isAlone = products.length === 1;
  return (
    <div className="wrap column gap-8 page-top">
      <div className="stack-small">
        <h1 className="d-xl">Compare</h1>
        <p className="lead">
          {isAlone
            ? "One product so far. Select Compare on another to see them together, up to four."
            : `${products.length} products side by side. Copy this page’s link to share the comparison.`}
        </p>
      </div>
      {problem ? <Problem problem={problem} /> : null}
      {candidate ? <Choice products={products} ids={ids} candidate={candidate} /> : null}
      {isAlone ? <CompareTable products={products} rows={rows} ids={ids} /> : <Tables {...props} ids={ids} />}
      <Form method="post" action={paths.compare()}>
        <Button kind="quiet" nativeType="submit" name="intent" value="clear">
          Remove all
        </Button>
      </Form>
    </div>
  );
}

function Tables({ products, rows, onlyDifferences, ids }: ComparePageProps & Readonly<{ ids: string }>) {
  const same = rows.filter(({ differs }) => !differs);
  const differing = rows.filter(({ differs }) => differs);
  return (
    <>
      <Toggle onlyDifferences={onlyDifferences} sameCount={same.length} ids={ids} />
      {differing.some(({ odd }) => odd.length > 0) ? <OddLegend /> : null}
      <CompareTable products={products} rows={differing} ids={ids} />
      {differing.length === 0 ? <p className="lead">We have found no differences between them.</p> : null}
      {same.length > 0 && !onlyDifferences ? <SameTable rows={same} /> : null}
    </>
  );
}

function EmptyComparison({ problem }: Pick<ComparePageProps, "problem">) {
  return (
    <div className="wrap">
      <div className="centre section-tight">
        {problem ? <Problem problem={problem} /> : null}
        <h1 className="d-xl">Nothing to compare yet</h1>
        <p className="lead">
          Select Compare on up to four products to see them side by side: price, size, weight, materials, age
          and what they fit.
        </p>
        <ButtonLink size="is-large" to={paths.categories()} prefetch="intent">
          Browse the shop
        </ButtonLink>
      </div>
    </div>
  );
}

function Problem({ problem }: Readonly<{ problem: string }>) {
  return <RefusalNotice>{problem}.</RefusalNotice>;
}

type ChoiceProps = Pick<ComparePageProps, "products"> &
  Readonly<{ ids: string; candidate: NonNullable<ComparePageProps["candidate"]> }>;

function Choice({ products, ids, candidate }: ChoiceProps) {
  return (
    <section className="panel column gap-3" aria-labelledby="make-way">
      <h2 className="d-sm" id="make-way">
        You can compare up to {COMPARED_MAX} products
      </h2>
      <p>Which one should {candidate.name} replace?</p>
      <Form method="post" action={paths.compare()} className="cluster gap-2 gap-x-3">
        <input type="hidden" name="products" value={ids} />
        <input type="hidden" name="in" value={candidate.id} />
        {products.map(({ id, name }) => (
          <Button key={id} kind="line" nativeType="submit" name="out" value={id}>
            <span className="visually-hidden">Replace </span>
            {name}
          </Button>
        ))}
        <Link className="link link-arrow" to={paths.compare({ products: ids })}>
          Cancel
        </Link>
      </Form>
    </section>
  );
}

type ToggleProps = Readonly<{ ids: string; onlyDifferences: boolean; sameCount: number }>;

function Toggle({ ids, onlyDifferences, sameCount }: ToggleProps) {
  const ways = [
    { to: paths.compare({ products: ids }), label: "All details", isCurrent: !onlyDifferences },
    {
      to: paths.compare({ products: ids, only: "differences" }),
      label: "Differences only",
      isCurrent: onlyDifferences,
    },
  ];
  return (
    <nav className="cluster gap-2 gap-x-4" aria-label="Details to show">
      <ul className="cluster">
        {ways.map(({ to, label, isCurrent }) => (
          <li key={label}>
            <Link className="pill" to={to} preventScrollReset aria-current={isCurrent ? "true" : undefined}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
      <p className="sm muted" role="status">
        {sameText(sameCount, onlyDifferences)}
      </p>
    </nav>
  );
}

function sameText(count: number, areHidden: boolean): string {
  if (count === 0) return "Every detail is different.";
  const rows = count === 1 ? "1 detail is" : `${count} details are`;
  return `${rows} the same for all${areHidden ? " and hidden" : ""}.`;
}
