/** Decides which order holds the purchase of a cart (decision 0006). */
import type { Selectable } from "kysely";

import { db } from "#app/db/db.server.ts";
import { breaksUnique } from "#app/db/dialect.server.ts";
import type { Database } from "#app/db/schema.ts";
import type { Order } from "#app/models/order/order.ts";
import { HOLDS_PURCHASE, isOrderStatus, type OrderStatus } from "#app/models/order/status.ts";
import { type AttemptId, isOrderId, type OrderId } from "#app/models/shared/ids.ts";

/**
 * Until the transaction ends, so that placing and paying orders of one cart happen one after the other; call it before
 * locking an order. False if the cart is gone, or if its version is not `version`.
 */
export async function lockCartPurchase(cartId: string, version?: number): Promise<boolean> {
  const held = await db()
    .updateTable("carts")
    .set((row) => ({ version: row.ref("version") }))
    .where("id", "=", cartId)
    .$if(version !== undefined, (query) => query.where("version", "=", version ?? 0))
    .executeTakeFirst();
  return Number(held.numUpdatedRows) === 1;
}

type BasketOrder = Pick<
  Selectable<Database["orders"]>,
  "id" | "attempt_id" | "status" | "purchase" | "paid_at"
>;

/** Oldest first; call it in the transaction that holds the cart. */
export function findBasketOrders(cartId: string): Promise<ReadonlyArray<BasketOrder>> {
  return db()
    .selectFrom("orders")
    .select(["id", "attempt_id", "status", "purchase", "paid_at"])
    .where("cart_id", "=", cartId)
    .orderBy("placed_at")
    .execute();
}

/** One after the last that was paid, even if its money went back. */
export function nextPurchase(orders: ReadonlyArray<BasketOrder>): number {
  return Math.max(0, ...orders.map((order) => (order.paid_at === null ? 0 : order.purchase + 1)));
}

/**
 * No new order may be placed beside them: they wait for a payment, or a wrong payment for the same purchase is in
 * review.
 */
export function blockingOrders(
  orders: ReadonlyArray<BasketOrder>,
  attemptId: AttemptId,
): ReadonlyArray<OrderId> {
  const purchase = nextPurchase(orders);
  return orders
    .filter((order) => order.attempt_id !== attemptId)
    .filter(
      ({ status, ...order }) =>
        status === "awaiting-payment" || (status === "payment-review" && order.purchase === purchase),
    )
    .map(({ id }) => id)
    .filter(isOrderId);
}

export type Rival = Readonly<{ id: OrderId; number: number; status: OrderStatus }>;

/** One that was paid and then cancelled holds the purchase until all of its money is back. */
export async function findRival(order: Pick<Order, "id">): Promise<Rival | null> {
  const row = await db()
    .selectFrom("orders as own")
    .innerJoin("orders as other", (join) =>
      join
        .onRef("other.cart_id", "=", "own.cart_id")
        .onRef("other.purchase", "=", "own.purchase")
        .onRef("other.id", "<>", "own.id"),
    )
    .select(["other.id", "other.number", "other.status"])
    .where("own.id", "=", order.id)
    .where((row) =>
      row.or([
        row("other.status", "in", HOLDS_PURCHASE),
        row.and([row("other.status", "=", "cancelled"), row("other.paid_at", "is not", null)]),
      ]),
    )
    .executeTakeFirst();
  if (!row) return null;
  const { id, number, status } = row;
  if (!isOrderId(id) || !isOrderStatus(status)) throw new Error(`Order ${id} is damaged`);
  return { id, number, status };
}

export function isPurchaseHeld(error: unknown): boolean {
  return breaksUnique(error, { index: "orders_one_payment", columns: ["orders.cart_id", "orders.purchase"] });
}
