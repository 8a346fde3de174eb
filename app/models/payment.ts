/** What has become of a payment: a state derived from the set of facts received, whatever their order. */
import type { Money } from "./money.ts";

/** What happened to a payment, as a provider reports it. */
export type PaymentFactType =
  "paid" | "processing" | "declined" | "cancelled" | "expired" | "refunded" | "disputed";

/** An amount as a provider tells it: minor units of any currency. */
export type FactAmount = Readonly<{ minor: number; currency: string }>;

/** The part of a fact that the state depends on. */
export type KnownFact = Readonly<{ type: PaymentFactType; amount: FactAmount; detail: string | null }>;

export type PaymentState =
  "pending" | "processing" | "declined" | "cancelled" | "expired" | "review" | "paid" | "refunded";

/**
 * The state of a payment of which `facts` are known and `expected` was asked. Depends on the set alone.
 * The right sum paid beats everything that went wrong before or after; a wrong sum is for a person to look at;
 * the whole sum given back is the end.
 */
export function paymentState(facts: ReadonlyArray<KnownFact>, expected: Money): PaymentState {
  const has = (type: PaymentFactType) => facts.some((fact) => fact.type === type);
  if (isRefunded(facts, expected)) return "refunded";
  if (facts.some((fact) => fact.type === "paid" && isSame(fact.amount, expected))) return "paid";
  if (has("paid")) return "review";
  if (has("expired")) return "expired";
  if (has("cancelled")) return "cancelled";
  if (has("declined")) return "declined";
  return has("processing") ? "processing" : "pending";
}

/** Why the payment did not happen, in words that a shopper may read, or null. */
export function refusalReason(facts: ReadonlyArray<KnownFact>, state: PaymentState): string | null {
  return facts.find((fact) => fact.type === state)?.detail ?? null;
}

function isRefunded(facts: ReadonlyArray<KnownFact>, expected: Money): boolean {
  const back = facts
    .filter((fact) => fact.type === "refunded" && fact.amount.currency === expected.currency)
    .reduce((sum, fact) => sum + fact.amount.minor, 0);
  return back > 0 && back >= expected.minor;
}

function isSame(amount: FactAmount, expected: Money): boolean {
  return amount.minor === expected.minor && amount.currency === expected.currency;
}
