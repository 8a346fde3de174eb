/** Decides and stores refunds in one transaction; a job makes them. */
import { db, transact } from "#app/db/db.server.ts";
import { returnStock } from "#app/models/catalogue/inventory/stock.server.ts";
import { enqueue } from "#app/models/jobs/outbox.server.ts";
import { wakeWorker } from "#app/models/jobs/worker.server.ts";
import { findFacts } from "#app/models/order/payment/payment.server.ts";
import { refundedMinor } from "#app/models/order/payment/payment.ts";
import { releaseCoupon } from "#app/models/promotion/coupon-redemption.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { type Currency, type Money, money } from "#app/models/shared/money.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

import { queueOrderEmail } from "./email-queue.server.ts";
import { findOrderLife, holdOrder } from "./fulfilment.server.ts";
import { type Actor, type OrderLife, refundedSoFar, refundsSoFar, unitsToSend } from "./fulfilment.ts";
import { moveOrder } from "./order.server.ts";
import type { Order } from "./order.ts";
import { noRefund, type RefundShares, refundShares, type RefundUnits } from "./refund-shares.ts";
import { isPaidFor, isToBeSent } from "./status.ts";

export type RefundRequest = Actor &
  Readonly<{
    /** The request's key: the same key is the same refund. */
    key: string;
    refund: RefundUnits;
    isRestocked: boolean;
    reason: string;
    /** True for returned items. Items that were not sent yet are still sent then. */
    isReturn?: boolean;
  }>;

export type Requested = Readonly<{ refundId: string; amount: Money; isNew: boolean }>;

export type RefundRefusal =
  | "order-not-found"
  | "order-state-conflict"
  | "refund-units"
  | "refund-delivery"
  | "refund-nothing"
  | "refund-too-much";

/**
 * Stores a refund of lines, delivery or both, and queues it. Never more than was paid. Units that were not sent are not
 * sent any more. If nothing is left to send, the order is cancelled, or shipped if a part was sent.
 */
export async function requestRefund(
  orderId: OrderId,
  request: RefundRequest,
): Promise<Result<Requested, RefundRefusal>> {
  const done = await transact<Result<Requested, RefundRefusal>>(async () => {
    const order = await holdOrder(orderId);
    if (!order) return refused("order-not-found");
    const earlier = await findEarlier(orderId, request.key);
    if (earlier) return ok(earlier);
    if (!isPaidFor(order.status)) return refused("order-state-conflict");
    const requested = await writeRefund(order, request);
    if (requested.ok) await moveOn(order, request);
    return requested;
  });
  wakeWorker();
  return done;
}

/** Stores the refund, restocks and queues it. Call it in the transaction that holds the paid order. */
export async function writeRefund(
  order: Order,
  request: RefundRequest,
): Promise<Result<Requested, RefundRefusal>> {
  const life = await findOrderLife(order.id);
  const shares = refundShares(order, request.refund, refundsSoFar(life));
  if (!shares.ok) return shares;
  const { amount } = shares.value.total;
  if (amount.minor === 0) return refused("refund-nothing");
  const facts = await findFacts(order.id);
  const back = Math.max(refundedSoFar(life.refunds), refundedMinor(facts, order.totals.total));
  if (back + amount.minor > order.totals.total.minor) return refused("refund-too-much");
  const refundId = newId("refund");
  await insertRefund({ refundId, order, life, shares: shares.value }, request);
  if (request.isRestocked) {
    const lines = order.lines.map(({ variantId }, index) => ({
      variantId,
      quantity: request.refund.units[index] ?? 0,
    }));
    const stock = { reason: `back from order ${order.number}`, now: request.now };
    await returnStock(
      lines.filter(({ quantity }) => quantity > 0),
      stock,
    );
  }
  return ok({ refundId, amount, isNew: true });
}

async function findEarlier(orderId: OrderId, key: string): Promise<Requested | null> {
  const row = await db()
    .selectFrom("refunds")
    .select(["id", "amount_minor", "currency"])
    .where("order_id", "=", orderId)
    .where("request_key", "=", key)
    .executeTakeFirst();
  return row
    ? { refundId: row.id, amount: money(row.amount_minor, row.currency as Currency), isNew: false }
    : null;
}

type Written = Readonly<{ refundId: string; order: Order; life: OrderLife; shares: RefundShares }>;

async function insertRefund({ refundId, order, life, shares }: Written, request: RefundRequest) {
  const { amount } = shares.total;
  await insertRow({ refundId, orderId: order.id, amount, delivery: shares.delivery.amount.minor }, request);
  const toSend = unitsToSend(order, life);
  const rows = life.lines.flatMap((line, index) => {
    const quantity = request.refund.units[index] ?? 0;
    if (quantity === 0) return [];
    return {
      refund_id: refundId,
      order_line_id: line.id,
      quantity,
      unshipped_quantity: request.isReturn ? 0 : Math.min(quantity, toSend[index] ?? 0),
      amount_minor: shares.lines[index]?.amount.minor ?? 0,
      is_restocked: request.isRestocked ? 1 : 0,
    };
  });
  if (rows.length > 0) await db().insertInto("refund_lines").values(rows).execute();
}

type Row = Readonly<{ refundId: string; orderId: OrderId; amount: Money; delivery: number }>;

async function insertRow(
  { refundId, orderId, amount, delivery }: Row,
  { key, refund, reason, by, now }: Omit<RefundRequest, "isRestocked">,
): Promise<void> {
  await db()
    .insertInto("refunds")
    .values({
      id: refundId,
      order_id: orderId,
      request_key: key,
      amount_minor: amount.minor,
      delivery_minor: delivery,
      has_delivery: refund.delivery ? 1 : 0,
      currency: amount.currency,
      reason,
      actor: by,
      status: "queued",
      provider_refund_id: null,
      last_error: null,
      created_at: now.toISOString(),
      processed_at: null,
    })
    .execute();
  await enqueue({ key: `refund:${refundId}`, kind: "order-refund", payload: { refundId } });
}

/** Refunds a wrong sum. Call it in the transaction that cancels the order. */
export async function writeWrongSumBack(
  order: Order,
  cancel: Actor & Readonly<{ reason: string }>,
): Promise<Money> {
  const facts = await findFacts(order.id);
  const paid = facts.find(({ type }) => type === "paid")?.amount;
  const minor = paid ? paid.minor - refundedMinor(facts, paid) : 0;
  if (!paid || minor <= 0) return money(0, order.totals.total.currency);
  const amount = money(minor, paid.currency as Money["currency"]);
  const request = { ...cancel, key: "cancel", refund: noRefund(order.lines.length) };
  await insertRow({ refundId: newId("refund"), orderId: order.id, amount, delivery: 0 }, request);
  return amount;
}

async function moveOn(order: Order, { by, now, reason }: RefundRequest): Promise<void> {
  if (!isToBeSent(order.status)) return;
  const life = await findOrderLife(order.id);
  if (unitsToSend(order, life).some((units) => units > 0)) return;
  if (order.status === "partially-shipped") {
    await moveOrder(order.id, {
      from: order.status,
      to: "shipped",
      reason: "the rest was refunded",
      by,
      now,
    });
    return;
  }
  await moveOrder(order.id, { from: order.status, to: "cancelled", reason, by, now });
  await releaseCoupon(order.id);
  await queueOrderEmail(order.id, { about: "cancelled" });
}
