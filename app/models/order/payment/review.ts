import type { Money } from "#app/models/shared/money.ts";

import { type PaymentAmount, type PaymentEvent, refundedMinor } from "./payment.ts";

export type ReviewReason = "less" | "more" | "other-currency" | "other-order";

export type PaymentReview = Readonly<{
  expected: Money;
  paid: ReadonlyArray<PaymentAmount>;
  /** Reported for another order, under this order's payment. */
  elsewhere: ReadonlyArray<PaymentAmount>;
  reasons: ReadonlyArray<ReviewReason>;
  back: PaymentAmount | null;
}>;

export function paymentReview(events: ReadonlyArray<PaymentEvent>, expected: Money): PaymentReview {
  const amountsOf = (type: PaymentEvent["type"]) =>
    events.filter((event) => event.type === type).map(({ amount }) => amount);
  const [paid, elsewhere] = [amountsOf("paid"), amountsOf("mismatch")];
  const reasons = paid.flatMap((amount) => reasonOf(amount, expected) ?? []);
  const currency = paid[0]?.currency ?? expected.currency;
  const minor = refundedMinor(events, { currency });
  return {
    expected,
    paid,
    elsewhere,
    reasons: [...new Set([...reasons, ...(elsewhere.length > 0 ? (["other-order"] as const) : [])])],
    back: minor > 0 ? { minor, currency } : null,
  };
}

function reasonOf(amount: PaymentAmount, expected: Money): ReviewReason | null {
  if (amount.currency !== expected.currency) return "other-currency";
  if (amount.minor === expected.minor) return null;
  return amount.minor < expected.minor ? "less" : "more";
}

/** Paid for the order and not gone back; null for nothing. */
export function wrongSum(events: ReadonlyArray<PaymentEvent>): PaymentAmount | null {
  const paid = events.find(({ type }) => type === "paid")?.amount;
  const minor = paid ? paid.minor - refundedMinor(events, paid) : 0;
  return paid && minor > 0 ? { minor, currency: paid.currency } : null;
}
