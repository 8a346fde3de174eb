import type { CartLine } from "#app/models/cart/cart.ts";
import { type GiftRules, isGiftable, type LineGift } from "#app/models/cart/gift.ts";
import type { CartPricing } from "#app/models/cart/pricing.ts";
import type { Money } from "#app/models/shared/money.ts";

export type BasketGift = Readonly<{
  rules: GiftRules;
  gift: LineGift | null;
  /** Fee for each unit; zero is free. Null: this item cannot be wrapped. */
  fee: Money | null;
}>;

/** Null for an item that is no longer sold. */
export function basketGift(line: CartLine, pricing: CartPricing, rules: GiftRules): BasketGift | null {
  const at = pricing.totals.lines.findIndex(({ variantId }) => variantId === line.variantId);
  if (at < 0) return null;
  const fee = isGiftable(line, rules) ? pricing.wrapFee : null;
  return { rules, gift: pricing.gifts[at] ?? null, fee };
}
