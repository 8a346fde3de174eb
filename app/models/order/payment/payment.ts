/** The state of a payment follows from the set of its events, in any order. */
import type { Money } from "#app/models/shared/money.ts";

import { DISPUTE_EVENT_TYPES, disputesOf, isDisputeOpen, lostMinor } from "./dispute.ts";

/**
 * "try-failed": one refused card while the page stays open; "refund-total": the sum refunded so far, from a provider
 * that does not name each part; "inquiry": a bank asks about a payment and takes no money; "dispute-reinstated": money of
 * a lost dispute that came back; "dispute-fee": what the provider charges for one, negative where it is given back.
 */
export const PAYMENT_EVENT_TYPES = [
  "paid",
  "processing",
  "declined",
  "cancelled",
  "expired",
  "try-failed",
  "refunded",
  "refund-failed",
  "refund-total",
  ...DISPUTE_EVENT_TYPES,
] as const;

export type PaymentEventType = (typeof PAYMENT_EVENT_TYPES)[number];

/** Minor units of any currency. */
export type PaymentAmount = Readonly<{ minor: number; currency: string }>;

/** "mismatch": an event of another order's attempt. */
export type PaymentEvent = Readonly<{
  type: PaymentEventType | "mismatch";
  amount: PaymentAmount;
  /** Why a payment was declined, or the provider's code for the reason of a dispute. */
  detail: string | null;
  reference?: string | null;
  refundKey?: string | null;
  dueAt?: string | null;
  /** When it happened at the provider, and when the shop heard of it: ISO 8601, UTC. */
  occurredAt?: string;
  receivedAt?: string;
}>;

export type PaymentState =
  | "pending"
  | "processing"
  | "declined"
  | "cancelled"
  | "expired"
  | "review"
  | "paid"
  | "disputed"
  | "lost"
  | "refunded";

/** The first one that applies counts. */
const UNPAID = ["expired", "cancelled", "declined", "processing"] as const;

/**
 * The right sum beats every failure before or after it; a wrong sum, or an event of another order, needs a person. A full
 * refund is the end; a dispute lasts until the bank decides; "lost" is a payment of which disputes and refunds have left
 * nothing.
 */
export function paymentState(events: ReadonlyArray<PaymentEvent>, expected: Money): PaymentState {
  const has = (type: PaymentEvent["type"]) => events.some((event) => event.type === type);
  const back = refundedMinor(events, expected);
  if (back > 0 && back >= expected.minor) return "refunded";
  if (events.some((event) => event.type === "paid" && isSame(event.amount, expected)))
    return stateOfDisputes(events, expected, back) ?? "paid";
  if (has("paid") || has("mismatch")) return "review";
  return UNPAID.find(has) ?? "pending";
}

/** In minor units; a refund that failed does not count, nor does a total reported before it. */
export function refundedMinor(
  events: ReadonlyArray<PaymentEvent>,
  { currency }: Pick<PaymentAmount, "currency">,
): number {
  const sums = events.filter((event) => event.amount.currency === currency);
  const failed = sums.filter((event) => event.type === "refund-failed").map((event) => event.reference);
  const parts = sums
    .filter((event) => event.type === "refunded" && !(event.reference && failed.includes(event.reference)))
    .reduce((sum, event) => sum + event.amount.minor, 0);
  if (failed.length > 0) return parts;
  const totals = sums.filter((event) => event.type === "refund-total").map((event) => event.amount.minor);
  return Math.max(parts, ...totals);
}

function stateOfDisputes(
  events: ReadonlyArray<PaymentEvent>,
  { minor, currency }: Money,
  back: number,
): "disputed" | "lost" | null {
  const disputes = disputesOf(events);
  if (disputes.some(isDisputeOpen)) return "disputed";
  const lost = lostMinor(disputes, currency);
  return lost > 0 && lost + back >= minor ? "lost" : null;
}

export function refusalReason(events: ReadonlyArray<PaymentEvent>, state: PaymentState): string | null {
  return events.find((event) => event.type === state && state !== "disputed")?.detail ?? null;
}

function isSame(amount: PaymentAmount, expected: Money): boolean {
  return amount.minor === expected.minor && amount.currency === expected.currency;
}
