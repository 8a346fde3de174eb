import { transact } from "#app/db/db.server.ts";
import { completeOrder } from "#app/models/order/on-paid.server.ts";
import { moveOrder } from "#app/models/order/order.server.ts";
import type { Order } from "#app/models/order/order.ts";
import { type ClosedPage, endUnpaid } from "#app/models/order/release-reservation.server.ts";
import { holdsStock, holdStock } from "#app/models/order/stock-reservation.server.ts";
import { redeemAgain } from "#app/models/promotion/coupon-redemption.server.ts";
import { type Ok, ok, type Refusal, refused, type Result } from "#app/models/shared/result.ts";

import { findRival, holdBasket, isPurchaseHeld, type Rival } from "./basket-payment.server.ts";
import { closePayment } from "./page.server.ts";

/** Why a payment has to be refunded. With "basket-paid", `paidOrder` is the number of the order that was paid. */
export type Unpayable = Refusal<"insufficient-stock" | "basket-paid">;

type Taken = Ok<null> | Refusal<"order-moved"> | Unpayable;

/**
 * Moves the order to "paid" and does what follows, once. The first money wins: a waiting order of the same cart is
 * ended, and after a paid one this payment goes back ("basket-paid"). "order-moved": something changed meanwhile; read
 * again.
 */
export async function takePayment(order: Order, now: Date): Promise<Taken> {
  const rival = await rivalOf(order);
  // Asks the provider, so before the transaction. If it does not answer, the other order ends all the same, and money
  // paid for it goes back.
  const closed = rival?.status === "awaiting-payment" ? await closePayment(rival.id) : null;
  try {
    return await transact<Taken>(() => pay(order, closed, now));
  } catch (error) {
    // Of two late payments of one cart at once, the index lets one through.
    if (isPurchaseHeld(error)) return refused("order-moved");
    throw error;
  }
}

/** An order that waits for payment holds the purchase itself. */
async function rivalOf(order: Order): Promise<Rival | null> {
  return order.status === "awaiting-payment" ? null : findRival(order);
}

async function pay(order: Order, closed: ClosedPage | null, now: Date): Promise<Taken> {
  await holdBasket(order.cartId);
  const held = await takePurchase(order, closed, now);
  if (!held.ok) return held;
  const moved = await moveOrder(order.id, {
    from: order.status,
    to: "paid",
    reason: "payment received",
    by: "payment",
    now,
  });
  if (!moved.ok) return moved;
  // Waiting orders hold their stock; one that was cancelled must reserve it again.
  if (!(await holdsStock(order.id))) {
    const items = await holdStock(order.id, order.lines);
    if (!items.ok) return items;
  }
  if (order.totals.coupon) await redeemAgain(order, order.totals.coupon, now);
  await completeOrder(order, now);
  return ok(null);
}

async function takePurchase(
  order: Order,
  closed: ClosedPage | null,
  now: Date,
): Promise<Result<null, "order-moved" | "basket-paid">> {
  const rival = await rivalOf(order);
  if (!rival) return ok(null);
  if (rival.status !== "awaiting-payment") return refused("basket-paid", { paidOrder: rival.number });
  if (closed?.orderId !== rival.id) return refused("order-moved");
  return endUnpaid(closed, { reason: "superseded by a payment", by: "payment", now });
}
