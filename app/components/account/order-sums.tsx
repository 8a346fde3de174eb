import { DiscountRow, WrapRow } from "#app/components/checkout/discount-row.tsx";
import { useStore } from "#app/hooks/use-root-data.ts";
import { itemsLabel } from "#app/models/cart/cart.ts";
import { TOTAL_LABEL } from "#app/models/order/customer-order.ts";
import type { Order } from "#app/models/order/order.ts";
import { upperFirst } from "#app/models/shared/text.ts";
import { formatMoney, type Money } from "#app/models/shared/money.ts";

import styles from "./order-sums.module.css";

export function OrderSums({ order, refunded }: Readonly<{ order: Order; refunded?: Money }>) {
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
      {refunded && refunded.minor > 0 && status !== "refunded" ? (
        <>
          <dt>Refunded</dt>
          <dd>{formatMoney(refunded, locale)}</dd>
        </>
      ) : null}
      {taxName === null ? null : (
        <>
          <dt className="sm muted">{upperFirst(taxName)} included</dt>
          <dd className="sm muted">{formatMoney(totals.vat, locale)}</dd>
        </>
      )}
    </dl>
  );
}
