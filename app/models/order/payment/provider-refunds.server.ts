/** The payment provider's account is the truth about refunds: what it reports is written into the order's refunds. */
import type { Selectable } from "kysely";

import { db, transact } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { buryJob, withdrawJob } from "#app/models/jobs/outbox.server.ts";
import { numberCreditNote } from "#app/models/order/document-numbers.server.ts";
import { queueOrderEmail } from "#app/models/order/email-queue.server.ts";
import { orderRefunded } from "#app/models/order/events.server.ts";
import { moneyOfOrders } from "#app/models/order/money.server.ts";
import { findOrder, moveOrder } from "#app/models/order/order.server.ts";
import { lockOrder } from "#app/models/order/fulfilment.server.ts";
import { GIVEN_BACK } from "#app/models/order/refunds/insert-refund.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { isOrderId, type OrderId } from "#app/models/shared/ids.ts";
import { money } from "#app/models/shared/money.ts";
import { ok } from "#app/models/shared/result.ts";

import type { PaymentEvent } from "./payment.ts";

type Refund = Selectable<Database["refunds"]>;

const NOTHING_LEFT = "Nothing was left to give back: the money had gone back another way.";
/** Nothing that the provider says of a refund made on its own pages tells what it was meant for: the owner reads this. */
const TAKEN_FOR_IT = "at the payment provider, and taken for the one that had failed";
const SENT_BACK = "The bank sent the money back to the payment provider.";

/** The key with which the provider is asked; each attempt has its own, because a provider repeats a failure. */
export function refundKey({ id, attempt }: Pick<Refund, "id" | "attempt">): string {
  return attempt === 1 ? id : `${id}/${attempt}`;
}

/** Changes nothing if the order's refunds say the same already. */
export async function recordProviderRefunds(
  orderId: OrderId,
  events: ReadonlyArray<PaymentEvent>,
  now: Date,
): Promise<void> {
  if (!events.some(({ type }) => IS_ABOUT_MONEY.includes(type))) return;
  await transact(async () => {
    if (changesOf(events, await refundsOf(orderId)).length === 0 && (await excessOf(orderId, events)) <= 0)
      return ok(null);
    await lockOrder(orderId);
    for (const change of changesOf(events, await refundsOf(orderId))) await make(change, orderId, now);
    await askForNoMoreThanIsLeft(orderId, events);
    return ok(null);
  });
}

const IS_ABOUT_MONEY: ReadonlyArray<PaymentEvent["type"]> = ["refunded", "refund-failed", "dispute-lost"];

type Change = Readonly<{ what: "made" | "failed"; row: Refund; event: PaymentEvent }> | PaymentEvent;

function changesOf(events: ReadonlyArray<PaymentEvent>, rows: ReadonlyArray<Refund>): ReadonlyArray<Change> {
  const failed = events.filter(({ type }) => type === "refund-failed");
  const hasFailed = ({ reference }: PaymentEvent) =>
    Boolean(reference) && failed.some((other) => other.reference === reference);
  const made = events.filter((event) => event.type === "refunded");
  const madeAgain = new Set<Refund>();
  return [
    ...made.flatMap((event): ReadonlyArray<Change> => {
      const row = rows.find((one) => isOf(event, one) || isAttemptOf(event, one));
      if (!row && hasFailed(event)) return [];
      if (!row) {
        const again = rows.find((one) => !madeAgain.has(one) && isMadeAgain(event, one));
        if (!again) return [event];
        madeAgain.add(again);
        return [{ what: "made", row: again, event }];
      }
      const isNews = row.status === "queued" || (row.status === "failed" && row.provider_refund_id === null);
      return isNews && isOf(event, row) && !hasFailed(event) ? [{ what: "made", row, event }] : [];
    }),
    ...failed.flatMap((event): ReadonlyArray<Change> => {
      const row = rows.find((one) => isOf(event, one));
      const isNews = row?.status === "completed" || row?.status === "queued";
      return row && isNews ? [{ what: "failed", row, event }] : [];
    }),
  ];
}

/** The event is about what the row asks for now. */
function isOf(event: PaymentEvent, row: Refund): boolean {
  if (row.provider_refund_id !== null) return row.provider_refund_id === event.reference;
  return event.refundKey === refundKey(row);
}

/** The event is about an attempt of the row, which may be over. */
function isAttemptOf({ refundKey: key }: PaymentEvent, { id }: Refund): boolean {
  return key === id || key?.startsWith(`${id}/`) === true;
}

/** Somebody has made the refund that failed again, on the provider's own pages. */
function isMadeAgain({ refundKey, amount, occurredAt = "" }: PaymentEvent, row: Refund): boolean {
  const isSame = amount.minor === row.amount_minor && amount.currency === row.currency;
  return row.status === "failed" && !refundKey && isSame && occurredAt > (row.failed_at ?? "");
}

async function make(change: Change, orderId: OrderId, now: Date): Promise<void> {
  if (!("what" in change)) return insertElsewhere(change, orderId);
  const { what, row, event } = change;
  const job = { key: `refund:${row.id}`, kind: "order-refund", payload: { refundId: row.id } } as const;
  if (what === "made") {
    await noteMade(row, event.reference ?? "", now);
    if (isMadeAgain(event, row))
      await db().updateTable("refunds").set({ last_error: TAKEN_FOR_IT }).where("id", "=", row.id).execute();
    if (row.status === "failed") await withdrawJob(job.key, { orGivenUp: true });
    return;
  }
  await noteFailed(row, SENT_BACK, now);
  if (row.actor !== "payment") await buryJob(job, SENT_BACK, now);
}

