import { z } from "zod";

import { UNTAKEN } from "#app/models/order/payment/dispute.ts";
import type { PaymentEventType } from "#app/models/order/payment/payment.ts";

import type { ProviderPaymentEvent, PaymentIntent } from "./payment-port.ts";
import { amountFromStripe } from "./payment-stripe-amount.ts";

// The objects as far as this shop looks at them. Whatever else they hold is let through and not read.
const id = z.string().min(1).max(200);
const minor = z.number().int().nonnegative().safe();
const currency = z
  .string()
  .regex(/^[a-zA-Z]{3}$/)
  .transform((code) => code.toUpperCase());
const seconds = z.number().int().nonnegative();
/** An id, or the object itself where it was expanded. */
const idOrObject = z
  .union([id, z.object({ id })])
  .nullish()
  .transform((value) => (typeof value === "string" ? value : (value?.id ?? null)));
const metadata = z.record(z.string()).nullish();

const problemSchema = z
  .object({ code: z.string().nullish(), decline_code: z.string().nullish() })
  .nullish()
  .transform((problem) => problem?.decline_code ?? problem?.code ?? null);

export const refundSchema = z.object({
  id,
  amount: minor,
  currency,
  status: z.string().nullish(),
  created: seconds,
  payment_intent: idOrObject,
  metadata,
});
export type StripeRefund = z.infer<typeof refundSchema>;

export const disputeSchema = z.object({
  id,
  amount: minor,
  currency,
  status: z.string(),
  reason: z.string().nullish(),
  created: seconds,
  payment_intent: idOrObject,
  evidence_details: z.object({ due_by: seconds.nullish() }).nullish(),
  /** What it took from the account, and what came back; each with its fee. */
  balance_transactions: z
    .array(z.object({ id, amount: z.number().int().safe(), fee: z.number().int().safe(), currency }))
    .nullish(),
});
type StripeDispute = z.infer<typeof disputeSchema>;

export const chargeSchema = z.object({
  id,
  amount_refunded: minor,
  currency,
  created: seconds,
  payment_intent: idOrObject,
  metadata,
  disputed: z.boolean().nullish(),
  refunds: z.object({ data: z.array(refundSchema), has_more: z.boolean() }).nullish(),
});
type StripeCharge = z.infer<typeof chargeSchema>;

export const intentSchema = z.object({
  id,
  amount: minor,
  amount_received: minor.nullish(),
  currency,
  status: z.string(),
  client_secret: z.string().nullish(),
  created: seconds,
  metadata,
  last_payment_error: problemSchema,
});
type StripeIntent = z.infer<typeof intentSchema>;

export const sessionSchema = z.object({
  id,
  mode: z.string(),
  status: z.enum(["open", "complete", "expired"]),
  payment_status: z.enum(["paid", "unpaid", "no_payment_required"]),
  amount_total: minor,
  currency,
  created: seconds,
  metadata,
  payment_intent: idOrObject,
});
type StripeSession = z.infer<typeof sessionSchema>;

export const wholeSchema = sessionSchema.extend({
  payment_intent: intentSchema.extend({ latest_charge: chargeSchema.nullish() }).nullish(),
});
export type WholeSession = z.infer<typeof wholeSchema>;

/** What a shopper may read for Stripe's words; anything else is the bank's own business. */
const DECLINED: Readonly<Record<string, string>> = {
  insufficient_funds: "Insufficient funds",
  expired_card: "Your card has expired",
  incorrect_cvc: "The card’s security code is not correct",
  authentication_required: "Your bank could not confirm your identity",
  payment_intent_authentication_failure: "Your bank could not confirm your identity",
};
const DECLINED_ANYHOW = "Your bank declined the payment";

type About = Pick<
  ProviderPaymentEvent,
  "attemptId" | "detail" | "intentId" | "reference" | "refundKey" | "dueAt"
>;

/** Its id is made of the object's, so that a webhook and a poll give the same event. */
function eventOf(
  objectId: string,
  type: PaymentEventType,
  rest: Pick<ProviderPaymentEvent, "paymentId" | "amount"> & Partial<About> & Readonly<{ at: number }>,
): ProviderPaymentEvent {
  const { at, ...about } = rest;
  const occurredAt = new Date(at * 1000).toISOString();
  return { eventId: `${objectId}:${type}`, type, detail: null, ...about, occurredAt };
}

