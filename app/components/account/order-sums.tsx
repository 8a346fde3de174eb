import { Fragment } from "react";

import { DiscountRow, WrapRow } from "#app/components/checkout/discount-row.tsx";
import { useStore } from "#app/hooks/use-root-data.ts";
import { itemsLabel } from "#app/models/cart/cart.ts";
import { TOTAL_LABEL } from "#app/models/order/customer-order.ts";
import type { MoneyRow } from "#app/models/order/money-rows.ts";
import type { Order } from "#app/models/order/order.ts";
import { upperFirst } from "#app/models/shared/text.ts";
import { formatMoney } from "#app/models/shared/money.ts";

import styles from "./order-sums.module.css";

type Props = Readonly<{ order: Order; money?: ReadonlyArray<MoneyRow> }>;

export function OrderSums({ order, money = [] }: Props) {
  const { locale, taxName } = useStore();
  const { totals, lines, status } = order;
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <dl className={styles.sums}>
      <dt>{itemsLabel(count)}</dt>
      <dd>{formatMoney(totals.items, locale)}</dd>
      <DiscountRow totals={totals} />
      <WrapRow totals={totals} />
      <dt>Delivery</dt>
      <dd>{totals.delivery && totals.delivery.minor > 0 ? formatMoney(totals.delivery, locale) : "Free"}</dd>
      <dt className={styles.total}>{TOTAL_LABEL[status]}</dt>
      <dd className={styles.total}>{formatMoney(totals.total, locale)}</dd>
      {money.map(({ label, amount }) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{amount}</dd>
        </Fragment>
      ))}
      {taxName === null ? null : (
        <>
          <dt className="sm muted">{upperFirst(taxName)} included</dt>
          <dd className="sm muted">{formatMoney(totals.vat, locale)}</dd>
        </>
      )}
    </dl>
  );
}
