/** Why a payment needs a person: what was expected, what was paid, and how they differ. */
import type { Money } from "#app/models/shared/money.ts";

import { type FactAmount, type PaymentEvent, refundedMinor } from "./payment.ts";

export type ReviewReason = "less" | "more" | "other-currency" | "other-order";

export type PaymentReview = Readonly<{
  expected: Money;
  /** Each payment that the provider reported for this order. */
  paid: ReadonlyArray<FactAmount>;
  /** Sums that the provider reported for another order, under this order's payment. */
  elsewhere: ReadonlyArray<FactAmount>;
  reasons: ReadonlyArray<ReviewReason>;
  /** What the provider has given back so far, in the currency of the first payment; null for nothing. */
  back: FactAmount | null;
}>;

export function paymentReview(facts: ReadonlyArray<PaymentEvent>, expected: Money): PaymentReview {
  const amountsOf = (type: PaymentEvent["type"]) =>
    facts.filter((fact) => fact.type === type).map(({ amount }) => amount);
  const [paid, elsewhere] = [amountsOf("paid"), amountsOf("mismatch")];
  const reasons = paid.flatMap((amount) => reasonOf(amount, expected) ?? []);
  const currency = paid[0]?.currency ?? expected.currency;
  const minor = refundedMinor(facts, { currency });
  return {
    expected,
    paid,
    elsewhere,
    reasons: [...new Set([...reasons, ...(elsewhere.length > 0 ? (["other-order"] as const) : [])])],
    back: minor > 0 ? { minor, currency } : null,
  };
}

/** Null: the sum is right. */
function reasonOf(amount: FactAmount, expected: Money): ReviewReason | null {
  if (amount.currency !== expected.currency) return "other-currency";
  if (amount.minor === expected.minor) return null;
  return amount.minor < expected.minor ? "less" : "more";
}

/** What goes back when the order is cancelled: what was paid for it and has not gone back; null for nothing. */
export function wrongSum(facts: ReadonlyArray<PaymentEvent>): FactAmount | null {
  const paid = facts.find(({ type }) => type === "paid")?.amount;
  const minor = paid ? paid.minor - refundedMinor(facts, paid) : 0;
  return paid && minor > 0 ? { minor, currency: paid.currency } : null;
}
