/** Whether we have it, and the words for it. */
import type { StockState } from "#app/models/catalogue/product.ts";
import { LINE_QUANTITY_MAX } from "#app/models/shared/line-quantity.ts";

export type Availability = "available" | "preorder" | "discontinued";

/**
 * The most units of a variant that pages tell of: more than fit into one line of a basket, more than are ever called
 * few. From there on the stock may go up and down, and no page is another one.
 */
export const UNITS_TOLD_MAX = LINE_QUANTITY_MAX + 1;

/** The units that a page tells of, where `available` (on the shelf less held, never counted below 0) can be bought. */
export function toldUnits(available: number): number {
  return Math.min(Math.max(0, available), UNITS_TOLD_MAX);
}

/** The state of something of which `available` units can be bought, `lowFrom` units or fewer being few. */
export function stockState(
  stock: Readonly<{ availability: Availability; available: number; lowFrom: number }>,
): StockState {
  if (stock.availability === "discontinued") return "discontinued";
  if (stock.available <= 0) return "out-of-stock";
  if (stock.availability === "preorder") return "preorder";
  return stock.available <= stock.lowFrom ? "low-stock" : "in-stock";
}

/** "In stock", "Only 2 left", "Sold out", "Pre-order", "No longer made". */
export function stockText(state: StockState, available: number): string {
  switch (state) {
    case "in-stock":
      return "In stock";
    case "low-stock":
      return `Only ${available} left`;
    case "out-of-stock":
      return "Sold out";
    case "preorder":
      return "Pre-order";
    case "discontinued":
      return "No longer made";
  }
}

/** True when something in `state` may be put into a basket. */
export function canBeBought(state: StockState): boolean {
  return state === "in-stock" || state === "low-stock" || state === "preorder";
}

type Shortage = Readonly<{ variantId: number; name: string; requested: number; available: number }>;

/** What the refusal "insufficient-stock" says: the variant, its name, the units asked for and the units there are. */
export function shortageOf(shortage: Shortage): Shortage & Readonly<{ message: string }> {
  return { ...shortage, message: `We do not have sufficient stock of ${shortage.name}` };
}
