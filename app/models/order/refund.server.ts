/** Refunds are stored in one transaction; a job makes them. */
import { db, transact } from "#app/db/db.server.ts";
import { failureText } from "#app/models/jobs/job.ts";
import { enqueue } from "#app/models/jobs/outbox.server.ts";
import { type JobHandler, wakeWorker } from "#app/models/jobs/worker.server.ts";
import { findOrderPaymentEvents, settle } from "#app/models/order/payment/payment.server.ts";
import { wrongSum } from "#app/models/order/payment/review.ts";
import { amountLeft, type GivenAmount } from "#app/models/order/refunds/amount-left.server.ts";
import {
  dropUnits,
  publishReduced,
  restock,
  unitsToDrop,
} from "#app/models/order/refunds/unsent-units.server.ts";
import { closeUnsentReturns } from "#app/models/order/returns/unsent-return.server.ts";
import { releaseCoupon } from "#app/models/promotion/coupon-redemption.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { isOrderId, type OrderId } from "#app/models/shared/ids.ts";
import { type Money, money } from "#app/models/shared/money.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { paymentsOf } from "#app/services/payment/payment.server.ts";

import { queueOrderEmail } from "./email-queue.server.ts";
import { orderRefunded } from "./events.server.ts";
import { findFulfilmentHistory, lockOrder } from "./fulfilment.server.ts";
import { type Actor, type FulfilmentHistory, refundsSoFar, unitsToSend } from "./fulfilment.ts";
import { type Beside, checkedTransaction, withBeside } from "./invariants/checked-transaction.server.ts";
import { moveOrder } from "./order.server.ts";
import type { Order } from "./order.ts";
import {
  isLineRestocked,
  noRefund,
  REFUND_WORDS_MAX,
  type RefundShares,
  refundShares,
  type RefundUnits,
  type RestockChoice,
} from "./refund-shares.ts";
import { isPaidFor, isToBeSent } from "./status.ts";
import { checkWear, type Wear, type WearRefusal } from "./wear/wear.ts";

export type RefundRequest = Actor &
  Readonly<{
    /** The same key is the same refund. */
    key: string;
    refund: RefundUnits;
    isRestocked: RestockChoice;
    reason: string;
    words?: string;
    /** Returned items: those that were not sent yet are still sent, and the caller puts them back in stock. */
    isReturn?: boolean;
    /** Pays what is left where less is left than the units cost; the caller asks once. */
    isUpToLeft?: boolean;
    wear?: Readonly<{ wear: Wear; reasons: ReadonlyArray<string> }> | null;
    /** A discount code: no money moves, and the caller makes the code. */
    isCredit?: boolean;
    /** The caller emails the buyer, should this cancel the order. */
    hasOwnEmail?: boolean;
  }>;

export type Requested = Readonly<{
  /** Null: no money is due for the units, which are only taken out of the order. */
  refundId: string | null;
  amount: Money;
  isNew: boolean;
}>;

export type RefundRefusal =
  | "order-not-found"
  | "order-state-conflict"
  | "refund-units"
  | "refund-delivery"
  | "refund-nothing"
  | "refund-too-much"
  | WearRefusal
  | "sums-differ";

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
    if (!isPaidFor(order.status)) return refused("order-state-conflict");
    return withBeside(await refundAndMove(order, request), beside);
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
  const shares = refundShares(order, request.refund, refundsSoFar(life));
  if (!shares.ok) return shares;
  const amountRequest = {
    refund: request.refund,
    share: shares.value.total.amount,
    isUpToLeft: request.isUpToLeft,
  };
  const given = await amountLeft(order, life, amountRequest);
  if (given === null) return refused("refund-too-much");
  if (given.amount.minor === 0) return dropUnpaid(order, life, request);
  const reduced = lessWear(given, shares.value, request.wear);
  if (!reduced.ok) return reduced;
  const refundId = newId("refund");
  await insertRefund({ refundId, order, life, shares: shares.value, given: reduced.value }, request);
  if (!request.isReturn) await restock(order, { ...request, units: request.refund.units });
  return ok({ refundId, amount: reduced.value.amount, isNew: true });
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

function lessWear(
  given: GivenAmount,
  shares: RefundShares,
  request: RefundRequest["wear"],
): Result<GivenAmount, WearRefusal> {
  if (!request) return ok(given);
  const { wear, reasons } = request;
  const checked = checkWear(wear, { shares, reasons });
  if (!checked.ok) return checked;
  if (wear.minor >= given.amount.minor) return refused("wear-all");
  return ok({ ...given, amount: money(given.amount.minor - wear.minor, given.amount.currency) });
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
  shares: RefundShares;
  given: GivenAmount;
}>;

