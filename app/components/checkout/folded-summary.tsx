import type { ReactNode } from "react";

import { Icon } from "#app/components/ui/icon.tsx";
import { useLocale } from "#app/hooks/use-root-data.ts";
import { countItems, itemsLabel } from "#app/models/cart/cart.ts";
import type { CheckoutView } from "#app/models/checkout/view.ts";
import { formatMoney } from "#app/models/shared/money.ts";

import styles from "./folded-summary.module.css";
import { OrderSummary } from "./order-summary.tsx";

/** In a browser that cannot show the content of closed details it is closed on wide screens too. */
export function FoldedSummary({ view, children }: Readonly<{ view: CheckoutView; children: ReactNode }>) {
  const { lines, totals, chargeText } = view;
  return (
    <details className={`fold ${styles.folded}`}>
      <summary>
        <span>Your order, {itemsLabel(countItems(lines))}</span>
        <span className="tnum">{formatMoney(totals.total, useLocale())}</span>
        <Icon name="down" />
      </summary>
      <OrderSummary lines={lines} totals={totals} totalLabel="To pay">
        {chargeText ? <p className="sm above-3">{chargeText}</p> : null}
        {children}
      </OrderSummary>
    </details>
  );
}
