import type { OrderId } from "#app/models/shared/ids.ts";
import type { ProviderPaymentEvent } from "#app/services/payment/payment-port.ts";

import { findPaymentEvents, storePaymentEvent } from "./events.server.ts";
import { type PaymentEvent, refundedMinor } from "./payment.ts";
import { type Payment, paymentOf } from "./queries.server.ts";
import { moveToPaymentState, type Settled } from "./settlement.server.ts";

/**
 * By everything that is known, and by what the provider answers; a repeat changes nothing. Null if there is no such
 * order.
 */
export async function settle(
  orderId: OrderId,
  now: Date,
): Promise<(Settled & Readonly<{ providerAnswered: boolean }>) | null> {
  const payment = await paymentOf(orderId);
  if (!payment) return null;
  const providerAnswered = await queryProvider(payment, now);
  return { ...(await settleByEvents(payment, now)), providerAnswered };
}

/** Safe to repeat. Returns its order; null where none is known yet. */
export async function receivePaymentEvent(event: ProviderPaymentEvent, now: Date): Promise<OrderId | null> {
  const orderId = await storePaymentEvent(event, now);
  // An event may come before the answer that tells the payment's id. The return page settles it then.
  const payment = orderId && (await paymentOf(orderId));
  if (!payment) return null;
  await settleByEvents(payment, now);
  if (event.type === "refund-total") await findParts(payment, now);
  return orderId;
}

/**
 * A total names no refund, so the provider is asked for the parts that are not known yet. Throws when it does not answer,
 * so that it sends its event again.
 */
async function findParts(payment: Payment, now: Date): Promise<void> {
  const events = await findOrderPaymentEvents(payment.orderId);
  const parts = events.filter(({ type }) => type !== "refund-total");
  if (refundedMinor(events, payment.amount) === refundedMinor(parts, payment.amount)) return;
  if (!(await queryProvider(payment, now)))
    throw new Error("The provider does not name the parts of a refund");
  await settleByEvents(payment, now);
}

async function settleByEvents(payment: Payment, now: Date): Promise<Settled> {
  const { providerPaymentId, attemptId } = payment;
  const events = providerPaymentId ? await findPaymentEvents(providerPaymentId, attemptId) : [];
  return moveToPaymentState(payment, events, now);
}

async function queryProvider({ provider, providerPaymentId }: Payment, now: Date): Promise<boolean> {
  if (!providerPaymentId) return true;
  const events = await provider?.find(providerPaymentId).catch(() => null);
  for (const event of events ?? []) await storePaymentEvent(event, now);
  return Boolean(events);
}

export async function findOrderPaymentEvents(orderId: OrderId): Promise<ReadonlyArray<PaymentEvent>> {
  const payment = await paymentOf(orderId);
  return payment?.providerPaymentId ? findPaymentEvents(payment.providerPaymentId, payment.attemptId) : [];
}
