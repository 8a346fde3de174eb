/** Payments: taking in what the provider says, and settling the order by it. */
import { type JobHandler, wakeWorker } from "#app/models/jobs/worker.server.ts";
import { isOrderId, type OrderId } from "#app/models/shared/ids.ts";
import type { PaymentFact } from "#app/services/payment/payment-port.ts";

import { findKnownFacts, keepFact } from "./events.server.ts";
import type { KnownFact } from "./payment.ts";
import { type Payment, paymentOf } from "./queries.server.ts";
import { decide, type Settled } from "./settlement.server.ts";

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

/** Takes in a verified event and settles the order it is about. An event seen before changes nothing. */
export async function receiveFact(fact: PaymentFact, now: Date): Promise<void> {
  const orderId = await keepFact(fact, now);
  // Nobody's yet: the event can overtake the answer that tells us the payment's id. The return page settles it.
  const payment = orderId && (await paymentOf(orderId));
  if (payment) await settleByFacts(payment, now);
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
