/** Saved items hold no stock and no price. */
import type { ProductImage } from "#app/models/catalogue/product.ts";
import type { CustomerId, SavedItemId, SavedListId } from "#app/models/shared/ids.ts";
import { type Money, subtractMoney } from "#app/models/shared/money.ts";

import type { CartLine } from "./cart.ts";

export type SavedOwner = Readonly<{ customerId: CustomerId }> | Readonly<{ listId: SavedListId }>;

export const isGuestList = (owner: SavedOwner | null): boolean => owner === null || "listId" in owner;

export const SAVED_MAX = 50;
export const SAVED_LIST_FULL = `Your saved list holds ${SAVED_MAX}. We left out the oldest.`;
export const SAVED_GUEST_DAYS = 90;
const BACK_DAYS = 7;
const DAY_MS = 86_400_000;

export type SavedState =
  | Readonly<{ kind: "available"; isBack: boolean; left: number | null }>
  | Readonly<{ kind: "sold-out" }>
  | Readonly<{ kind: "variant-gone" }>
  | Readonly<{ kind: "not-for-sale" }>;

/** Since the item was saved; null if the price is the same, or was in another currency. */
export type PriceChange =
  Readonly<{ kind: "cheaper"; by: Money }> | Readonly<{ kind: "dearer"; was: Money }> | null;

export type SavedForLater = Readonly<{
  id: SavedItemId;
  variantId: number;
  name: string;
  variantLabel: string | null;
  quantity: number;
  path: string | null;
  image: ProductImage | null;
  ageText: string | null;
  price: CartLine["price"] | null;
  state: SavedState;
  change: PriceChange;
}>;

type Sold = Pick<CartLine, "isForSale" | "available" | "stock">;
type Restock = Readonly<{ restockedAt: string | null; now: Date }>;

export function savedState(
  line: Sold | null,
  { isProductSold, ...restock }: Restock & Readonly<{ isProductSold: boolean }>,
): SavedState {
  if (!line) return { kind: isProductSold ? "variant-gone" : "not-for-sale" };
  if (!line.isForSale) return { kind: "not-for-sale" };
  if (line.available === 0) return { kind: "sold-out" };
  return {
    kind: "available",
    isBack: isBack(restock),
    left: line.stock === "low-stock" ? line.available : null,
  };
}

function isBack({ restockedAt, now }: Restock): boolean {
  return restockedAt !== null && now.getTime() - Date.parse(restockedAt) < BACK_DAYS * DAY_MS;
}

export function priceChange(now: Money, saved: Money): PriceChange {
  if (saved.currency !== now.currency || saved.minor === now.minor) return null;
  return saved.minor > now.minor
    ? { kind: "cheaper", by: subtractMoney(saved, now) }
    : { kind: "dearer", was: saved };
}

/** The larger quantity and the older date stay. */
export function joinedItem<Item extends Readonly<{ quantity: number; saved_at: string }>>(
  one: Item,
  other: Item,
): Item {
  const older = one.saved_at <= other.saved_at ? one : other;
  return { ...older, quantity: Math.max(one.quantity, other.quantity) };
}
