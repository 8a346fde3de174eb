/** Stock is reserved when an order is placed, released when it ends, taken when it is paid. */
import { db } from "#app/db/db.server.ts";
import {
  releaseStock,
  reserveStock,
  type StockLine,
  takeStock,
} from "#app/models/catalogue/inventory/stock.server.ts";
import { dropUnits } from "#app/models/order/refunds/unsent-units.server.ts";
import { closeUnsentReturns } from "#app/models/order/returns/unsent-return.server.ts";
import { giveBackCredit, releaseCoupon } from "#app/models/coupon/coupon-redemption.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

import { queueOrderEmail } from "./email-queue.server.ts";
import { findFulfilmentHistory } from "./fulfilment.server.ts";
import { creditShare, refundsSoFar, unitsToSend } from "./fulfilment.ts";
import { findStatusBeforeDispute, type Move, moveOrder } from "./order.server.ts";
import type { Order } from "./order.ts";
import { remainingRefund } from "./refund-shares.ts";
import { isToBeSent } from "./status.ts";

/** Call it last in the transaction that places the order, because other buyers wait for these rows until the commit. */
export async function reserveOrderStock(
  orderId: OrderId,
  lines: ReadonlyArray<StockLine>,
): Promise<Result<null, "insufficient-stock">> {
  const quantities = new Map<number, number>();
  for (const line of lines) {
    quantities.set(line.variantId, (quantities.get(line.variantId) ?? 0) + line.quantity);
  }
  const rows = [...quantities].map(([variant_id, quantity]) => ({ order_id: orderId, variant_id, quantity }));
  await db().insertInto("reservations").values(rows).execute();
  return reserveStock(lines);
}

export async function hasReservedStock(orderId: OrderId): Promise<boolean> {
  const held = await db()
    .selectFrom("reservations")
    .select("variant_id")
    .where("order_id", "=", orderId)
    .limit(1)
    .executeTakeFirst();
  return held !== undefined;
}

async function releaseReservedStock(orderId: OrderId): Promise<void> {
  const lines = await endReservations(orderId);
  if (lines.length > 0) await releaseStock(lines);
}

export async function takeReservedStock(
  orderId: OrderId,
  sale: Readonly<{ reason: string; now: Date }>,
): Promise<void> {
  const lines = await endReservations(orderId);
  if (lines.length > 0) await takeStock(lines, sale);
}

/** Of two callers at once one gets them. */
async function endReservations(orderId: OrderId): Promise<ReadonlyArray<StockLine>> {
  const rows = await db()
    .deleteFrom("reservations")
    .where("order_id", "=", orderId)
    .returning(["variant_id", "quantity"])
    .execute();
  return rows.map((row) => ({ variantId: row.variant_id, quantity: row.quantity }));
}

/** Releases the stock that the order reserved and its use of a coupon. Call it in the transaction that ends the order. */
export async function releaseStockAndCoupon(orderId: OrderId, now: Date): Promise<void> {
  await releaseReservedStock(orderId);
  await releaseCoupon(orderId, now);
}

export type ClosedPage = Readonly<{ orderId: OrderId; paymentId: string | null }>;

/**
 * Cancels an order that waits for its payment. Refused with "order-moved" if it no longer waits, or if another payment
 * page was opened since, which must be closed first.
 */
export async function cancelUnpaidOrder(
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
  await releaseStockAndCoupon(orderId, why.now);
  return ok(null);
}

/**
 * All of the money of a paid order went back. What of it was still to be sent is not sent any more, packed or not: its
 * buyer is told, and what no refund or return has decided about goes back in stock. The coupon is released if nothing
 * was sent. Call it in the transaction that ends the order.
 */
export async function endRefundedOrder(order: Order, now: Date): Promise<void> {
  const status = await findStatusBeforeDispute(order);
  if (!isToBeSent(status)) return;
  await queueOrderEmail(order.id, { about: "cancelled" });
  // Read first: a return that is still open has brought nothing back.
  const life = await findFulfilmentHistory(order.id);
  const left = remainingRefund(order, refundsSoFar(life));
  const toSend = unitsToSend({ ...order, status }, life);
  const units = toSend.map((count, index) => Math.min(count, left.units[index] ?? 0));
  const isSent = status === "partially-shipped";
  await giveBackCredit(order.id, creditShare(order, life, units), { now });
  await dropUnits(order, life, { units, isRestocked: true, now });
  await closeUnsentReturns(order.id, { isAll: !isSent, now });
  if (!isSent) await releaseCoupon(order.id, now);
}
