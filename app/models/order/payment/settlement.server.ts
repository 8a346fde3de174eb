import { notifiedByWriter } from "#app/db/cache-invalidation.server.ts";
import { db, transact } from "#app/db/db.server.ts";
import { completeOrder, queueRefund } from "#app/models/order/on-paid.server.ts";
import {
  checkedTransaction,
  type SumsDiffer,
} from "#app/models/order/invariants/checked-transaction.server.ts";
import { orderHoldExtended } from "#app/models/order/events.server.ts";
import { findOrder, findStatusBefore, moveOrder, wasCalledOff } from "#app/models/order/order.server.ts";
import type { Order } from "#app/models/order/order.ts";
import {
  type ClosedPage,
  cancelUnpaidOrder,
  endRefundedOrder,
  hasReservedStock,
  reserveOrderStock,
  releaseStockAndCoupon,
} from "#app/models/order/reservation.server.ts";
import { isToBeSent, type OrderStatus, PAID_FOR, TO_BE_SENT } from "#app/models/order/status.ts";
import { restoreRedemption } from "#app/models/coupon/coupon-redemption.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import type { Money } from "#app/models/shared/money.ts";
import { ok, type Ok, type Refusal, refused, type Result } from "#app/models/shared/result.ts";

import { queueOrderAlert } from "./alert.server.ts";
import { findRival, lockCartPurchase, isPurchaseHeld, type Rival } from "./basket-payment.server.ts";
import { closePayment } from "./page.server.ts";
import { type PaymentEvent, type PaymentState, paymentState, refusalReason } from "./payment.ts";
import { recordProviderRefunds } from "./provider-refunds.server.ts";

/** For a pending payment, such as a bank transfer. */
export const PROCESSING_DAYS = 10;
const DAY_MS = 86_400_000;
const TRIES = 5;

export type Settled = Readonly<{
  order: Order;
  state: PaymentState;
  reason: string | null;
}>;

type Outcome = Result<null, "order-moved">;
type Case = Readonly<{ order: Order; state: PaymentState; reason: string | null; now: Date }>;

/** Of two callers at once one moves it, and both see the result. */
export async function moveToPaymentState(
  payment: Readonly<{ orderId: OrderId; amount: Money }>,
  events: ReadonlyArray<PaymentEvent>,
  now: Date,
): Promise<Settled> {
  const state = paymentState(events, payment.amount);
  const reason = refusalReason(events, state);
  await recordProviderRefunds(payment.orderId, events, now);
  for (let attempt = 1; ; attempt += 1) {
    const order = await findOrder(payment.orderId);
    if (!order) throw new Error(`There is no order ${payment.orderId}`);
    const target = await nextOf(order, state);
    if (target === null) {
      await transact(() => notePaymentState(order, state, now));
      return { order, state, reason };
    }
    if (attempt > TRIES) throw new Error(`Order ${order.number} does not come to rest`);
    // The owner has been told, and the next webhook or reconciliation tries again.
    if ((await move({ order, state, reason, now }, target)) === "sums-differ")
      return { order, state, reason };
  }
}

function targetOf(order: Order, state: PaymentState): OrderStatus | null {
  // A person cancelled it after it was paid, and refunded it or will.
  if (order.paidAt !== null && order.status === "cancelled") return state === "refunded" ? "refunded" : null;
  return TARGETS[state][order.status] ?? null;
}

async function nextOf(order: Order, state: PaymentState): Promise<OrderStatus | null> {
  if (order.status === "disputed") return afterDispute(order, state);
  if (order.status === "refunded") return afterRefund(order, state);
  const before = order.status === "cancelled" ? await findStatusBefore(order.id, "cancelled") : null;
  // What could not be given back is owed, and buys nothing any more.
  if (before === "refunded" && state !== "refunded") return null;
  if (before === "payment-review" && state === "review") return null;
  return targetOf(order, state);
}

/** The order goes on as it was, unless something is to be sent of which nothing is paid any more. */
async function afterDispute(order: Order, state: PaymentState): Promise<OrderStatus | null> {
  if (state === "refunded") return "refunded";
  const before = await findStatusBefore(order.id, "disputed");
  if (state === "lost" && before && isToBeSent(before)) return null;
  return state === "paid" || state === "lost" ? before : null;
}

/** The bank sent a refund of it back. What was not sent by then is in stock again, and is not sent any more. */
async function afterRefund(order: Order, state: PaymentState): Promise<OrderStatus | null> {
  if (order.paidAt === null || state === "refunded") return null;
  const last = await findStatusBefore(order.id, "refunded");
  const before = last === "disputed" ? await findStatusBefore(order.id, last) : last;
  if (before === "shipped" || before === "delivered") return before;
  return before === "partially-shipped" ? "shipped" : "cancelled";
}

const UNPAID = ["awaiting-payment", "declined", "cancelled"] as const;

const toAll = (statuses: ReadonlyArray<OrderStatus>, target: OrderStatus) =>
  Object.fromEntries(statuses.map((status) => [status, target]));

const GIVEN_UP = toAll(["awaiting-payment", "declined"], "cancelled");
const PAID = toAll([...UNPAID, "payment-review"], "paid");