/** `at` is in seconds after 1970. */
export function sessionEvent(
  session: StripeSession,
  type: PaymentEventType,
  { at, problem = null }: Readonly<{ at: number; problem?: string | null }>,
): ProviderPaymentEvent {
  return eventOf(session.id, type, {
    paymentId: session.id,
    amount: amountFromStripe(session.amount_total, session.currency),
    attemptId: session.metadata?.["attempt_id"] ?? null,
    intentId: session.payment_intent,
    detail: type === "declined" ? (DECLINED[problem ?? ""] ?? DECLINED_ANYHOW) : null,
    at,
  });
}

/** Null while nothing is decided. */
export function outcomeOf(
  { status, payment_status }: Pick<StripeSession, "status" | "payment_status">,
  intent: Pick<StripeIntent, "status"> | null,
): PaymentEventType | null {
  if (status === "expired") return "expired";
  if (status === "open") return null;
  if (payment_status !== "unpaid") return "paid";
  const isOver = intent?.status === "requires_payment_method" || intent?.status === "canceled";
  return isOver ? "declined" : "processing";
}

export function intentPaid(intent: StripeIntent): ProviderPaymentEvent {
  return eventOf(intent.id, "paid", {
    paymentId: intent.id,
    intentId: intent.id,
    amount: amountFromStripe(intent.amount_received ?? intent.amount, intent.currency),
    attemptId: intent.metadata?.["attempt_id"] ?? null,
    at: intent.created,
  });
}

/** One card was declined: the page stays open for another. `eventId` distinguishes this try from the next. */
export function intentTried(intent: StripeIntent, eventId: string): ProviderPaymentEvent {
  return eventOf(eventId, "try-failed", {
    paymentId: intent.id,
    intentId: intent.id,
    amount: amountFromStripe(intent.amount, intent.currency),
    attemptId: intent.metadata?.["attempt_id"] ?? null,
    detail: DECLINED[intent.last_payment_error ?? ""] ?? DECLINED_ANYHOW,
    at: intent.created,
  });
}

/** A refund that Stripe has taken or that has failed. */
export function refundEvents(
  refund: StripeRefund,
  paymentId: string | null,
): ReadonlyArray<ProviderPaymentEvent> {
  const type = REFUND_TYPES[refund.status ?? ""];
  if (!type || !paymentId) return [];
  const amount = amountFromStripe(refund.amount, refund.currency);
  const refundKey = refund.metadata?.["key"] ?? null;
  const about = { paymentId, intentId: refund.payment_intent, amount, reference: refund.id, refundKey };
  return [eventOf(refund.id, type, { ...about, at: refund.created })];
}

const REFUND_TYPES: Readonly<Record<string, PaymentEventType>> = {
  // Taken, as the shop's own that Stripe answers so; it may fail like one that has succeeded.
  pending: "refunded",
  succeeded: "refunded",
  failed: "refund-failed",
  canceled: "refund-failed",
};

export function chargeRefunded(charge: StripeCharge): ReadonlyArray<ProviderPaymentEvent> {
  if (!charge.payment_intent) return [];
  const amount = amountFromStripe(charge.amount_refunded, charge.currency);
  const attemptId = charge.metadata?.["attempt_id"] ?? null;
  const { payment_intent: paymentId, created: at } = charge;
  const about = { paymentId, intentId: paymentId, amount, attemptId, at };
  return [eventOf(`${charge.id}:${charge.amount_refunded}`, "refund-total", about)];
}

/**
 * What the dispute says of itself (docs.stripe.com/api/disputes/object). `isReinstated`: Stripe tells that its money has
 * come back, whether or not the object lists how.
 */
