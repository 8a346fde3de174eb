import { closePayment } from "#app/models/order/payment/page.server.ts";
import { findOrderPaymentEvents, settle } from "#app/models/order/payment/payment.server.ts";
import { wrongSum } from "#app/models/order/payment/review.ts";
import { amountDue } from "#app/models/order/refunds/refund-due.ts";
import { closeUnsentReturns } from "#app/models/order/returns/unsent-return.server.ts";
import {
  creditBackSince,
  findCreditUse,
  releaseCoupon,
} from "#app/models/coupon/coupon-redemption.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { type Money, money } from "#app/models/shared/money.ts";
import { ok, type Ok, refused, type Result } from "#app/models/shared/result.ts";

import { queueOrderEmail } from "./email-queue.server.ts";
import { findFulfilmentHistory, lockOrder } from "./fulfilment.server.ts";
import { type Actor, canCancel, type FulfilmentHistory, refundsSoFar } from "./fulfilment.ts";
import { type Beside, checkedTransaction, withBeside } from "./invariants/checked-transaction.server.ts";
import { findOrder, findStatusBeforeDispute, moveOrder, nameCancellation } from "./order.server.ts";
import type { Order } from "./order.ts";
import { remainingRefund } from "./refund-shares.ts";
import { writeRefund, refundWrongSum } from "./refund.server.ts";
import { type ClosedPage, cancelUnpaidOrder, releaseStockAndCoupon } from "./reservation.server.ts";
import { canMoveOrder, type OrderStatus } from "./status.ts";
import { refundUnsent, unsentRefund } from "./refunds/refund-unsent.server.ts";
import { isWorkBegun, unitsToCancel } from "./words.ts";

export type Cancelled = Readonly<{
  order: Order;
  /** Zero if nothing was paid, or everything was refunded before. */
  refund: Money;
  /** As in `Requested`. */
  creditBack?: number;
  isChanged: boolean;
  before: OrderStatus;
}>;

export type CancelRefusal =
  | "order-not-found"
  | "cancel-too-late"
  | "cancel-work-begun"
  | "cancel-payment-pending"
  | "order-state-conflict"
  | "payment-unavailable"
  | "sums-differ";

type Cancel = Actor & Readonly<{ reason: string }>;

/**
 * A waiting order is settled first, so that a payment of this moment is not lost; while the bank decides about one it
 * cannot be cancelled. Of a wrong payment exactly that sum is refunded. `beside` runs in the same transaction.
 */
export async function cancelOrder<Other extends string = never>(
  id: OrderId,
  cancel: Cancel,
  beside?: Beside<Cancelled, Other>,
): Promise<Result<Cancelled, CancelRefusal | Other>> {
  const before = await findOrder(id);
  if (!before) return refused("order-not-found");
  const isEndedHere = before.status === "awaiting-payment";
  const closed = isEndedHere ? await endPayment(id, cancel.now) : ok(null);
  if (!closed.ok) return closed;
  const done = await checkedTransaction<Cancelled, CancelRefusal | Other>(
    async () => withBeside(await end(id, closed.value, cancel), beside),
    ({ order }) => order.id,
    cancel.now,
  );
  return done.ok && isEndedHere ? ok({ ...done.value, isChanged: true }) : done;
}

/** A refusal: it may have been paid, or may still be. */
async function endPayment(
  id: OrderId,
  now: Date,
): Promise<Result<ClosedPage, "payment-unavailable" | "cancel-payment-pending">> {
  const closed = await closePayment(id);
  if (!closed.isClosed) return refused("payment-unavailable");
  const settled = await settle(id, now);
  if (settled?.providerAnswered === false) return refused("payment-unavailable");
  return settled?.state === "processing" ? refused("cancel-payment-pending") : ok(closed);
}

async function end(
  id: OrderId,
  closed: ClosedPage | null,
  cancel: Cancel,
): Promise<Result<Cancelled, CancelRefusal>> {
  const order = await lockOrder(id);
  if (!order) return refused("order-not-found");
  if (closed && order.status === "cancelled") await nameCancellation(id, cancel);
  if (order.status === "cancelled" || (order.status === "refunded" && order.paidAt !== null))
    return ended(order, { isChanged: false });
  if (order.status.endsWith("shipped") && cancel.by === "customer") return endPart(order, cancel);
  return endWhole(order, closed, cancel);
}

async function endWhole(
  order: Order,
  closed: ClosedPage | null,
  cancel: Cancel,
): Promise<Result<Cancelled, CancelRefusal>> {
  if (!canMoveOrder(order.status, "cancelled", cancel.by)) return refused("cancel-too-late");
  if (!canCancel(order, await findFulfilmentHistory(order.id), cancel.by))
    return refused("order-state-conflict");
  return order.status === "awaiting-payment" ? endWaiting(order, closed, cancel) : endPlaced(order, cancel);
}

