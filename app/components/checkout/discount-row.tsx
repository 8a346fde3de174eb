import { type CartTotals, discountLabel } from "#app/models/cart-totals.ts";
import { formatMoney } from "#app/models/money.ts";

/** The line of a list of sums that says what came off; nothing where nothing did. */
export function DiscountRow({ totals }: Readonly<{ totals: CartTotals }>) {
  if (totals.discount.minor === 0) return null;
  return (
    <>
      <dt>{discountLabel(totals)}</dt>
      <dd>−{formatMoney(totals.discount)}</dd>
    </>
  );
}
