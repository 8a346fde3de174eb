/** Refunds are stored in one transaction; a job makes them. */
import { db, inTransaction } from "#app/db/db.server.ts";
import { failureText, GivenUp, Postponed } from "#app/models/jobs/job.ts";
import { wakeWorker } from "#app/models/jobs/outbox.server.ts";
import { type JobHandler } from "#app/models/jobs/worker.server.ts";
import { isDisputeOpen } from "#app/models/order/payment/dispute.ts";
import { findOrderPaymentEvents, settle } from "#app/models/order/payment/payment.server.ts";
import { noteFailed, noteMade, refundKey } from "#app/models/order/payment/provider-refunds.server.ts";
import { wrongSum } from "#app/models/order/payment/review.ts";
import { insertRefundRow } from "#app/models/order/refunds/insert-refund.server.ts";
import {
  type DueRefusal,
  type DueRequest,
  dueRefund,
  type RefundDue,
} from "#app/models/order/refunds/refund-due.ts";
import {
  dropUnits,
  publishReduced,
  restock,
  unitsToDrop,
} from "#app/models/order/refunds/unsent-units.server.ts";
import { closeUnsentReturns } from "#app/models/order/returns/unsent-return.server.ts";
import {
  creditBackSince,
  findCreditUse,
  giveBackCredit,
  releaseCoupon,
} from "#app/models/coupon/coupon-redemption.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { isOrderId, type OrderId } from "#app/models/shared/ids.ts";
import { type Money, money } from "#app/models/shared/money.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { paymentsOf } from "#app/services/payment/payment.server.ts";

import { queueOrderEmail } from "./email-queue.server.ts";
import { findFulfilmentHistory, lockOrder } from "./fulfilment.server.ts";
import { type Actor, canRefund, creditShare, type FulfilmentHistory, unitsToSend } from "./fulfilment.ts";
import { type Beside, checkedTransaction, withBeside } from "./invariants/checked-transaction.server.ts";
import { findDisputes } from "./money.server.ts";
import { moveOrder } from "./order.server.ts";
import type { Order } from "./order.ts";
import { isLineRestocked, noRefund, type RestockChoice } from "./refund-shares.ts";
import { isToBeSent } from "./status.ts";

export type RefundRequest = Actor &
  DueRequest &
  Readonly<{
    /** The same key is the same refund. */
    key: string;
    isRestocked: RestockChoice;
    reason: string;
    words?: string;
    /** Returned items: those that were not sent yet are still sent, and the caller puts them back in stock. */
    isReturn?: boolean;
    /** The caller emails the buyer, should this cancel the order. */
    hasOwnEmail?: boolean;
  }>;

export type Requested = Readonly<{
  /** Null: no money is due for the units, which are only taken out of the order. */
  refundId: string | null;
  amount: Money;
  /** Taken off for the way back; missing: nothing. */
  returnCost?: Money;
  /** Minor units of a credit that can be spent again by its code; missing: none. */
  creditBack?: number;
  isNew: boolean;
}>;

export type RefundRefusal = "order-not-found" | "order-state-conflict" | DueRefusal | "sums-differ";

/**
 * Never more than was paid; units that were not sent are not sent any more. If nothing is left to send, the order is
 * cancelled, or shipped if a part was sent. `beside` runs in the same transaction.
 */
export async function requestRefund<Other extends string = never>(
  orderId: OrderId,
  request: RefundRequest,
  beside?: Beside<Requested, Other>,
): Promise<Result<Requested, RefundRefusal | Other>> {
  const refund = async (): Promise<Result<Requested, RefundRefusal | Other>> => {
    const order = await lockOrder(orderId);
    if (!order) return refused("order-not-found");
    const earlier = await findEarlierRefund(orderId, request.key);
    if (earlier) return ok(earlier);
    if (!canRefund(order, await findFulfilmentHistory(orderId))) return refused("order-state-conflict");
    const credit = await findCreditUse(orderId);
    const done = await refundAndMove(order, request);
    if (!done.ok) return done;
    const creditBack = await creditBackSince(orderId, credit);
    return withBeside(ok({ ...done.value, creditBack }), beside);
  };
  const done = await checkedTransaction(refund, () => orderId, request.now);
  wakeWorker();
  return done;
}

