/** What a paid order sets off, in the transaction that pays it: goods leave, the basket empties, the e-mail is queued. */
import { db } from "#app/db/db.server.ts";
import { countPurchase } from "#app/models/analytics/purchase-events.server.ts";
import { countOrdered } from "#app/models/cart-recovery/report.server.ts";
import { deleteCart } from "#app/models/cart/cart.server.ts";
import { enqueue } from "#app/models/jobs/outbox.server.ts";
import { noteCart } from "#app/models/marketing/sync-outbox.server.ts";
import type { CartId, OrderId } from "#app/models/shared/ids.ts";

import type { Order } from "./order.ts";
import { takeHeldStock } from "./stock-reservation.server.ts";

/** Call it once, right after the order was moved to "paid" and while it holds its stock. */
export async function completeOrder(order: Order, now: Date): Promise<void> {
  await clearCart(order, now);
  await countOrdered(order, now);
  await countPurchase(order, now);
  await enqueue({
    key: `order-confirmation:${order.id}`,
    kind: "order-confirmation",
    payload: { orderId: order.id },
  });
  // Last of all: other buyers of the same goods wait for these rows until the commit.
  await takeHeldStock(order.id, { reason: `order ${order.number}`, now });
}

/**
 * The money cannot be kept: it goes back, once, and the shopper is told why. `paidOrder` is the number of the order by
 * which the same basket was paid; null: the goods were gone.
 */
export async function queueRefund(orderId: OrderId, paidOrder: number | null): Promise<void> {
  await enqueue({ key: `refund:${orderId}`, kind: "payment-refund", payload: { orderId } });
  await enqueue({
    key: `order-refunded:${orderId}`,
    kind: "order-refunded",
    payload: paidOrder === null ? { orderId } : { orderId, paidOrder },
  });
}

/** Takes what was ordered out of the basket; what was put in while the payment ran stays. */
async function clearCart(order: Order, now: Date): Promise<void> {
  for (const { variantId, quantity } of order.lines) {
    await db()
      .deleteFrom("cart_lines")
      .where("cart_id", "=", order.cartId)
      .where("variant_id", "=", variantId)
      .where("quantity", "<=", quantity)
      .execute();
    await db()
      .updateTable("cart_lines")
      .set(({ eb }) => ({ quantity: eb("quantity", "-", quantity) }))
      .where("cart_id", "=", order.cartId)
      .where("variant_id", "=", variantId)
      .where("quantity", ">", quantity)
      .execute();
  }
  const left = await db()
    .selectFrom("cart_lines")
    .select("id")
    .where("cart_id", "=", order.cartId)
    .limit(1)
    .executeTakeFirst();
  if (!left) {
    await deleteCart(order.cartId as CartId, now);
    return;
  }
  await db()
    .updateTable("carts")
    .set(({ eb }) => ({ version: eb("version", "+", 1), updated_at: now.toISOString() }))
    .where("id", "=", order.cartId)
    .execute();
  await noteCart(order.cartId as CartId, now);
}
