import type { StockState } from "#app/models/catalogue/product.ts";
import { QUANTITY_SHOWN_MAX } from "#app/models/shared/line-quantity.ts";

export type Availability = "available" | "preorder" | "discontinued";

export function displayedQuantity(available: number): number {
  return Math.min(Math.max(0, available), QUANTITY_SHOWN_MAX);
}

export function stockState(
  stock: Readonly<{ availability: Availability; available: number; lowStockThreshold: number }>,
): StockState {
  if (stock.availability === "discontinued") return "discontinued";
  if (stock.available <= 0) return "out-of-stock";
  if (stock.availability === "preorder") return "preorder";
  return stock.available <= stock.lowStockThreshold ? "low-stock" : "in-stock";
}

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
      return "Discontinued";
  }
}

export function canBeBought(state: StockState): boolean {
  return state === "in-stock" || state === "low-stock" || state === "preorder";
}

type Shortage = Readonly<{ variantId: number; name: string; requested: number; available: number }>;

export function shortageOf(shortage: Shortage): Shortage & Readonly<{ message: string }> {
  return { ...shortage, message: `We do not have sufficient stock of ${shortage.name}` };
}
