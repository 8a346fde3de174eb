import { db } from "#app/db/db.server.ts";
import { returnStock } from "#app/models/catalogue/inventory/stock.server.ts";
import { releaseCoupon } from "#app/models/promotion/coupon-redemption.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { ok, type Result, refused } from "#app/models/shared/result.ts";

import { findStatusBefore, type Move, moveOrder } from "./order.server.ts";
import type { Order } from "./order.ts";
import { releaseHeldStock } from "./stock-reservation.server.ts";

/** Releases everything that the order holds. Call it in the transaction that ends it. */
export async function releasePayment(orderId: OrderId): Promise<void> {
  await releaseHeldStock(orderId);
  await releaseCoupon(orderId);
}

/** The order, and the provider's id of its closed page; null if it had none. */
export type ClosedPage = Readonly<{ orderId: OrderId; paymentId: string | null }>;

/**
 * Ends an order that waits for payment, if the closed page is still its page. "order-moved": it no longer waits, or
 * another page was opened, which must be closed first.
 */
export async function endUnpaid(
  { orderId, paymentId }: ClosedPage,
  why: Pick<Move, "reason" | "by" | "now">,
): Promise<Result<null, "order-moved">> {
  const moved = await moveOrder(orderId, { from: "awaiting-payment", to: "cancelled", ...why });
  if (!moved.ok) return moved;
  const unchanged = await db()
    .updateTable("payments")
    .set({ updated_at: why.now.toISOString() })
    .where("order_id", "=", orderId)
    .where("provider_payment_id", paymentId === null ? "is" : "=", paymentId)
    .executeTakeFirst();
  if (Number(unchanged.numUpdatedRows) !== 1) return refused("order-moved");
  await releasePayment(orderId);
  return ok(null);
}

/**
 * Restocks an order that the provider refunded as a whole before anything was packed. Refunds that the shop requested
 * have decided about their stock themselves.
 */
export async function restock(order: Order, now: Date): Promise<void> {
  const status = order.status === "disputed" ? await findStatusBefore(order.id, "disputed") : order.status;
  if (status !== "paid" || (await hasRefunds(order.id))) return;
  await returnStock(order.lines, { reason: `back from order ${order.number}`, now });
}

async function hasRefunds(orderId: OrderId): Promise<boolean> {
  const refund = await db()
    .selectFrom("refunds")
    .select("id")
    .where("order_id", "=", orderId)
    .limit(1)
    .executeTakeFirst();
  return refund !== undefined;
}
