/** Stripe's objects read as payment events. One object reads the same in an event and when polled. */
import type { PaymentFactType } from "#app/models/order/payment/payment.ts";

import type { PaymentFact, PaymentIntent } from "./payment-port.ts";
import type {
  StripeCharge,
  StripeDispute,
  StripeIntent,
  StripeRefund,
  StripeSession,
} from "./payment-stripe-objects.server.ts";

/** What a shopper may read for Stripe's words; anything else is the bank's own business. */
const DECLINED: Readonly<Record<string, string>> = {
  insufficient_funds: "Insufficient funds",
  expired_card: "Your card has expired",
  incorrect_cvc: "The card’s security code is not correct",
  authentication_required: "Your bank could not confirm your identity",
  payment_intent_authentication_failure: "Your bank could not confirm your identity",
};
const DECLINED_ANYHOW = "Your bank declined the payment";

type About = Pick<PaymentFact, "attemptId" | "detail" | "intentId" | "reference">;

/** The fact that the object `objectId` stands for. Its id is made of the object's, so that every way to it is one. */
function factOf(
  objectId: string,
  type: PaymentFactType,
  rest: Pick<PaymentFact, "paymentId" | "amount"> & Partial<About> & Readonly<{ at: number }>,
): PaymentFact {
  const { at, ...about } = rest;
  const occurredAt = new Date(at * 1000).toISOString();
  return { eventId: `${objectId}:${type}`, type, detail: null, ...about, occurredAt };
}

/** The fact that a session of the given outcome is, `at` seconds after 1970. */
export function sessionFact(
  session: StripeSession,
  type: PaymentFactType,
  { at, problem = null }: Readonly<{ at: number; problem?: string | null }>,
): PaymentFact {
  return factOf(session.id, type, {
    paymentId: session.id,
    amount: { minor: session.amount_total, currency: session.currency },
    attemptId: session.metadata?.["attempt_id"] ?? null,
    intentId: session.payment_intent,
    detail: type === "declined" ? (DECLINED[problem ?? ""] ?? DECLINED_ANYHOW) : null,
    at,
  });
}

/** What a session has come to, seen by itself and by its intent; null while nothing is decided. */
export function outcomeOf(
  { status, payment_status }: Pick<StripeSession, "status" | "payment_status">,
  intent: Pick<StripeIntent, "status"> | null,
): PaymentFactType | null {
  if (status === "expired") return "expired";
  if (status === "open") return null;
  if (payment_status !== "unpaid") return "paid";
  const isOver = intent?.status === "requires_payment_method" || intent?.status === "canceled";
  return isOver ? "declined" : "processing";
}

export function intentPaid(intent: StripeIntent): PaymentFact {
  return factOf(intent.id, "paid", {
    paymentId: intent.id,
    intentId: intent.id,
    amount: { minor: intent.amount_received ?? intent.amount, currency: intent.currency },
    attemptId: intent.metadata?.["attempt_id"] ?? null,
    at: intent.created,
  });
}

/** One card was declined: the page stays open for another. `eventId` distinguishes this try from the next. */
export function intentTried(intent: StripeIntent, eventId: string): PaymentFact {
  return factOf(eventId, "try-failed", {
    paymentId: intent.id,
    intentId: intent.id,
    amount: { minor: intent.amount, currency: intent.currency },
    attemptId: intent.metadata?.["attempt_id"] ?? null,
    detail: DECLINED[intent.last_payment_error ?? ""] ?? DECLINED_ANYHOW,
    at: intent.created,
  });
}

/** A refund that has succeeded or failed; nothing while it is pending. */
export function refundFacts(refund: StripeRefund, paymentId: string | null): ReadonlyArray<PaymentFact> {
  const type = REFUND_TYPES[refund.status ?? ""];
  if (!type || !paymentId) return [];
  const amount = { minor: refund.amount, currency: refund.currency };
  const about = { paymentId, intentId: refund.payment_intent, amount, reference: refund.id };
  return [factOf(refund.id, type, { ...about, at: refund.created })];
}

const REFUND_TYPES: Readonly<Record<string, PaymentFactType>> = {
  succeeded: "refunded",
  failed: "refund-failed",
  canceled: "refund-failed",
};

export function chargeRefunded(charge: StripeCharge): ReadonlyArray<PaymentFact> {
  if (!charge.payment_intent) return [];
  const amount = { minor: charge.amount_refunded, currency: charge.currency };
  const attemptId = charge.metadata?.["attempt_id"] ?? null;
  const { payment_intent: paymentId, created: at } = charge;
  const about = { paymentId, intentId: paymentId, amount, attemptId, at };
  return [factOf(`${charge.id}:${charge.amount_refunded}`, "refund-total", about)];
}

export function disputeFacts(dispute: StripeDispute, paymentId: string | null): ReadonlyArray<PaymentFact> {
  if (!paymentId) return [];
  const amount = { minor: dispute.amount, currency: dispute.currency };
  const { id: reference, payment_intent: intentId, created: at } = dispute;
  const about = { paymentId, intentId, amount, reference, at };
  const end = DISPUTE_ENDS[dispute.status];
  return [factOf(dispute.id, "disputed", about), ...(end ? [factOf(dispute.id, end, about)] : [])];
}

const DISPUTE_ENDS: Readonly<Record<string, PaymentFactType>> = {
  won: "dispute-won",
  warning_closed: "dispute-won",
  prevented: "dispute-won",
  lost: "dispute-lost",
};

/** The intent behind a session; as long as nobody has tried to pay there is none, and the session stands for it. */
export function intentOf(session: StripeSession, intent: StripeIntent | null): PaymentIntent {
  if (intent) {
    const amount = { minor: intent.amount, currency: intent.currency };
    const status = INTENT_STATUSES[intent.status] ?? "processing";
    return { id: intent.id, clientSecret: intent.client_secret ?? null, amount, status };
  }
  const amount = { minor: session.amount_total, currency: session.currency };
  const status = session.status === "expired" ? "canceled" : "requires_payment_method";
  return { id: session.id, clientSecret: null, amount, status };
}

const INTENT_STATUSES: Readonly<Record<string, PaymentIntent["status"]>> = {
  requires_payment_method: "requires_payment_method",
  requires_confirmation: "requires_payment_method",
  requires_action: "requires_action",
  processing: "processing",
  requires_capture: "processing",
  succeeded: "succeeded",
  canceled: "canceled",
};
