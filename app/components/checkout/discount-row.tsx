import { Fragment } from "react";

import { useLocale } from "#app/hooks/use-root-data.ts";
import { wrapText } from "#app/models/cart/gift.ts";
import { type CartTotals, reductions } from "#app/models/cart/totals.ts";
import { formatMoney } from "#app/models/shared/money.ts";

export function DiscountRow({ totals }: Readonly<{ totals: CartTotals }>) {
  const locale = useLocale();
  return reductions(totals).map(({ label, amount }) => (
    <Fragment key={label}>
      <dt>{label}</dt>
      <dd>−{formatMoney(amount, locale)}</dd>
    </Fragment>
  ));
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
