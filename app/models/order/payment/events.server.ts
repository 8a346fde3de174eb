/** Payment events, stored once each and in any order. */
import { db, transact } from "#app/db/db.server.ts";
import { paymentEventOf } from "#app/models/order/money.server.ts";
import { type AttemptId, isOrderId, type OrderId } from "#app/models/shared/ids.ts";
import { ok } from "#app/models/shared/result.ts";
import type { ProviderPaymentEvent } from "#app/services/payment/payment-port.ts";

import { isPaymentAlert } from "./alert.ts";
import { queuePaymentEventAlert } from "./alert.server.ts";
import type { PaymentEvent } from "./payment.ts";

/** Null if its order is not known yet; a known event stays as it is. */
export async function storePaymentEvent(event: ProviderPaymentEvent, now: Date): Promise<OrderId | null> {
  const store = async () => {
    const isNews = await insertEvent(event, now);
    if (isNews && isPaymentAlert(event.type)) await queuePaymentEventAlert(event, now);
    return ok(null);
  };
  await (isPaymentAlert(event.type) ? transact(store) : store());
  return adoptEvent(event);
}

/** An event that names another attempt counts as a mismatch. */
export async function findPaymentEvents(
  providerPaymentId: string,
  attemptId: AttemptId,
): Promise<ReadonlyArray<PaymentEvent>> {
  const rows = await db()
    .selectFrom("payment_events")
    .selectAll()
    .where("payment_id", "=", providerPaymentId)
    .execute();
  return rows.map((row) => paymentEventOf(row, attemptId));
}

async function insertEvent(event: ProviderPaymentEvent, now: Date): Promise<boolean> {
  const inserted = await db()
    .insertInto("payment_events")
    .values({
      event_id: event.eventId,
      payment_id: event.paymentId,
      type: event.type,
      amount_minor: event.amount.minor,
      currency: event.amount.currency,
      detail: event.detail,
      reference: event.reference ?? null,
      attempt_id: event.attemptId ?? null,
      due_at: event.dueAt ?? null,
      refund_key: event.refundKey ?? null,
      occurred_at: event.occurredAt,
      received_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.column("event_id").doNothing())
    .executeTakeFirst();
  return Number(inserted.numInsertedOrUpdatedRows ?? 0) === 1;
}

/**
 * An event may come under the provider's second name before that name is known. Each side writes first and reads then, so
 * that one of them sees the other.
 */
async function adoptEvent(event: ProviderPaymentEvent): Promise<OrderId | null> {
  const payment = await findPaymentOf(event);
  const paymentId = payment?.provider_payment_id;
  if (!paymentId) return null;
  const { intentId } = event;
  if (intentId) {
    await learnIntent(paymentId, intentId);
    await db()
      .updateTable("payment_events")
      .set({ payment_id: paymentId })
      .where("payment_id", "=", intentId)
      .execute();
  }
  return isOrderId(payment.order_id) ? payment.order_id : null;
}

async function learnIntent(paymentId: string, intentId: string): Promise<void> {
  await db()
    .updateTable("payments")
    .set({ intent_id: intentId })
    .where("provider_payment_id", "=", paymentId)
    .where("intent_id", "is", null)
    .execute();
}

/**
 * By either of its names; an unknown second name, and a page whose answer the shop never stored, belong to the attempt
 * that comes with them.
 */
async function findPaymentOf({ paymentId, attemptId, intentId }: ProviderPaymentEvent) {
  const columns = ["order_id", "provider_payment_id"] as const;
  const named = await db()
    .selectFrom("payments")
    .select(columns)
    .where((either) =>
      either.or([either("provider_payment_id", "=", paymentId), either("intent_id", "=", paymentId)]),
    )
    .executeTakeFirst();
  if (named || !attemptId) return named ?? null;
  const isPage = intentId !== paymentId;
  if (isPage) await learnPage(paymentId, attemptId);
  const payment = await db()
    .selectFrom("payments")
    .select(columns)
    .where("attempt_id", "=", attemptId)
    .where("provider_payment_id", isPage ? "=" : "is not", isPage ? paymentId : null)
    .where("intent_id", "is", null)
    .executeTakeFirst();
  return payment ?? null;
}

async function learnPage(paymentId: string, attemptId: string): Promise<void> {
  await db()
    .updateTable("payments")
    .set({ provider_payment_id: paymentId })
    .where("attempt_id", "=", attemptId)
    .where("provider_payment_id", "is", null)
    .execute();
}
