/** Baskets that were left, and what becomes of them: for tests of models and routes. */
import { db, transact } from "#app/db/db.server.ts";
import { type LinkPurpose, recoveryAddress } from "#app/models/cart/recovery-link.server.ts";
import { checkOut } from "#app/models/checkout/checkout.server.ts";
import type { MarketingCart } from "#app/models/marketing/cart.ts";
import { queueCartSync } from "#app/models/marketing/sync-outbox.server.ts";
import { completeOrder } from "#app/models/order/on-paid.server.ts";
import { findOrder, moveOrder } from "#app/models/order/order.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import type { CartId, OrderId } from "#app/models/shared/ids.ts";
import { ok } from "#app/models/shared/result.ts";
import { NOW } from "#tests/support/now.ts";

import { commandFor, details } from "./checkout.ts";

/** Rainbow Stacker: Muted, Sunset, and Forest, which is sold out. */
export const MUTED = 5000;
export const SUNSET = 5001;
export const FOREST = 5002;

/** Path of the link, signed today. */
export function signedPath(cartId: CartId, purpose: LinkPurpose = "recovery"): string {
  const { pathname, search } = new URL(recoveryAddress(cartId, new Date(), purpose));
  return pathname + search;
}

/** Orders what is in the cart and pays for it. */
export async function orderCart(cartId: CartId, email = "hannah@example.org"): Promise<OrderId> {
  const done = await checkOut(await commandFor(cartId, details({ email })), NOW);
  if (!done.ok) throw new Error(done.code);
  await payFor(done.value.orderId);
  return done.value.orderId;
}

/** Pays for an order that waits for it. */
async function payFor(id: OrderId): Promise<void> {
  await transact(async () => {
    const paid = { from: "awaiting-payment", to: "paid", reason: "paid", by: "payment", now: NOW } as const;
    const moved = await moveOrder(id, paid);
    const order = await findOrder(id);
    if (!moved.ok || !order) throw new Error("The order could not be paid");
    await completeOrder(order, NOW);
    return ok(null);
  });
}

/** The lines of the cart: variant and quantity. */
export async function linesOf(cartId: CartId): Promise<Readonly<Record<number, number>>> {
  const rows = await db()
    .selectFrom("cart_lines")
    .select(["variant_id", "quantity"])
    .where("cart_id", "=", cartId)
    .execute();
  return Object.fromEntries(rows.map((row) => [row.variant_id, row.quantity]));
}

/** The steps that were counted, "opened" before "ordered". */
export async function countedSteps(): Promise<ReadonlyArray<string>> {
  const rows = await db().selectFrom("recovery_steps").select("step").orderBy("step").execute();
  return rows.map(({ step }) => step);
}

/** A cart that is gone, of which the marketing record of a guest is left. */
export async function recordedCart(
  items: Readonly<Record<number, number>>,
  { price = 5_400, customerId = null }: Readonly<{ price?: number; customerId?: string | null }> = {},
): Promise<CartId> {
  const id = newId("cart");
  const record: MarketingCart = {
    cartID: id,
    currency: "GBP",
    email: "recorded@example.com",
    cartRecoveryUrl: `http://localhost:3000/cart-recovery/${id}`,
    cartSum: price,
    products: Object.entries(items).map(([variantId, quantity]) => ({
      cartProductID: newId("line"),
      productID: "1",
      variantID: variantId,
      title: `Goods ${variantId}`,
      imageUrl: "",
      productUrl: "",
      quantity,
      price,
    })),
  };
  await queueCartSync(id, { customer_id: customerId }, NOW);
  await db()
    .updateTable("marketing_carts")
    .set({ record: JSON.stringify(record), synced_version: 1 })
    .where("cart_id", "=", id)
    .execute();
  return id;
}
