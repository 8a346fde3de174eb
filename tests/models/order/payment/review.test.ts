import { expect, test } from "vitest";

import type { PaymentEvent } from "#app/models/order/payment/payment.ts";
import { paymentReview, wrongSum } from "#app/models/order/payment/review.ts";
import { money } from "#app/models/shared/money.ts";

const EXPECTED = money(4_600, "GBP");

function event(type: PaymentEvent["type"], minor: number, currency = "GBP"): PaymentEvent {
  return { type, amount: { minor, currency }, detail: null, reference: null };
}

test.each([
  ["a smaller sum", [event("paid", 4_500)], ["less"]],
  ["a larger sum", [event("paid", 4_700)], ["more"]],
  ["another currency", [event("paid", 4_600, "EUR")], ["other-currency"]],
  ["a payment of another order", [event("mismatch", 4_600)], ["other-order"]],
  ["two wrong sums", [event("paid", 100), event("paid", 200)], ["less"]],
  ["a wrong sum and another order", [event("paid", 1), event("mismatch", 4_600)], ["less", "other-order"]],
])("%s says why somebody has to look at it", (_, events, reasons) => {
  expect(paymentReview(events, EXPECTED).reasons).toEqual(reasons);
});

test("what was paid, reported elsewhere and given back stand beside what was expected", () => {
  const events = [event("paid", 4_500), event("refunded", 500), event("mismatch", 4_600)];

  expect(paymentReview(events, EXPECTED)).toMatchObject({
    expected: EXPECTED,
    paid: [{ minor: 4_500 }],
    elsewhere: [{ minor: 4_600 }],
    back: { minor: 500, currency: "GBP" },
  });
  expect(wrongSum(events)).toEqual({ minor: 4_000, currency: "GBP" });
});

test("nothing goes back of what was paid for another order, or has gone back", () => {
  expect(wrongSum([event("mismatch", 4_600)])).toBeNull();
  expect(wrongSum([event("paid", 4_500), event("refund-total", 4_500)])).toBeNull();
});