async function insertElsewhere(
  { amount, reference, occurredAt, receivedAt }: PaymentEvent,
  orderId: OrderId,
): Promise<void> {
  const at = occurredAt ?? receivedAt ?? new Date().toISOString();
  const id = newId("refund");
  await db()
    .insertInto("refunds")
    .values({
      ...{ id, order_id: orderId, request_key: `provider ${reference ?? at}` },
      ...{ amount_minor: amount.minor, delivery_minor: 0, goodwill_minor: amount.minor, has_delivery: 0 },
      ...{ currency: amount.currency, reason: "refunded at the payment provider", actor: "payment" },
      ...{ status: "completed", provider_refund_id: reference ?? null, last_error: null },
      ...{ created_at: at, processed_at: at },
    })
    .onConflict((conflict) => conflict.columns(["order_id", "request_key"]).doNothing())
    .execute();
  await numberCreditNote(id);
}

/** The provider has taken it; the customer is told, unless they knew. Call it in a transaction. */
export async function noteMade(row: Refund, providerId: string, now: Date): Promise<void> {
  const noted = await db()
    .updateTable("refunds")
    .set({
      ...{ status: "completed", provider_refund_id: providerId || null, last_error: null },
      ...{ processed_at: now.toISOString() },
    })
    .where("id", "=", row.id)
    .where("status", "in", ["queued", "failed"])
    .executeTakeFirst();
  const { order_id: orderId, attempt } = row;
  if (Number(noted.numUpdatedRows) !== 1 || !isOrderId(orderId)) return;
  const isAnnounced = row.request_key === GIVEN_BACK && row.failed_at === null;
  if (!isAnnounced)
    await queueOrderEmail(orderId, { about: "refunded", refundId: row.id, version: String(attempt) });
  // It was counted when it was made for the first time.
  const amount = money(row.amount_minor, row.currency);
  if (row.failed_at === null) await orderRefunded.publish({ orderId, amount, now });
}

/** It is owed from now on, and the customer is told, unless it has changed meanwhile. Call it in a transaction. */
export async function noteFailed(row: Refund, why: string, now: Date): Promise<void> {
  const noted = await db()
    .updateTable("refunds")
    .set({ status: "failed", last_error: why, failed_at: now.toISOString() })
    .where("id", "=", row.id)
    .where("status", "=", row.status)
    .executeTakeFirst();
  if (Number(noted.numUpdatedRows) !== 1) return;
  await emailChange(row);
  // Its status has said so since the refund was announced.
  if (row.request_key === GIVEN_BACK && isOrderId(row.order_id))
    await moveOrder(row.order_id, { from: "refunded", to: "cancelled", reason: why, by: "payment", now });
}

/** What an email said of the refund is no longer so. */
async function emailChange({ id: refundId, order_id: orderId, attempt, status }: Refund): Promise<void> {
  const news = { about: "refund-changed", refundId, version: `${attempt} ${status}` } as const;
  if (isOrderId(orderId)) await queueOrderEmail(orderId, news);
}

function refundsOf(orderId: OrderId): Promise<ReadonlyArray<Refund>> {
  return db()
    .selectFrom("refunds")
    .selectAll()
    .where("order_id", "=", orderId)
    .where("is_credit", "=", 0)
    .orderBy("created_at", "desc")
    .execute();
}

/** Minor units that what is still to go back comes to beyond what is left of the payment. */
async function excessOf(orderId: OrderId, events: ReadonlyArray<PaymentEvent>): Promise<number> {
  const order = await findOrder(orderId);
  const sums = (await moneyOfOrders([orderId])).get(orderId);
  // An order that was never taken may still have been paid, with whatever sum.
  const paid = order?.paidAt ? order.totals.total : events.find(({ type }) => type === "paid")?.amount;
  if (!sums || paid?.currency !== sums.paid.currency) return 0;
  const { refunded, credit, lost } = sums;
  const open = sums.underWay.minor + sums.owed.minor;
  return Math.min(open, open + refunded.minor + credit.minor + lost.minor - paid.minor);
}

/** What failed first, because nobody asks for it, and then what is queued; the newest first. */
async function askForNoMoreThanIsLeft(orderId: OrderId, events: ReadonlyArray<PaymentEvent>): Promise<void> {
  let excess = await excessOf(orderId, events);
  const rows = await refundsOf(orderId);
  for (const status of ["failed", "queued"] as const)
    for (const row of rows.filter((one) => one.status === status)) {
      if (excess <= 0) return;
      const less = Math.min(excess, row.amount_minor);
      await db().updateTable("refunds").set(lessened(row, less)).where("id", "=", row.id).execute();
      if (less === row.amount_minor) await emailChange(row);
      excess -= less;
    }
}

/** Another amount needs another key at the provider. */
function lessened(row: Refund, less: number) {
  if (less === row.amount_minor) return { status: "void", last_error: NOTHING_LEFT } as const;
  const isGoodwill = row.goodwill_minor > 0;
  return {
    amount_minor: row.amount_minor - less,
    ...(isGoodwill
      ? { goodwill_minor: row.goodwill_minor - less }
      : { set_off_minor: row.set_off_minor + less }),
    attempt: row.attempt + 1,
  };
}
