/** One basket is paid at most once: which of its orders holds the purchase, and who waits while that is decided. */
import { db } from "#app/db/db.server.ts";
import { breaksUnique } from "#app/db/dialect.server.ts";
import type { Order } from "#app/models/order/order.ts";
import { HOLDS_PURCHASE, isOrderStatus, type OrderStatus } from "#app/models/order/status.ts";
import { type AttemptId, isOrderId, type OrderId } from "#app/models/shared/ids.ts";

/**
 * Locks the row of the cart until the transaction ends, so that placing and paying orders of one basket happen one
 * after the other. Take it before any row of an order: everybody locks in this order. False when the cart is gone, or
 * has another version than `version`.
 */
export async function holdBasket(cartId: string, version?: number): Promise<boolean> {
  const held = await db()
    .updateTable("carts")
    .set((row) => ({ version: row.ref("version") }))
    .where("id", "=", cartId)
    .$if(version !== undefined, (query) => query.where("version", "=", version ?? 0))
    .executeTakeFirst();
  return Number(held.numUpdatedRows) === 1;
}

/** What orders of one basket say about each other. */
type BasketOrder = Readonly<{
  id: string;
  attempt_id: string;
  status: string;
  purchase: number;
  paid_at: string | null;
}>;

/** All orders of the cart, the oldest first. To place one by them, ask in the transaction that holds the basket. */
export function findBasketOrders(cartId: string): Promise<ReadonlyArray<BasketOrder>> {
  return db()
    .selectFrom("orders")
    .select(["id", "attempt_id", "status", "purchase", "paid_at"])
    .where("cart_id", "=", cartId)
    .orderBy("placed_at")
    .execute();
}

/**
 * The number of the purchase that a cart with these orders is filled for now: the one after the last that was paid for,
 * also if the money was given back since.
 */
export function nextPurchase(orders: ReadonlyArray<BasketOrder>): number {
  return Math.max(0, ...orders.map((order) => (order.paid_at === null ? 0 : order.purchase + 1)));
}

/**
 * Those of a cart's orders, but for the one of `attemptId`, beside which none may be placed: they wait for a payment, or
 * a person looks at what was paid for the same purchase. The index "orders_one_payment" refuses the first too.
 */
export function ordersInTheWay(
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

/** The other order that holds the purchase which `order` is for: it may still be paid, or has been. Null when none does. */
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
    .where("other.status", "in", HOLDS_PURCHASE)
    .executeTakeFirst();
  if (!row) return null;
  const { id, number, status } = row;
  if (!isOrderId(id) || !isOrderStatus(status)) throw new Error(`Order ${id} is damaged`);
  return { id, number, status };
}

/** True when the database refused `error`'s statement because another order holds the purchase. */
export function isPurchaseHeld(error: unknown): boolean {
  return breaksUnique(error, { index: "orders_one_payment", columns: ["orders.cart_id", "orders.purchase"] });
}
