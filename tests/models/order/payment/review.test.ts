import { expect, test } from "vitest";

import type { PaymentEvent } from "#app/models/order/payment/payment.ts";
import { paymentReview, wrongSum } from "#app/models/order/payment/review.ts";
import { money } from "#app/models/shared/money.ts";

const EXPECTED = money(4_600, "GBP");

function fact(type: PaymentEvent["type"], minor: number, currency = "GBP"): PaymentEvent {
  return { type, amount: { minor, currency }, detail: null, reference: null };
}

test.each([
  ["a smaller sum", [fact("paid", 4_500)], ["less"]],
  ["a larger sum", [fact("paid", 4_700)], ["more"]],
  ["another currency", [fact("paid", 4_600, "EUR")], ["other-currency"]],
  ["a payment of another order", [fact("mismatch", 4_600)], ["other-order"]],
  ["two wrong sums", [fact("paid", 100), fact("paid", 200)], ["less"]],
  ["a wrong sum and another order", [fact("paid", 1), fact("mismatch", 4_600)], ["less", "other-order"]],
])("%s says why somebody has to look at it", (_, facts, reasons) => {
  expect(paymentReview(facts, EXPECTED).reasons).toEqual(reasons);
});

test("what was paid, reported elsewhere and given back stand beside what was expected", () => {
  const facts = [fact("paid", 4_500), fact("refunded", 500), fact("mismatch", 4_600)];

  expect(paymentReview(facts, EXPECTED)).toMatchObject({
    expected: EXPECTED,
    paid: [{ minor: 4_500 }],
    elsewhere: [{ minor: 4_600 }],
    back: { minor: 500, currency: "GBP" },
  });
  expect(wrongSum(facts)).toEqual({ minor: 4_000, currency: "GBP" });
});

test("nothing goes back of what was paid for another order, or has gone back", () => {
  expect(wrongSum([fact("mismatch", 4_600)])).toBeNull();
  expect(wrongSum([fact("paid", 4_500), fact("refund-total", 4_500)])).toBeNull();
});
