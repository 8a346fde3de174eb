/** Payments: opening the hosted page, taking in what the provider says, and settling the order by it. */
import { db } from "#app/db/db.server.ts";
import type { PaymentFact, PaymentPort } from "#app/services/payment/payment-port.ts";
import { paymentsOf } from "#app/services/payment/payment.server.ts";

import { type AttemptId, isAttemptId, isOrderId, type OrderId } from "./ids.ts";
import { type Money, money } from "./money.ts";
import { findOrder } from "./order.server.ts";
import type { Order } from "./order.ts";
import type { KnownFact } from "./payment.ts";
import { findKnownFacts, keepFact } from "./payment-facts.server.ts";
import { ok, refused, type Result } from "./result.ts";
import { decide, type Settled } from "./settlement.server.ts";
import { type JobHandler, wakeWorker } from "./worker.server.ts";

/** A payment of an order as the shop keeps it. */
type Payment = Readonly<{
  orderId: OrderId;
  attemptId: AttemptId;
  /** Who took it; null when that provider is not set up any more. */
  provider: PaymentPort | null;
  providerPaymentId: string | null;
  url: string | null;
  amount: Money;
}>;

/** Absolute addresses that the hosted page sends the shopper back to. */
export type ReturnAddresses = Readonly<{ returnUrl: string; cancelUrl: string }>;

/**
 * The address of the hosted page for this order. Call it outside any transaction: it asks the provider, with the
 * attempt as idempotency key, so that repeating it opens nothing twice.
 */
export async function openPayment(
  order: Order,
  addresses: ReturnAddresses,
): Promise<Result<string, "payment-unavailable" | "attempt-over">> {
  const payment = await paymentOf(order.id);
  if (!payment) throw new Error(`Order ${order.number} has no payment`);
  if (payment.url) return ok(payment.url);
  const opened = await payment.provider?.open({
    attemptId: payment.attemptId,
    orderId: order.id,
    orderNumber: order.number,
    amount: payment.amount,
    email: order.email,
    description: `Order ${order.number}`,
    expiresAt: order.expiresAt,
    ...addresses,
  });
  if (!opened?.ok) return refused("payment-unavailable", { orderId: order.id });
  await db()
    .updateTable("payments")
    .set({ provider_payment_id: opened.value.paymentId, url: opened.value.url })
    .where("order_id", "=", order.id)
    .execute();
  // Given up meanwhile, by another tab or by the clock: what was opened must not be paid.
  const current = await findOrder(order.id);
  if (current?.status !== "awaiting-payment") {
    // Out of reach? Money that comes for it all the same is settled, or given back.
    await closePayment(order.id);
    return refused("attempt-over");
  }
  return ok(opened.value.url);
}

/**
 * Brings the order up to what is known of its payment, asking the provider too. The webhook, the return page, the
 * checkout and the reconciler all end here. Repeating it changes nothing: it only ever moves an order forward, as
 * far as the facts go. Answers with what the payment has come to and whether the provider could be asked, or null when
 * there is no such order.
 */
export async function settle(
  orderId: OrderId,
  now: Date,
): Promise<(Settled & Readonly<{ isHeard: boolean }>) | null> {
  const payment = await paymentOf(orderId);
  if (!payment) return null;
  const isHeard = await askProvider(payment, now);
  return { ...(await settleByFacts(payment, now)), isHeard };
}

/** Address of the hosted page that was opened for this order, or null. */
export async function findPaymentPage(orderId: OrderId): Promise<string | null> {
  return (await paymentOf(orderId))?.url ?? null;
}

/** Takes in a verified event and settles the order it is about. An event seen before changes nothing. */
export async function receiveFact(fact: PaymentFact, now: Date): Promise<void> {
  const orderId = await keepFact(fact, now);
  // Nobody's yet: the event can overtake the answer that tells us the payment's id. The return page settles it.
  const payment = orderId && (await paymentOf(orderId));
  if (payment) await settleByFacts(payment, now);
}

/**
 * Has the provider stop taking the payment of this order, so that none can be made beside a new order's.
 * False when the provider cannot be reached: it may be paid yet.
 */
export async function closePayment(orderId: OrderId): Promise<boolean> {
  const payment = await paymentOf(orderId);
  if (!payment?.providerPaymentId) return true;
  if (!payment.provider) return false;
  return payment.provider.close(payment.providerPaymentId).then(
    () => true,
    () => false,
  );
}

/** Does the job "payment-refund": gives the whole sum back, once however often it runs. */
export const refundOrder: JobHandler = async (job) => {
  const orderId = job.payload["orderId"];
  const payment = isOrderId(orderId) ? await paymentOf(orderId) : null;
  if (!payment?.providerPaymentId || !payment.provider) throw new Error("There is no payment to give back");
  const { provider, providerPaymentId, amount } = payment;
  const refund = await provider.refund(providerPaymentId, amount, `refund:${payment.orderId}`);
  if (!refund.ok) throw new Error("The provider refused the refund");
};

async function settleByFacts(payment: Payment, now: Date): Promise<Settled> {
  const { providerPaymentId, attemptId } = payment;
  const facts = providerPaymentId ? await findKnownFacts(providerPaymentId, attemptId) : [];
  const settled = await decide(payment, facts, now);
  if (settled.isChanged) wakeWorker();
  return settled;
}

/** What the provider tells is kept like an event. False when it cannot be reached: what we know already must do. */
async function askProvider({ provider, providerPaymentId }: Payment, now: Date): Promise<boolean> {
  if (!providerPaymentId) return true;
  const facts = await provider?.find(providerPaymentId).catch(() => null);
  for (const fact of facts ?? []) await keepFact(fact, now);
  return Boolean(facts);
}

/** What is known of the order's payment; nothing for one that was never opened. */
export async function findFacts(orderId: OrderId): Promise<ReadonlyArray<KnownFact>> {
  const payment = await paymentOf(orderId);
  return payment?.providerPaymentId ? findKnownFacts(payment.providerPaymentId, payment.attemptId) : [];
}

async function paymentOf(orderId: OrderId): Promise<Payment | null> {
  const row = await db()
    .selectFrom("payments")
    .selectAll()
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  if (!row || !isAttemptId(row.attempt_id)) return null;
  return {
    orderId,
    attemptId: row.attempt_id,
    provider: paymentsOf(row.provider),
    providerPaymentId: row.provider_payment_id,
    url: row.url,
    amount: money(row.amount_minor),
  };
}