/** Moves the order on if nothing is left to send; call it in the transaction that holds the paid order. */
export async function refundAndMove(
  order: Order,
  request: RefundRequest,
): Promise<Result<Requested, RefundRefusal>> {
  const requested = await writeRefund(order, request);
  if (requested.ok) await moveOn(order, request);
  return requested;
}

/** Call it in the transaction that holds the paid order. */
export async function writeRefund(
  order: Order,
  request: RefundRequest,
): Promise<Result<Requested, RefundRefusal>> {
  const life = await findFulfilmentHistory(order.id);
  const due = dueRefund(order, life, request);
  if (!due.ok) return due;
  const { amount } = due.value.given;
  await giveBackCredit(order.id, creditShare(order, life, request.refund.units), request);
  if (amount.minor === 0) return dropUnpaid(order, life, request);
  const refundId = newId("refund");
  await insertRefund({ refundId, order, life, ...due.value }, request);
  if (!request.isReturn) await restock(order, { ...request, units: request.refund.units });
  return ok({ refundId, amount, returnCost: due.value.returnCost, isNew: true });
}

/** Returned units are counted by their return. */
async function dropUnpaid(
  order: Order,
  life: FulfilmentHistory,
  request: RefundRequest,
): Promise<Result<Requested, "refund-nothing">> {
  const dropped = { units: request.refund.units, isOnce: request.isUpToLeft };
  const units = request.isReturn ? null : unitsToDrop(order, life, dropped);
  if (!units) return refused("refund-nothing");
  await dropUnits(order, life, { ...request, units });
  await closeUnsentReturns(order.id, { isAll: false, now: request.now });
  return ok({ refundId: null, amount: money(0, order.totals.total.currency), isNew: true });
}

export async function findEarlierRefund(orderId: OrderId, key: string): Promise<Requested | null> {
  const row = await db()
    .selectFrom("refunds")
    .select(["id", "amount_minor", "currency"])
    .where("order_id", "=", orderId)
    .where("request_key", "=", key)
    .executeTakeFirst();
  return row ? { refundId: row.id, amount: money(row.amount_minor, row.currency), isNew: false } : null;
}

type Written = Readonly<{
  refundId: string;
  order: Order;
  life: FulfilmentHistory;
}> &
  RefundDue;

async function insertRefund(
  { refundId, order, life, shares, given, returnCost }: Written,
  request: RefundRequest,
) {
  const { amount, setOff } = given;
  const delivery = shares.delivery.amount.minor;
  await insertRefundRow(
    {
      ...{ refundId, orderId: order.id, amount, delivery, goodwill: 0, setOff: setOff.minor },
      wear: request.wear?.wear ?? null,
      returnCost: returnCost.minor,
    },
    request,
  );
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
      is_restocked: isLineRestocked(request.isRestocked, index) ? 1 : 0,
    };
  });
  if (rows.length > 0) await db().insertInto("refund_lines").values(rows).execute();
  if (!rows.some((row) => row.unshipped_quantity > 0)) return;
  await publishReduced(order, request.now);
  await closeUnsentReturns(order.id, { isAll: false, now: request.now });
}

/** Call it in the transaction that cancels the order. */
export async function refundWrongSum(
  order: Order,
  cancel: Actor & Readonly<{ reason: string }>,
): Promise<Money> {
  const paid = wrongSum(await findOrderPaymentEvents(order.id));
  if (!paid) return money(0, order.totals.total.currency);
  const amount = money(paid.minor, paid.currency);
  const request = { ...cancel, key: "cancel", refund: noRefund(order.lines.length) };
  await insertRefundRow({ refundId: newId("refund"), orderId: order.id, amount }, request);
  return amount;
}

/** If nothing is left to send; call it in the transaction that holds the paid order. */
async function moveOn(
  order: Order,
  { by, now, reason, hasOwnEmail }: Pick<RefundRequest, "by" | "now" | "reason" | "hasOwnEmail">,
): Promise<void> {
  if (!isToBeSent(order.status)) return;
  const life = await findFulfilmentHistory(order.id);
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
  await releaseCoupon(order.id, now);
  await closeUnsentReturns(order.id, { isAll: true, now });
  if (!hasOwnEmail) await queueOrderEmail(order.id, { about: "cancelled" });
}