async function endPlaced(
  order: Order,
  cancel: Cancel,
): Promise<Result<Cancelled, "cancel-work-begun" | "order-state-conflict">> {
  if (cancel.by === "customer" && isWorkBegun(order, await findFulfilmentHistory(order.id)))
    return refused("cancel-work-begun");
  const status = await findStatusBeforeDispute(order);
  // What was sent stays sent.
  const to = status === "partially-shipped" ? "shipped" : "cancelled";
  const credit = await findCreditUse(order.id);
  const moved = await moveOrder(order.id, { from: order.status, to, ...cancel });
  if (!moved.ok) return refused("order-state-conflict");
  // Of a disputed order nothing is to be sent, so nothing would come back.
  const refund =
    order.paidAt === null ? await letGoOf(order, cancel) : await undo({ ...order, status }, cancel);
  const creditBack = await creditBackSince(order.id, credit);
  return ended(order, { order: { ...order, status: to }, refund, creditBack });
}

/** The rest of the order is sent. Ending it again changes nothing. */
async function endPart(order: Order, cancel: Cancel): Promise<Result<Cancelled, CancelRefusal>> {
  const life = await findFulfilmentHistory(order.id);
  const units = unitsToCancel(order, life);
  if (units.every((count) => count === 0)) {
    if (life.refunds.some(({ reason }) => reason === cancel.reason) || isCancelledBefore(order, life))
      return ended(order, { isChanged: false });
    return refused(isWorkBegun(order, life) ? "cancel-work-begun" : "cancel-too-late");
  }
  const done = await refundUnsent(order, life, { ...cancel, key: `cancel ${life.refunds.length}`, units });
  return done.ok ? ended(order, { refund: done.value.amount }) : refused("order-state-conflict");
}

/** All that is made for the buyer was taken out unsent: what a credit had paid leaves no refund. */
function isCancelledBefore({ lines }: Order, life: FulfilmentHistory): boolean {
  const made = lines.flatMap(({ personalisation, quantity }, at) =>
    personalisation ? [{ at, quantity }] : [],
  );
  return made.length > 0 && made.every(({ at, quantity }) => life.lines[at]?.unsent === quantity);
}

async function endWaiting(
  order: Order,
  closed: ClosedPage | null,
  cancel: Cancel,
): Promise<Result<Cancelled, "order-state-conflict">> {
  const cancelled = closed && (await cancelUnpaidOrder(closed, cancel));
  if (!cancelled?.ok) return refused("order-state-conflict");
  return ended(order, { order: { ...order, status: "cancelled" } });
}

function ended(order: Order, changes: Partial<Cancelled>): Ok<Cancelled> {
  const refund = money(0, order.totals.total.currency);
  return ok({ order, refund, isChanged: true, before: order.status, ...changes });
}

/** A wrong sum goes back as it was paid. */
async function letGoOf(order: Order, cancel: Cancel): Promise<Money> {
  await releaseStockAndCoupon(order.id, cancel.now);
  const refund =
    order.status === "payment-review"
      ? await refundWrongSum(order, cancel)
      : money(0, order.totals.total.currency);
  if (refund.minor > 0) await queueOrderEmail(order.id, { about: "cancelled" });
  return refund;
}

async function undo(order: Order, cancel: Cancel): Promise<Money> {
  const refund = await giveAllBack(order, cancel);
  const isSent = order.status === "partially-shipped";
  if (!isSent) await releaseCoupon(order.id, cancel.now);
  await closeUnsentReturns(order.id, { isAll: !isSent, now: cancel.now });
  await queueOrderEmail(order.id, { about: "cancelled" });
  return refund;
}

/** The stock comes back whatever the sum is. */
async function giveAllBack(order: Order, { by, now, reason }: Cancel): Promise<Money> {
  const refund = remainingRefund(order, refundsSoFar(await findFulfilmentHistory(order.id)));
  const request = { key: "cancel", refund, isRestocked: true, isUpToLeft: true, reason, by, now };
  const requested = await writeRefund(order, request);
  if (requested.ok) return requested.value.amount;
  if (requested.code === "refund-nothing") return money(0, order.totals.total.currency);
  throw new Error(`Order ${order.number} cannot be given back: ${requested.code}`);
}

/** What the buyer's cancellation would refund: what is left of what it ends, or the wrong sum of a payment under review. */
export async function refundOfCancelling(order: Order): Promise<Money> {
  const nothing = money(0, order.totals.total.currency);
  if (order.status === "payment-review") {
    const paid = wrongSum(await findOrderPaymentEvents(order.id));
    return paid ? money(paid.minor, paid.currency) : nothing;
  }
  if (order.paidAt === null) return nothing;
  const life = await findFulfilmentHistory(order.id);
  const refund =
    order.status === "partially-shipped"
      ? unsentRefund(order, life, unitsToCancel(order, life))
      : remainingRefund(order, refundsSoFar(life));
  return amountDue(order, life, refund);
}
