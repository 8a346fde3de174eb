/** What an order that comes to nothing gives back: the goods it held or took, and the coupon it redeemed. */
import { db } from "#app/db/db.server.ts";
import { returnStock } from "#app/models/catalogue/inventory/stock.server.ts";
import { releaseCoupon } from "#app/models/promotion/coupon-redemption.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { ok, type Result, refused } from "#app/models/shared/result.ts";

import { findStatusBefore, type Move, moveOrder } from "./order.server.ts";
import type { Order } from "./order.ts";
import { releaseHeldStock } from "./stock-reservation.server.ts";

/** Lets go of all that the order holds, in the transaction that ends it. Nothing when it holds nothing. */
export async function letGo(orderId: OrderId): Promise<void> {
  await releaseHeldStock(orderId);
  await releaseCoupon(orderId);
}

/** An order, and the provider's id of its page that was closed; null when it had none yet. */
export type ClosedPage = Readonly<{ orderId: OrderId; paymentId: string | null }>;

/**
 * Ends an order that waits for its payment, in the caller's transaction, if the page that was closed is still the one
 * that it has. "order-moved": it does not wait any more, or a page was opened meanwhile, which has to be closed first.
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
  await letGo(orderId);
  return ok(null);
}

/**
 * The provider gave the whole sum back (by its own pages, or after a dispute) before anything was packed: the goods
 * never left, and count again. Refunds that the shop itself asked for have said what goes back.
 */
export async function reshelve(order: Order, now: Date): Promise<void> {
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
