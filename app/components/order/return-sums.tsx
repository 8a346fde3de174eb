import { Fragment } from "react";

import sums from "#app/components/account/order-sums.module.css";

export type ReturnPreview = Readonly<{
  /** How the items go back. */
  ways: ReadonlyArray<string>;
  rows: ReadonlyArray<Readonly<{ label: string; amount: string }>>;
  total: string;
  /** Minor units of the total, which travel with the form. */
  sum: string;
  /** On which two people can collect. */
  days: ReadonlyArray<Readonly<{ value: string; label: string }>>;
}>;

export function ReturnSums({ rows, total }: Pick<ReturnPreview, "rows" | "total">) {
  return (
    <dl id="sum" className={sums.sums}>
      {rows.map(({ label, amount }) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{amount}</dd>
        </Fragment>
      ))}
      <dt className={sums.total}>You get back</dt>
      <dd className={sums.total}>{total}</dd>
    </dl>
  );
}
