import { useLocale } from "#app/hooks/use-root-data.ts";
import { wrapText } from "#app/models/cart/gift.ts";
import { type CartTotals, discountLabel } from "#app/models/cart/totals.ts";
import { formatMoney } from "#app/models/shared/money.ts";

export function DiscountRow({ totals }: Readonly<{ totals: CartTotals }>) {
  const locale = useLocale();
  if (totals.discount.minor === 0) return null;
  return (
    <>
      <dt>{discountLabel(totals)}</dt>
      <dd>−{formatMoney(totals.discount, locale)}</dd>
    </>
  );
}

export function WrapRow({ totals }: Readonly<{ totals: CartTotals }>) {
  const locale = useLocale();
  if (totals.wrap === null) return null;
  return (
    <>
      <dt>Gift wrapping</dt>
      <dd>{wrapText(totals.wrap, locale)}</dd>
    </>
  );
}
