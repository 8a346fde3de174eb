/** The state of a payment follows from the set of its events, in any order. */
import type { Money } from "#app/models/shared/money.ts";

/**
 * "try-failed": one refused card while the page stays open; "refund-total": the sum refunded so far, from a provider
 * that does not name each part.
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
  "disputed",
  "dispute-won",
  "dispute-lost",
] as const;

export type PaymentEventType = (typeof PAYMENT_EVENT_TYPES)[number];

/** Minor units of any currency. */
export type PaymentAmount = Readonly<{ minor: number; currency: string }>;

/** "mismatch": an event of another order's attempt. */
export type PaymentEvent = Readonly<{
  type: PaymentEventType | "mismatch";
  amount: PaymentAmount;
  detail: string | null;
  reference?: string | null;
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
  | "refunded";

const ALARMING: ReadonlyArray<PaymentEventType> = [
  "disputed",
  "dispute-won",
  "dispute-lost",
  "refund-failed",
];

/** The first one that applies counts. */
const UNPAID = ["expired", "cancelled", "declined", "processing"] as const;

/**
 * The right sum beats every failure before or after it; a wrong sum, or an event of another order, needs a person. A full
 * refund or a lost dispute is the end, and a dispute lasts until the bank decides.
 */
export function paymentState(events: ReadonlyArray<PaymentEvent>, expected: Money): PaymentState {
  const has = (type: PaymentEvent["type"]) => events.some((event) => event.type === type);
  const back = refundedMinor(events, expected);
  if (back > 0 && back >= expected.minor) return "refunded";
  if (events.some((event) => event.type === "paid" && isSame(event.amount, expected)))
    return stateOfDisputes(events) ?? "paid";
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

function stateOfDisputes(events: ReadonlyArray<PaymentEvent>): "refunded" | "disputed" | null {
  const about = (type: PaymentEventType) =>
    events.filter((event) => event.type === type).map(({ reference }) => reference ?? "");
  if (about("dispute-lost").length > 0) return "refunded";
  const won = about("dispute-won");
  return about("disputed").some((reference) => !won.includes(reference)) ? "disputed" : null;
}

export function refusalReason(events: ReadonlyArray<PaymentEvent>, state: PaymentState): string | null {
  return events.find((event) => event.type === state)?.detail ?? null;
}

export function isAlarming(type: PaymentEventType): boolean {
  return ALARMING.includes(type);
}

function isSame(amount: PaymentAmount, expected: Money): boolean {
  return amount.minor === expected.minor && amount.currency === expected.currency;
}
