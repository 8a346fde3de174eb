import type { ReactNode } from "react";

import { CountDot } from "#app/components/ui/count-dot.tsx";
import { TaxNote } from "#app/components/ui/tax-note.tsx";
import { ShopImage } from "#app/components/ui/shop-image.tsx";
import { GiftLines } from "#app/components/product/gift-lines.tsx";
import { useLocale } from "#app/hooks/use-root-data.ts";
import { itemsLabel } from "#app/models/cart/cart.ts";
import type { CartTotals } from "#app/models/cart/totals.ts";
import type { SummaryLine } from "#app/models/checkout/view.ts";
import { formatMoney, type Money } from "#app/models/shared/money.ts";

import { DiscountRow, WrapRow } from "./discount-row.tsx";
import sums from "#app/components/account/order-sums.module.css";
import styles from "./order-summary.module.css";

/** In pixels. */
const IMAGE_SIDE = 1024;

type OrderSummaryProps = Readonly<{
  lines: ReadonlyArray<SummaryLine>;
  totals: CartTotals;
  totalLabel: string;
  children?: ReactNode;
}>;

export function OrderSummary({ lines, totals, totalLabel, children }: OrderSummaryProps) {
  const locale = useLocale();
  return (
    <aside className="panel panel-sticky" aria-labelledby="order-summary">
      <h2 className="d-sm below-4" id="order-summary">
        Your order
      </h2>
      <ul className={`column below-5 ${styles.lines}`}>
        {lines.map((line) => (
          <li key={`${line.variantId} ${line.variantLabel ?? ""}`} className={styles.line}>
            <span className={styles.thumb}>
              <ShopImage
                image={{ file: line.image, alt: "", width: IMAGE_SIDE, height: IMAGE_SIDE }}
                sizes="68px"
                melt="tint"
              />
              <span className={styles.count}>
                <CountDot count={line.quantity} hiddenBefore="Quantity " tone="ink" />
              </span>
            </span>{" "}
            <span>
              <b>{line.name}</b>{" "}
              {line.variantLabel ? <span className="sm muted">{line.variantLabel}</span> : null}
              <GiftLines gift={line.gift} />
            </span>{" "}
            <span className="tnum">{formatMoney(line.total, locale)}</span>
          </li>
        ))}
      </ul>
      <Sums lines={lines} totals={totals} totalLabel={totalLabel} />
      {children}
    </aside>
  );
}

export function Sums({ lines, totals, totalLabel }: Omit<OrderSummaryProps, "children">) {
  const locale = useLocale();
  const count = lines.reduce((sum, line) => sum + line.quantity, 0);
  return (
    <>
      <dl className={sums.sums}>
        <dt>{itemsLabel(count)}</dt>
        <dd>{formatMoney(totals.items, locale)}</dd>
        <DiscountRow totals={totals} />
        <WrapRow totals={totals} />
        <dt>Delivery</dt>
        <dd>{deliveryText(totals.delivery, locale)}</dd>
        <dt className={sums.total}>{totalLabel}</dt>
        <dd className={sums.total}>{formatMoney(totals.total, locale)}</dd>
      </dl>
      <TaxNote vat={totals.vat} className="xs muted above-1" />
    </>
  );
}

export function deliveryText(price: Money | null, locale: string): string {
  if (price === null) return "Not available";
  return price.minor === 0 ? "Free" : formatMoney(price, locale);
}
