/** A cart as the shop reads it: its lines priced afresh, never from what a browser sent. */
import type { Picture, Price, StockState } from "#app/models/catalogue/product.ts";
import type { CartId, CartLineId } from "#app/models/shared/ids.ts";
import type { DeliveryClass } from "#app/models/store/delivery-class.ts";

import type { GiftWish } from "./gift.ts";

/** Most lines in one cart. */
export const CART_LINES_MAX = 50;

export type CartLine = Readonly<{
  id: CartLineId;
  productId: number;
  variantId: number;
  sku: string;
  name: string;
  variantLabel: string | null;
  /** Path of the product with this variant chosen (`?swatch=` where it has one). */
  path: string;
  picture: Picture;
  price: Price;
  quantity: number;
  /** Units that could be bought now. */
  available: number;
  stock: StockState;
  /** The least and the most this line may hold: line limit, product limits and stock. */
  quantityMinimum: number;
  quantityMaximum: number;
  /** False when it was taken off sale after it was put in: it costs nothing, and can only be removed. */
  isForSale: boolean;
  /** When a pre-order comes in, ISO 8601, or null when it can go at once. */
  preorderReleaseAt: string | null;
  deliveryClass: DeliveryClass;
  isFreeShipping: boolean;
  isToy: boolean;
  /** How it is to be wrapped and what its card says, or null. */
  gift: GiftWish | null;
  /** In hundredths of a per cent: 2000 is 20 %. */
  taxRateBasisPoints: number;
  ageText: string | null;
  /** Safety warnings that must be seen before buying, each starting with "Warning". */
  warnings: ReadonlyArray<string>;
}>;

export type Cart = Readonly<{
  id: CartId;
  /** Counts up with every change. */
  version: number;
  customerId: string | null;
  email: string | null;
  deliveryMethod: string | null;
  deliveryPostcode: string | null;
  /** Code of the coupon that was entered, or null. */
  couponCode: string | null;
  lines: ReadonlyArray<CartLine>;
}>;

/** Most the goods in one cart may cost, in whole minor units: 50,000 pounds. */
export const CART_VALUE_MAX_MINOR = 5_000_000;

export type LineProblem = "not-for-sale" | "insufficient-stock" | "quantity-too-small" | "quantity-too-large";

/** What keeps `line` from being bought as it stands, or null. */
export function lineProblem(
  line: Pick<CartLine, "isForSale" | "quantity" | "available" | "quantityMinimum" | "quantityMaximum">,
): LineProblem | null {
  if (!line.isForSale) return "not-for-sale";
  if (line.quantity > line.available) return "insufficient-stock";
  if (line.quantity < line.quantityMinimum) return "quantity-too-small";
  return line.quantity > line.quantityMaximum ? "quantity-too-large" : null;
}

/** The lines that count: what was taken off sale is shown, but neither priced nor ordered. */
export function linesForSale<Line extends Pick<CartLine, "isForSale">>(
  lines: ReadonlyArray<Line>,
): ReadonlyArray<Line> {
  return lines.filter((line) => line.isForSale);
}

/** Units in the cart, not lines (reading 23). */
export function countItems(lines: ReadonlyArray<{ quantity: number }>): number {
  return lines.reduce((sum, line) => sum + line.quantity, 0);
}

/** "1 item", "3 items" (reading 23). */
export function itemsLabel(count: number): string {
  return count === 1 ? "1 item" : `${count} items`;
}
