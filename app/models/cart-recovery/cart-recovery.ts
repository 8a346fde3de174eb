/** A basket that a link brings back: what is in it, and what this browser may do with it. */
import type { Picture, Price } from "#app/models/catalogue/product.ts";
import type { AgainState } from "#app/models/order/customer-order.ts";
import type { CartId, CustomerId, OrderId } from "#app/models/shared/ids.ts";

/** One of the things that were saved, as the catalogue says now. */
export type SavedGoods = Readonly<{
  /** Null for what left the catalogue. */
  variantId: number | null;
  name: string;
  variantLabel: string | null;
  /** The product's page, or null when there is none any more. */
  path: string | null;
  picture: Picture | null;
  /** Today's, of one unit; null when it cannot be had. */
  price: Price | null;
  /** Units that were saved. */
  quantity: number;
  /** Units that can be had now, at most `quantity`. */
  available: number;
  state: AgainState;
}>;

/**
 * Where the goods come from. "cart": the very basket, which this browser may use. "copy": a basket that stays with
 * the customer or the browser it belongs to, of which only the goods may be taken. "record": what is known of a
 * basket that is gone. "order": a basket that was ordered.
 */
export type RecoverySource = "cart" | "copy" | "record" | "order";

/** What the link leads to, for this browser. */
export type Recovery =
  /** This browser uses that basket already. */
  | Readonly<{ kind: "here" }>
  /** There is nothing that this browser may have. */
  | Readonly<{ kind: "gone"; currentItems: number }>
  | Readonly<{
      kind: "found";
      source: RecoverySource;
      saved: ReadonlyArray<SavedGoods>;
      /** What this browser's own basket holds; empty when it has none. */
      current: ReadonlyArray<SavedGoods>;
      /** True for the basket of a customer who is not logged in here. */
      isAccounts: boolean;
      /** The order that was made of it; for "order" only. */
      orderId: OrderId | null;
    }>;

export type FoundRecovery = Extract<Recovery, { kind: "found" }>;

/** Who opened the link. */
export type RecoveryVisit = Readonly<{
  customerId: CustomerId | null;
  /** The basket that this browser uses, or null. */
  cartId: CartId | null;
}>;

/** True when the basket can simply be used: nothing here is in its way, and nothing has to be written. */
export function canAdopt(recovery: FoundRecovery): boolean {
  return recovery.source === "cart" && recovery.current.length === 0;
}

/** Lines in words: "3 of the 4 saved goods can be had at the moment." Null when all can, as many as were saved. */
export function shortageText(saved: ReadonlyArray<SavedGoods>): string | null {
  const gone = saved.filter(({ state }) => state === "gone").length;
  const fewer = saved.filter(({ state }) => state === "fewer").length;
  if (gone === saved.length) return "None of it can be had at the moment.";
  if (gone > 0) return `${saved.length - gone} of the ${saved.length} saved goods can be had at the moment.`;
  return fewer > 0 ? "Of some there are fewer left than you had saved." : null;
}

/** What the basket says after goods were put into it; `put` of `wanted` lines found a place. */
export function takenText(put: number, wanted: number): string {
  if (put === 0) return "None of the saved goods could be put into your basket.";
  if (put < wanted)
    return `${put} of ${wanted} saved goods are in your basket. The others cannot be had at the moment.`;
  return "Your saved goods are in your basket.";
}
