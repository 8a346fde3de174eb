/** What has become of a payment: a state derived from the set of facts received, whatever their order. */
import type { Money } from "#app/models/shared/money.ts";

/**
 * What happened to a payment, as a provider reports it. "try-failed" is one refused card while the page stays open;
 * "refund-total" is the sum given back so far, from a provider that does not name each part.
 */
export const PAYMENT_FACT_TYPES = [
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

export type PaymentFactType = (typeof PAYMENT_FACT_TYPES)[number];

/** An amount as a provider tells it: minor units of any currency. */
export type FactAmount = Readonly<{ minor: number; currency: string }>;

/** The part of a fact that the state depends on. "mismatch" is a fact that names another order's attempt. */
export type KnownFact = Readonly<{
  type: PaymentFactType | "mismatch";
  amount: FactAmount;
  detail: string | null;
  /** The provider's id of the refund or dispute it is about, or null. */
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

/** Facts that a person has to act on. */
const ALARMING: ReadonlyArray<PaymentFactType> = ["disputed", "dispute-won", "dispute-lost", "refund-failed"];

/** What became of a payment that was not made: what comes first says most. */
const UNPAID = ["expired", "cancelled", "declined", "processing"] as const;

/**
 * The state of a payment of which `facts` are known and `expected` was asked. Depends on the set alone.
 * The right sum paid beats everything that went wrong before or after; a wrong sum, and an event that names another
 * order, are for a person to look at; the whole sum given back, or lost in a dispute, is the end. A dispute lasts until
 * the bank has decided it.
 */
export function paymentState(facts: ReadonlyArray<KnownFact>, expected: Money): PaymentState {
  const has = (type: KnownFact["type"]) => facts.some((fact) => fact.type === type);
  const back = refundedMinor(facts, expected);
  if (back > 0 && back >= expected.minor) return "refunded";
  if (facts.some((fact) => fact.type === "paid" && isSame(fact.amount, expected)))
    return stateOfDisputes(facts) ?? "paid";
  if (has("paid") || has("mismatch")) return "review";
  return UNPAID.find(has) ?? "pending";
}

/**
 * What has been given back of a payment so far, in minor units of `currency`. A refund that failed after all does not count,
 * and then no total told before it is believed either.
 */
export function refundedMinor(
  facts: ReadonlyArray<KnownFact>,
  { currency }: Pick<FactAmount, "currency">,
): number {
  const told = facts.filter((fact) => fact.amount.currency === currency);
  const failed = told.filter((fact) => fact.type === "refund-failed").map((fact) => fact.reference);
  const parts = told
    .filter((fact) => fact.type === "refunded" && !(fact.reference && failed.includes(fact.reference)))
    .reduce((sum, fact) => sum + fact.amount.minor, 0);
  if (failed.length > 0) return parts;
  const totals = told.filter((fact) => fact.type === "refund-total").map((fact) => fact.amount.minor);
  return Math.max(parts, ...totals);
}

/** What the disputes about a payment come to; null when there is none or all were won. Each has its reference. */
function stateOfDisputes(facts: ReadonlyArray<KnownFact>): "refunded" | "disputed" | null {
  const about = (type: PaymentFactType) =>
    facts.filter((fact) => fact.type === type).map(({ reference }) => reference ?? "");
  if (about("dispute-lost").length > 0) return "refunded";
  const won = about("dispute-won");
  return about("disputed").some((reference) => !won.includes(reference)) ? "disputed" : null;
}

/** Why the payment did not happen, in words that a shopper may read, or null. */
export function refusalReason(facts: ReadonlyArray<KnownFact>, state: PaymentState): string | null {
  return facts.find((fact) => fact.type === state)?.detail ?? null;
}

/** True when the owner has to be told of it. */
export function isAlarming(type: PaymentFactType): boolean {
  return ALARMING.includes(type);
}

function isSame(amount: FactAmount, expected: Money): boolean {
  return amount.minor === expected.minor && amount.currency === expected.currency;
}