export function disputeEvents(
  dispute: StripeDispute,
  paymentId: string | null,
  isReinstated = false,
): ReadonlyArray<ProviderPaymentEvent> {
  if (!paymentId) return [];
  const amount = amountFromStripe(dispute.amount, dispute.currency);
  const { id: reference, payment_intent: intentId, created: at } = dispute;
  const about = { paymentId, intentId, amount, reference, at };
  return [
    openedEvent(dispute, about),
    ...endOf(dispute, about),
    ...feesOf(dispute, about),
    ...reinstated(dispute, about, isReinstated),
  ];
}

type AboutDispute = Parameters<typeof eventOf>[2];

/** Its id names what may change, so that the shop hears of another amount or deadline. */
function openedEvent(dispute: StripeDispute, about: AboutDispute): ProviderPaymentEvent {
  const isAnswered = !dispute.status.endsWith("needs_response");
  const dueBy = (isAnswered ? null : dispute.evidence_details?.due_by) || null;
  const isTaken = dispute.status !== "prevented" || movedOf(dispute).taken > 0;
  const type = dispute.status.startsWith("warning_") || !isTaken ? "inquiry" : "disputed";
  const dueAt = dueBy === null ? null : new Date(dueBy * 1000).toISOString();
  const version = [dispute.id, about.amount.minor, dueBy].filter((part) => part !== null).join(":");
  return eventOf(version, type, { ...about, detail: dispute.reason ?? null, dueAt });
}

function feesOf({ balance_transactions: moves }: StripeDispute, about: AboutDispute) {
  return (moves ?? [])
    .filter(({ fee }) => fee !== 0)
    .map(({ id: move, fee, currency: of }) =>
      eventOf(move, "dispute-fee", { ...about, amount: amountFromStripe(fee, of) }),
    );
}

/** The account may be in another currency than the payment, so what came back is a share of what was taken. */
function reinstated(dispute: StripeDispute, about: AboutDispute, isReported: boolean) {
  const { taken, back } = movedOf(dispute);
  if (back.length === 0) return isReported ? [eventOf(dispute.id, "dispute-reinstated", about)] : [];
  return back.map(({ id: move, amount }) => {
    const minor = Math.round(about.amount.minor * Math.min(1, amount / Math.max(taken, 1)));
    return eventOf(move, "dispute-reinstated", { ...about, amount: { ...about.amount, minor } });
  });
}

function movedOf({ balance_transactions: moves }: StripeDispute) {
  const taken = (moves ?? []).reduce((sum, { amount }) => sum + Math.max(0, -amount), 0);
  return { taken, back: (moves ?? []).filter(({ amount }) => amount > 0) };
}

/**
 * "prevented" has ended before the bank opened a case (docs.stripe.com/changelog/basil/2025-08-27/add-preventions-to-dispute):
 * blocked, and nothing was taken, or resolved by giving the cardholder the money. The moves of the account say which; Stripe
 * may tell of it before they are made.
 */
function endOf(dispute: StripeDispute, about: AboutDispute): ReadonlyArray<ProviderPaymentEvent> {
  const end = DISPUTE_ENDS[dispute.status];
  if (dispute.status !== "prevented") return end ? [eventOf(dispute.id, end, about)] : [];
  const { taken, back } = movedOf(dispute);
  if (taken > back.reduce((sum, { amount }) => sum + amount, 0))
    return [eventOf(dispute.id, "dispute-lost", about)];
  if (taken > 0) return [eventOf(dispute.id, "dispute-won", about)];
  return [eventOf(`${dispute.id}:${UNTAKEN}`, "dispute-won", { ...about, detail: UNTAKEN })];
}

const DISPUTE_ENDS: Readonly<Record<string, PaymentEventType>> = {
  won: "dispute-won",
  warning_closed: "dispute-won",
  lost: "dispute-lost",
};

/** The intent behind a session; as long as nobody has tried to pay there is none, and the session stands for it. */
export function intentOf(session: StripeSession, intent: StripeIntent | null): PaymentIntent {
  if (intent) {
    const amount = amountFromStripe(intent.amount, intent.currency);
    const status = INTENT_STATUSES[intent.status] ?? "processing";
    return { id: intent.id, clientSecret: intent.client_secret ?? null, amount, status };
  }
  const amount = amountFromStripe(session.amount_total, session.currency);
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
