/** What the gift form of one basket line needs to know. */
import type { CartLine } from "#app/models/cart/cart.ts";
import { type GiftRules, isGiftable, type LineGift } from "#app/models/cart/gift.ts";
import type { CartPricing } from "#app/models/cart/pricing.ts";
import type { Money } from "#app/models/shared/money.ts";

export type BasketGift = Readonly<{
  rules: GiftRules;
  /** What stands of the line's wish, or null. */
  gift: LineGift | null;
  /** What wrapping costs for each unit; zero: free in this basket. Null: this cannot be a gift. */
  fee: Money | null;
}>;

/** Null for a line that is not sold any more. */
export function basketGift(line: CartLine, pricing: CartPricing, rules: GiftRules): BasketGift | null {
  const at = pricing.totals.lines.findIndex(({ variantId }) => variantId === line.variantId);
  if (at < 0) return null;
  const fee = isGiftable(line, rules) ? pricing.wrapFee : null;
  return { rules, gift: pricing.gifts[at] ?? null, fee };
}
