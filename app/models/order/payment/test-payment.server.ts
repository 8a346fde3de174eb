import { transact } from "#app/db/db.server.ts";
import { enqueue } from "#app/models/jobs/outbox.server.ts";
import type { JobHandler } from "#app/models/jobs/worker.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { PAYMENT_EXTENSIONS, PAYMENT_MINUTES } from "#app/models/order/order.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { deliverEvent } from "#app/services/payment/payment-delivery.server.ts";
import {
  embeddedPayments,
  eventsOf,
  extendTestPayment,
  findTestPayment,
  moveTestPayment,
  type TestPayment,
} from "#app/services/payment/payment-embedded.server.ts";
import type { ProviderPaymentEvent } from "#app/services/payment/payment-port.ts";
import { payments } from "#app/services/payment/payment.server.ts";

import type { PaymentEventType } from "./payment.ts";
import { holdUntil } from "./settlement.server.ts";
import { OPEN_TEST_STATUSES, PAY_LATER_SECONDS, TEST_MOVES, type TestDecision } from "./test-payment.ts";

export type { TestPayment };

const PAYMENT_MS = PAYMENT_MINUTES * 60_000;

/** Null also in a shop that takes real payments. */
export async function readTestPayment(id: string, now: Date): Promise<TestPayment | null> {
  return payments().name === embeddedPayments.name ? findTestPayment(id, now) : null;
}

/**
 * Settles nothing itself, because a real provider tells the shop by webhook; refused if the payment was decided before.
 */
export async function decideTestPayment(
  id: string,
  { decision, detail }: Readonly<{ decision: TestDecision; detail?: string | null }>,
  now: Date,
): Promise<Result<TestPayment, "order-state-conflict">> {
  return transact<Result<TestPayment, "order-state-conflict">>(async () => {
    const move: Readonly<{
      from: ReadonlyArray<TestPayment["status"]>;
      to: TestPayment["status"];
      detail?: string;
    }> = TEST_MOVES[decision];
    const before = await findTestPayment(id, now);
    if (!before || !move.from.includes(before.status)) return refused("order-state-conflict");
    const declineReason = move.to === "declined" ? (detail ?? move.detail ?? null) : null;
    const isMoved = await moveTestPayment(id, { from: [before.status], to: move.to, declineReason, at: now });
    const payment = await findTestPayment(id, now);
    if (!isMoved || !payment) return refused("order-state-conflict");
    for (const event of eventsOf(payment)) await queueWebhook(event);
    if (move.to === "processing") await queueConfirmation(id, now);
    return ok(payment);
  });
}

/** Until when (ISO 8601) the page can be kept open now; null where it is over, or has had all of its time. */
export async function findMoreTime({ status, attempt }: TestPayment, now: Date): Promise<string | null> {
  if (!OPEN_TEST_STATUSES.includes(status)) return null;
  const order = await findOrder(attempt.orderId);
  if (order?.status !== "awaiting-payment") return null;
  const latest = Date.parse(order.placedAt) + (1 + PAYMENT_EXTENSIONS) * PAYMENT_MS;
  const until = new Date(Math.min(now.getTime() + PAYMENT_MS, latest)).toISOString();
  return until > attempt.expiresAt ? until : null;
}

/** Refused where somebody has paid, declined or cancelled meanwhile. */
export function keepTestPaymentOpen(
  { id, attempt }: TestPayment,
  until: string,
  now: Date,
): Promise<Result<null, "order-state-conflict">> {
  return transact(async () => {
    const isOpen = (await holdUntil(attempt.orderId, until, now)) && (await extendTestPayment(id, until));
    return isOpen ? ok(null) : refused("order-state-conflict");
  });
}

async function queueWebhook(event: ProviderPaymentEvent): Promise<void> {
  const { amount, attemptId = null, ...rest } = event;
  await enqueue({
    key: `payment-webhook:${event.eventId}`,
    kind: "payment-webhook",
    payload: { ...rest, attemptId, minor: amount.minor, currency: amount.currency },
  });
}

async function queueConfirmation(paymentId: string, now: Date): Promise<void> {
  await enqueue({
    key: `payment-confirmation:${paymentId}`,
    kind: "payment-confirmation",
    payload: { paymentId },
    runAt: new Date(now.getTime() + PAY_LATER_SECONDS * 1000).toISOString(),
  });
}

/** Posts one event to the shop's own address. */
export const deliverTestWebhook: JobHandler = async (job) => {
  const { eventId, paymentId, attemptId, type, minor, currency, detail, occurredAt } = job.payload;
  await deliverEvent(
    {
      eventId: String(eventId),
      paymentId: String(paymentId),
      attemptId: typeof attemptId === "string" ? attemptId : null,
      type: String(type) as PaymentEventType,
      amount: { minor: Number(minor), currency: String(currency) },
      detail: typeof detail === "string" ? detail : null,
      occurredAt: String(occurredAt),
    },
    new Date(),
  );
};

/** The bank confirms a later payment, unless it was decided before. */
export const confirmTestPayment: JobHandler = async (job) => {
  await decideTestPayment(String(job.payload["paymentId"]), { decision: "bank-confirms" }, new Date());
};
