import type { CartLineId } from "#app/models/shared/ids.ts";
import { formatMoney, type Money } from "#app/models/shared/money.ts";

import { type Cart, type CartLine, countItems, linesForSale } from "./cart.ts";
import type { CartPricing } from "./pricing.ts";

export type AddedToCart = Readonly<{
  line: Pick<CartLine, "id" | "name" | "variantLabel" | "quantity" | "price" | "image" | "ageText">;
  /** Names of what was added with it. */
  others: ReadonlyArray<string>;
  /** So that a second add opens the panel again. */
  version: number;
  count: number;
  items: Money;
  deliveryText: string;
  /** 0 to 1; null without a threshold. */
  freeDeliveryShare: number | null;
}>;

/** Null if none of `lineIds` is in `cart`. */
export function addedToCart(
  cart: Cart,
  lineIds: ReadonlyArray<CartLineId>,
  pricing: CartPricing,
): AddedToCart | null {
  const [line, ...others] = lineIds.flatMap((lineId) => cart.lines.find(({ id }) => id === lineId) ?? []);
  if (!line) return null;
  const { id, name, variantLabel, quantity, price, image, ageText } = line;
  const { items } = pricing.totals;
  return {
    line: { id, name, variantLabel, quantity, price, image, ageText },
    others: others.map((other) => other.name),
    version: cart.version,
    count: countItems(linesForSale(cart.lines)),
    items,
    deliveryText: addedDeliveryText(pricing),
    freeDeliveryShare: freeDeliveryShare(items, pricing.amountToFreeShipping),
  };
}

export function addedDeliveryText(pricing: CartPricing): string {
  const { chosen, amountToFreeShipping: missing, zone, locale, postcode } = pricing;
  if (!chosen) return `We cannot deliver these items to that ${postcode.inSentence} together.`;
  if (chosen.isFree) return "Delivery is free on this order.";
  if (missing && missing.minor > 0)
    return `Spend ${formatMoney(missing, locale)} more for free standard delivery.`;
  const where = zone?.isEstimate ? ` to ${zone.place.inSentence}` : "";
  return `Delivery${where}: ${formatMoney(chosen.price, locale)}.`;
}

function freeDeliveryShare(items: Money, missing: Money | null): number | null {
  if (!missing) return null;
  const line = items.minor + missing.minor;
  return line === 0 ? null : items.minor / line;
}
