import { paysTodayText, preorderTerms, preorderText } from "#app/models/shipping/preorder.ts";
import type { Store } from "#app/models/store/store.ts";

import { type CartLine, linesForSale } from "./cart.ts";
import type { CartPricing } from "./pricing.ts";

/** What a buyer pays today, and by when the pre-orders are sent; null without any. */
export function basketPreorderText(
  lines: ReadonlyArray<CartLine>,
  { totals, chosen }: Pick<CartPricing, "totals" | "chosen">,
  { store, ...where }: Readonly<{ store: Store; country?: string; now: Date }>,
): string | null {
  const terms = preorderTerms(store, {
    ...where,
    method: chosen?.method ?? null,
    charge: chosen?.price ?? null,
  });
  const text = preorderText(chosen?.consignments ?? [], linesForSale(lines), terms);
  return text && `${paysTodayText(totals.total, store.locale)} ${text}`;
}
