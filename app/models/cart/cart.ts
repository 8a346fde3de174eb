/** Prices come from the catalogue, never from the browser. */
import type { Currency } from "#app/models/shared/currency.ts";
import type { Personalisation } from "#app/models/catalogue/personalisation.ts";
import type { ProductImage, Price, StockState } from "#app/models/catalogue/product.ts";
import type { SetMember } from "#app/models/catalogue/product-set.ts";
import type { CartId, CartLineId } from "#app/models/shared/ids.ts";
import type { DeliveryClass } from "#app/models/store/delivery-class.ts";

import type { GiftRequest } from "./gift.ts";

export const CART_LINES_MAX = 50;

export type CartLine = Readonly<{
  id: CartLineId;
  productId: number;
  variantId: number;
  sku: string;
  name: string;
  variantLabel: string | null;
  path: string;
  image: ProductImage;
  price: Price;
  quantity: number;
  /** Units that could be bought now, without those in earlier lines of the same variant. */
  available: number;
  /** "in another checkout until 14:30. Try again then": payment pages hold the units; missing: they do not, or too few. */
  held?: string;
  stock: StockState;
  quantityMinimum: number;
  quantityMaximum: number;
  /** False if it was taken off sale after it was added: it costs nothing and can only be removed. */
  isForSale: boolean;
  /** ISO 8601; null if it can be sent at once. */
  preorderReleaseAt: string | null;
  deliveryClass: DeliveryClass;
  isFreeShipping: boolean;
  isToy: boolean;
  gift: GiftRequest | null;
  personalisation: Personalisation | null;
  set?: ReadonlyArray<SetMember>;
  taxRateBasisPoints: number;
  ageText: string | null;
  warnings: ReadonlyArray<string>;
}>;

export type Cart = Readonly<{
  id: CartId;
  version: number;
  customerId: string | null;
  email: string | null;
  deliveryMethod: string | null;
  deliveryPostcode: string | null;
  couponCode: string | null;
  /** The currency of its prices when the shopper last changed it, where the shop's is another now; else null. */
  formerCurrency: Currency | null;
  lines: ReadonlyArray<CartLine>;
}>;

export type LineProblem = "not-for-sale" | "insufficient-stock" | "quantity-too-small" | "quantity-too-large";

export function lineProblem(
  line: Pick<
    CartLine,
    "isForSale" | "quantity" | "available" | "held" | "quantityMinimum" | "quantityMaximum"
  >,
): LineProblem | null {
  if (!line.isForSale) return "not-for-sale";
  if (line.quantity > line.available) return "insufficient-stock";
  if (line.quantity < line.quantityMinimum) return "quantity-too-small";
  return line.quantity > line.quantityMaximum ? "quantity-too-large" : null;
}

/** What the shopper has to do before the line can be ordered; the same at basket and checkout. Null: nothing. */
export function lineProblemText(line: Parameters<typeof lineProblem>[0]): string | null {
  switch (lineProblem(line)) {
    case "not-for-sale":
      return "We no longer sell this. Remove it to continue.";
    case "insufficient-stock":
      return shortageText(line);
    case "quantity-too-small":
      return `The minimum quantity is ${line.quantityMinimum}.`;
    case "quantity-too-large":
      return `The maximum quantity is ${line.quantityMaximum}.`;
    case null:
      return null;
  }
}

function shortageText({ available, held }: Pick<CartLine, "available" | "held">): string {
  const wayOn = available === 0 ? "remove it" : `reduce the quantity to ${available}`;
  if (held) return `Insufficient stock: ${held}, or ${wayOn} to continue.`;
  return available === 0
    ? "Insufficient stock: this is sold out. Remove it to continue."
    : `Insufficient stock: only ${available} left. Reduce the quantity to continue.`;
}

export function linesForSale<Line extends Pick<CartLine, "isForSale">>(
  lines: ReadonlyArray<Line>,
): ReadonlyArray<Line> {
  return lines.filter((line) => line.isForSale);
}

/** Units, not lines (requirement cart-6). */
export function countItems(lines: ReadonlyArray<{ quantity: number }>): number {
  return lines.reduce((sum, line) => sum + line.quantity, 0);
}

export function itemsLabel(count: number): string {
  return count === 1 ? "1 item" : `${count} items`;
}
