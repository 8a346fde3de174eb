import type { ProductImage, Price } from "#app/models/catalogue/product.ts";
import type { ReorderAvailability } from "#app/models/order/customer-order.ts";
import type { CartId, CustomerId, OrderId } from "#app/models/shared/ids.ts";

export type SavedItem = Readonly<{
  variantId: number | null;
  name: string;
  variantLabel: string | null;
  personalisation: string | null;
  path: string | null;
  image: ProductImage | null;
  /** Of one unit today; null if it cannot be bought. */
  price: Price | null;
  quantity: number;
  available: number;
  state: ReorderAvailability;
}>;

/**
 * "cart": this browser may use the cart itself; "copy": only its items may be copied; "record": rebuilt from the
 * marketing record; "order": it was ordered.
 */
export type RecoverySource = "cart" | "copy" | "record" | "order";

export type Recovery =
  | Readonly<{ kind: "here" }>
  | Readonly<{ kind: "gone"; currentItems: number }>
  | Readonly<{
      kind: "found";
      source: RecoverySource;
      saved: ReadonlyArray<SavedItem>;
      current: ReadonlyArray<SavedItem>;
      isAccounts: boolean;
      orderId: OrderId | null;
    }>;

export type FoundRecovery = Extract<Recovery, { kind: "found" }>;

export type RecoveryVisit = Readonly<{
  customerId: CustomerId | null;
  cartId: CartId | null;
}>;

export function canAdopt(recovery: FoundRecovery): boolean {
  return recovery.source === "cart" && recovery.current.length === 0;
}

export function shortageText(saved: ReadonlyArray<SavedItem>): string | null {
  const gone = saved.filter(({ state }) => state === "gone").length;
  const fewer = saved.filter(({ state }) => state === "fewer").length;
  if (gone === saved.length) return "None of these items are available at the moment.";
  if (gone > 0)
    return `You can buy ${saved.length - gone} of your ${saved.length} saved items at the moment.`;
  return fewer > 0 ? "For some items we have fewer left than you saved." : null;
}

export function takenText(put: number, requested: number): string {
  if (put === 0) return "We could not add any of your saved items to your basket.";
  if (put < requested)
    return `We have added ${put} of ${requested} saved items to your basket. The rest are not available at the moment.`;
  return "We have added your saved items to your basket.";
}
