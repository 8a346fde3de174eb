import { Fragment, type ReactNode } from "react";

import { TaxNote } from "#app/components/ui/tax-note.tsx";
import { useLocale } from "#app/hooks/use-root-data.ts";
import { type CartTotals, sumRows } from "#app/models/cart/totals.ts";
import { formatMoney } from "#app/models/shared/money.ts";

import styles from "./sums.module.css";

type SumsProps = Readonly<{
  lines: Parameters<typeof sumRows>[1];
  totals: CartTotals;
  totalLabel: string;
  /** How the delivery is called here. */
  delivery?: string;
}>;

export function Sums({ lines, totals, totalLabel, delivery }: SumsProps) {
  const locale = useLocale();
  const rows = sumRows(totals, lines, { locale, delivery });
  return (
    <>
      <SumList rows={rows} totalLabel={totalLabel} total={formatMoney(totals.total, locale)} />
      <TaxNote vat={totals.vat} className="xs muted above-1" />
    </>
  );
}

type RowsProps = Readonly<{ rows: ReturnType<typeof sumRows> }>;
type SumListProps = RowsProps &
  Readonly<{ id?: string; totalLabel: string; total: string; children?: ReactNode }>;

/** `children`: what is below the total. */
export function SumList({ id, rows, totalLabel, total, children }: SumListProps) {
  return (
    <dl id={id} className={styles.sums}>
      <Rows rows={rows} />
      <dt className={styles.total}>{totalLabel}</dt>
      <dd className={styles.total}>{total}</dd>
      {children}
    </dl>
  );
}

/** Two can have one label. */
export function Rows({ rows }: RowsProps) {
  return rows.map(({ label, amount }, at) => (
    <Fragment key={`${at} ${label}`}>
      <dt>{label}</dt>
      <dd>{amount}</dd>
    </Fragment>
  ));
}
