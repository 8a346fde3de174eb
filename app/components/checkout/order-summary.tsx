import type { ReactNode } from "react";

import { CountDot } from "#app/components/ui/count-dot.tsx";
import { ShopImage } from "#app/components/ui/shop-image.tsx";
import { GiftLines } from "#app/components/product/gift-lines.tsx";
import { useLocale } from "#app/hooks/use-root-data.ts";
import type { CartTotals } from "#app/models/cart/totals.ts";
import type { SummaryLine } from "#app/models/checkout/view.ts";
import { formatMoney } from "#app/models/shared/money.ts";

import styles from "./order-summary.module.css";
import { Sums } from "./sums.tsx";

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
          <li key={`${line.variantId} ${line.variantLabel ?? ""}`} className="media sm">
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
              <b className="block">{line.name}</b>{" "}
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