const BANK_WAIT_MS = 3_600_000;
const IS_DISPUTED = "The payment is disputed: the refund waits until the bank has decided.";

/**
 * Handles "order-refund" {refundId}. While the provider does not answer, the refund stores why and the job is tried
 * again. If it refuses, its account is read: what is asked for is lessened to what is left there, or the refund ends with
 * the reason, is listed at the desk, and is sent again only when a person asks for it. While a dispute of the payment is
 * open it waits.
 */
export const makeRefund: JobHandler = async (job) => {
  const refund = await findRefund(String(job.payload["refundId"]));
  if (!refund) throw new Error(`The job ${job.key} is about a refund that is not there`);
  if (refund.status === "completed" || refund.status === "void") return;
  try {
    if (await isDisputed(refund)) throw new Postponed(BANK_WAIT_MS, IS_DISPUTED);
    const row = refund.status === "failed" ? await queueAgain(refund) : refund;
    if (row) await askProvider(row, new Date());
  } catch (error) {
    await noteFailure(refund.id, failureText(error));
    throw error;
  } finally {
    wakeWorker();
  }
};

async function isDisputed({ order_id: orderId }: RefundRow): Promise<boolean> {
  return ((await findDisputes([orderId])).get(orderId) ?? []).some(isDisputeOpen);
}

type RefundRow = NonNullable<Awaited<ReturnType<typeof findRefund>>>;

function findRefund(id: string) {
  return db()
    .selectFrom("refunds")
    .innerJoin("payments", "payments.order_id", "refunds.order_id")
    .selectAll("refunds")
    .select(["payments.provider_payment_id", "payments.provider"])
    .where("refunds.id", "=", id)
    .executeTakeFirst();
}

/** Under a new key. Null: it has changed meanwhile, such as when somebody noted that they have paid it. */
async function queueAgain(refund: RefundRow): Promise<RefundRow | null> {
  const again = { status: "queued", attempt: refund.attempt + 1, provider_refund_id: null } as const;
  const changed = await db()
    .updateTable("refunds")
    .set(again)
    .where("id", "=", refund.id)
    .where("status", "=", refund.status)
    .where("attempt", "=", refund.attempt)
    .executeTakeFirst();
  return Number(changed.numUpdatedRows) === 1 ? { ...refund, ...again } : null;
}

async function askProvider(refund: RefundRow, now: Date): Promise<void> {
  const provider = paymentsOf(refund.provider);
  if (refund.provider_payment_id === null || !provider) throw new Error("There is no payment to give back");
  const amount = money(refund.amount_minor, refund.currency);
  const made = await provider.refund(refund.provider_payment_id, amount, refundKey(refund));
  if (made.ok) await inTransaction(() => noteMade(refund, made.value, now));
  const { order_id: orderId } = refund;
  // The provider's event may have come already, and it alone moves the order.
  const settled = isOrderId(orderId) ? await settle(orderId, now) : null;
  if (made.ok) return;
  const why = `The payment provider refused the refund (${made.detail["reason"] ?? "no reason given"}).`;
  if (!settled?.providerAnswered) throw new Error(why);
  await afterRefusal(refund, why, now);
}

/** By what the provider's account says now: later if a dispute was opened, once more if less is asked for, or the end. */
async function afterRefusal({ id, attempt }: RefundRow, why: string, now: Date): Promise<void> {
  const refund = await findRefund(id);
  if (!refund || refund.status === "completed" || refund.status === "void") return;
  if (refund.status !== "queued") throw new GivenUp(refund.last_error ?? why);
  if (await isDisputed(refund)) {
    await queueAgain(refund);
    throw new Postponed(BANK_WAIT_MS, IS_DISPUTED);
  }
  if (refund.attempt !== attempt) return askProvider(refund, now);
  await inTransaction(() => noteFailed(refund, why, now));
  throw new GivenUp(why);
}

async function noteFailure(id: string, why: string): Promise<void> {
  await db()
    .updateTable("refunds")
    .set({ last_error: why })
    .where("id", "=", id)
    .where("status", "=", "queued")
    .execute();
}