const TARGETS: Readonly<Record<PaymentState, Partial<Record<OrderStatus, OrderStatus>>>> = {
  pending: {},
  processing: {},
  declined: { "awaiting-payment": "declined" },
  cancelled: GIVEN_UP,
  expired: GIVEN_UP,
  review: toAll(UNPAID, "payment-review"),
  paid: PAID,
  // Paid first and disputed later, in whatever order the events came.
  disputed: { ...PAID, ...toAll(PAID_FOR, "disputed") },
  // What was sent stays as it is.
  lost: { ...PAID, ...toAll(TO_BE_SENT, "disputed") },
  refunded: toAll([...UNPAID, ...PAID_FOR, "payment-review"], "refunded"),
};

async function move(found: Case, target: OrderStatus): Promise<"sums-differ" | null> {
  // Coming back from a dispute is no new payment.
  if (target !== "paid" || found.order.status === "disputed") {
    await transact(() => leave(found, target));
    return null;
  }
  const paid = (await wasCalledOff(found.order))
    ? refused("called-off")
    : await takePayment(found.order, found.now);
  if (paid.ok || paid.code === "order-moved") return null;
  if (paid.code === "sums-differ") return paid.code;
  await transact(() => giveBack(found, paid));
  return null;
}

/** With "basket-paid", `paidOrder` is the number of the order that was paid. */
type Unpayable = Refusal<"insufficient-stock" | "basket-paid" | "called-off">;

type Taken = Ok<null> | Refusal<"order-moved"> | SumsDiffer | Unpayable;

/**
 * Once: the first money wins, a waiting order of the same cart is ended, and after a paid one this payment goes back
 * ("basket-paid"). "order-moved": something changed meanwhile; read again.
 */
async function takePayment(order: Order, now: Date): Promise<Taken> {
  const rival = await rivalOf(order);
  // Asks the provider, so before the transaction; without an answer the other order ends all the same, and money paid
  // for it goes back.
  const closed = rival?.status === "awaiting-payment" ? await closePayment(rival.id) : null;
  try {
    return await checkedTransaction(
      () => pay(order, closed, now),
      () => order.id,
      now,
    );
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

async function pay(
  order: Order,
  closed: ClosedPage | null,
  now: Date,
): Promise<Result<null, "order-moved" | "insufficient-stock" | "basket-paid">> {
  await lockCartPurchase(order.cartId);
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
  if (!(await hasReservedStock(order.id))) {
    const items = await reserveOrderStock(order.id, order.lines);
    if (!items.ok) return items;
  }
  if (order.totals.coupon) await restoreRedemption(order, order.totals.coupon, now);
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
  return cancelUnpaidOrder(closed, { reason: "superseded by a payment", by: "payment", now });
}

/** As the order's history says it. */
const GIVEN_BACK = {
  "basket-paid": "the basket was paid by another order",
  "insufficient-stock": "paid after the goods were gone",
  "called-off": "paid after it was cancelled",
} as const satisfies Record<Unpayable["code"], string>;

async function giveBack({ order, now }: Case, because: Unpayable): Promise<Outcome> {
  const reason = GIVEN_BACK[because.code];
  const moved = await moveOrder(order.id, { from: order.status, to: "refunded", reason, by: "payment", now });
  if (!moved.ok) return moved;
  await releaseStockAndCoupon(order.id, now);
  await queueRefund(order.id, because);
  if (because.code === "basket-paid") await queueOrderAlert("paid-twice", order.id, now);
  if (because.code === "called-off") await queueOrderAlert("paid-after-cancellation", order.id, now);
  return ok(null);
}

/** The stock stays held while a person looks at a wrong sum. */
async function leave({ order, state, reason, now }: Case, target: OrderStatus): Promise<Outcome> {
  const why = reason ? `${state}: ${reason}` : state;
  const step = { from: order.status, to: target, reason: why, by: "payment", now } as const;
  const moved = await moveOrder(order.id, step);
  if (!moved.ok) return moved;
  if (target === "payment-review") await holdForReview(order, now);
  else if (order.paidAt === null) await releaseStockAndCoupon(order.id, now);
  else if (target === "refunded") await endRefundedOrder(order, now);
  return ok(null);
}

async function holdForReview({ id }: Order, now: Date): Promise<void> {
  const until = new Date(now.getTime() + PROCESSING_DAYS * DAY_MS).toISOString();
  await holdUntil(id, until, now);
  await queueOrderAlert("payment-review", id, now);
}

async function notePaymentState(order: Order, state: PaymentState, now: Date): Promise<Ok<null>> {
  if (state === "processing") await extendHold(order, now);
  await db()
    .updateTable("payments")
    .set({ status: state, updated_at: now.toISOString() })
    .where("order_id", "=", order.id)
    .where("status", "!=", state)
    .execute();
  return ok(null);
}

async function extendHold({ id, placedAt, expiresAt }: Order, now: Date): Promise<void> {
  const until = processingUntil(placedAt).toISOString();
  if (expiresAt !== until) await holdUntil(id, until, now);
}

/** `until` is ISO 8601. False where the order no longer waits for its payment, or for somebody who looks at it. */
export async function holdUntil(id: OrderId, until: string, now: Date): Promise<boolean> {
  const extended = await db()
    .updateTable("orders")
    .set({ expires_at: until })
    .where("id", "=", id)
    .where("status", "in", ["awaiting-payment", "payment-review"])
    .modifyEnd(notifiedByWriter)
    .executeTakeFirst();
  if (Number(extended.numUpdatedRows) !== 1) return false;
  await orderHoldExtended.publish({ orderId: id, until, now });
  return true;
}

export function processingUntil(placedAt: string): Date {
  return new Date(Date.parse(placedAt) + PROCESSING_DAYS * DAY_MS);
}