async function insertRefund({ refundId, order, life, shares, given }: Written, request: RefundRequest) {
  const { amount, setOff } = given;
  const delivery = shares.delivery.amount.minor;
  await insertRefundRow(
    {
      ...{ refundId, orderId: order.id, amount, delivery, goodwill: 0, setOff: setOff.minor },
      wear: request.wear?.wear ?? null,
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

type Row = Readonly<{
  refundId: string;
  orderId: OrderId;
  amount: Money;
  /** Minor units, as are the next two. */
  delivery: number;
  goodwill: number;
  setOff: number;
  wear?: Wear | null;
}>;

/** Call it in the transaction that holds the paid order. */
export async function insertRefundRow(
  { refundId, orderId, amount, delivery, goodwill, setOff, wear = null }: Row,
  { key, refund, reason, words = "", by, now, isCredit = false }: Omit<RefundRequest, "isRestocked">,
): Promise<void> {
  const at = now.toISOString();
  await db()
    .insertInto("refunds")
    .values({
      id: refundId,
      order_id: orderId,
      request_key: key,
      amount_minor: amount.minor,
      delivery_minor: delivery,
      goodwill_minor: goodwill,
      set_off_minor: setOff,
      ...(wear ? { wear_minor: wear.minor, wear_reason: wear.reason } : {}),
      has_delivery: refund.delivery ? 1 : 0,
      currency: amount.currency,
      reason,
      customer_words: inOneLine(words).slice(0, REFUND_WORDS_MAX),
      actor: by,
      is_credit: isCredit ? 1 : 0,
      ...(isCredit
        ? ({ status: "completed", processed_at: at } as const)
        : ({ status: "queued", processed_at: null } as const)),
      provider_refund_id: null,
      last_error: null,
      created_at: at,
    })
    .execute();
  if (isCredit) return;
  await enqueue({ key: `refund:${refundId}`, kind: "order-refund", payload: { refundId } });
}

const inOneLine = (text: string) => text.replaceAll(/\s/g, " ").trim();

/** Call it in the transaction that cancels the order. */
export async function refundWrongSum(
  order: Order,
  cancel: Actor & Readonly<{ reason: string }>,
): Promise<Money> {
  const paid = wrongSum(await findOrderPaymentEvents(order.id));
  if (!paid) return money(0, order.totals.total.currency);
  const amount = money(paid.minor, paid.currency);
  const request = { ...cancel, key: "cancel", refund: noRefund(order.lines.length) };
  const parts = { delivery: 0, goodwill: 0, setOff: 0 };
  await insertRefundRow({ refundId: newId("refund"), orderId: order.id, amount, ...parts }, request);
  return amount;
}

/** If nothing is left to send; call it in the transaction that holds the paid order. */
export async function moveOn(
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
  await releaseCoupon(order.id);
  await closeUnsentReturns(order.id, { isAll: true, now });
  if (!hasOwnEmail) await queueOrderEmail(order.id, { about: "cancelled" });
}

/**
 * Handles "order-refund" {refundId}; the id is the provider's idempotency key. While the provider refuses or does not
 * answer, the refund stores why, and the job is tried again.
 */
export const makeRefund: JobHandler = async (job) => {
  const refund = await findRefund(String(job.payload["refundId"]));
  if (!refund) throw new Error(`The job ${job.key} is about a refund that is not there`);
  if (refund.status === "completed") return;
  const now = new Date();
  try {
    await refundAtProvider(refund, now);
  } catch (error) {
    await noteFailure(refund.id, failureText(error));
    throw error;
  }
  const { order_id: orderId } = refund;
  // The provider's event may have come already, and it alone moves the order.
  if (isOrderId(orderId)) await settle(orderId, now);
  wakeWorker();
};

type RefundRow = NonNullable<Awaited<ReturnType<typeof findRefund>>>;

function findRefund(id: string) {
  return db()
    .selectFrom("refunds")
    .innerJoin("payments", "payments.order_id", "refunds.order_id")
    .select(["refunds.id", "refunds.order_id", "refunds.status"])
    .select(["refunds.amount_minor", "refunds.currency", "payments.provider_payment_id"])
    .select("payments.provider")
    .where("refunds.id", "=", id)
    .executeTakeFirst();
}

async function refundAtProvider(refund: RefundRow, now: Date): Promise<void> {
  const provider = paymentsOf(refund.provider);
  if (refund.provider_payment_id === null || !provider) throw new Error("There is no payment to give back");
  const amount = money(refund.amount_minor, refund.currency);
  const made = await provider.refund(refund.provider_payment_id, amount, refund.id);
  if (!made.ok) throw new Error("The payment provider refused the refund");
  await transact(async () => {
    const noted = await db()
      .updateTable("refunds")
      .set({
        status: "completed",
        provider_refund_id: made.value,
        last_error: null,
        processed_at: now.toISOString(),
      })
      .where("id", "=", refund.id)
      .where("status", "=", "queued")
      .executeTakeFirst();
    if (Number(noted.numUpdatedRows) === 1 && isOrderId(refund.order_id)) {
      await queueOrderEmail(refund.order_id, { about: "refunded", refundId: refund.id });
      await orderRefunded.publish({ orderId: refund.order_id, amount, now });
    }
    return ok(null);
  });
}

async function noteFailure(id: string, why: string): Promise<void> {
  await db()
    .updateTable("refunds")
    .set({ last_error: why })
    .where("id", "=", id)
    .where("status", "=", "queued")
    .execute();
}
