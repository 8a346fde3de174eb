import fc from "#tests/support/fast-check.ts";
import { expect, test } from "vitest";

import {
  type PaymentEvent,
  PAYMENT_EVENT_TYPES,
  paymentState,
  refundedMinor,
  refusalReason,
} from "#app/models/order/payment/payment.ts";
import { money } from "#app/models/shared/money.ts";

const EXPECTED = money(4995, "GBP");
const TYPES: ReadonlyArray<PaymentEvent["type"]> = [...PAYMENT_EVENT_TYPES, "mismatch"];
const GIVES_BACK: ReadonlyArray<PaymentEvent["type"]> = ["refunded", "refund-total", "dispute-lost"];

function event(type: PaymentEvent["type"], minor = 4995, currency = "GBP"): PaymentEvent {
  return { type, amount: { minor, currency }, detail: null };
}

test("a payment without events is pending", () => {
  expect(paymentState([], EXPECTED)).toBe("pending");
});

test.each([
  [["processing"], "processing"],
  [["processing", "declined"], "declined"],
  [["declined", "cancelled"], "cancelled"],
  [["cancelled", "expired"], "expired"],
  [["processing", "paid"], "paid"],
  [["expired", "declined", "cancelled", "paid"], "paid"],
  [["paid", "disputed"], "disputed"],
  [["disputed"], "pending"],
  [["disputed", "dispute-won", "paid"], "paid"],
  [["paid", "disputed", "dispute-lost"], "refunded"],
  [["paid", "disputed", "refunded"], "refunded"],
  [["paid", "refunded"], "refunded"],
  [["refunded"], "refunded"],
] as const)("%j make it %s", (types, state) => {
  expect(
    paymentState(
      types.map((type) => event(type)),
      EXPECTED,
    ),
  ).toBe(state);
});

test("a payment with a wrong sum or another currency needs a manual check", () => {
  expect(paymentState([event("paid", 4994)], EXPECTED)).toBe("review");
  expect(paymentState([event("paid", 4996)], EXPECTED)).toBe("review");
  expect(paymentState([event("paid", 4995, "EUR")], EXPECTED)).toBe("review");
});

test("an event that names another order needs a manual check, unless the right sum was paid", () => {
  expect(paymentState([event("mismatch")], EXPECTED)).toBe("review");
  expect(paymentState([event("mismatch"), event("expired")], EXPECTED)).toBe("review");
  expect(paymentState([event("mismatch"), event("paid")], EXPECTED)).toBe("paid");
});

test("a declined card leaves the payment open, because the page is", () => {
  expect(paymentState([event("try-failed")], EXPECTED)).toBe("pending");
});

test("a refund counts once, reported by itself, as a total, or both", () => {
  const part = { ...event("refunded", 1000), reference: "re_1" };
  const more = { ...event("refunded", 500), reference: "re_2" };

  expect(refundedMinor([part, more], EXPECTED)).toBe(1500);
  expect(refundedMinor([part, event("refund-total", 1000)], EXPECTED)).toBe(1000);
  expect(refundedMinor([event("refund-total", 1500), part, event("refund-total", 1000)], EXPECTED)).toBe(
    1500,
  );
  expect(refundedMinor([event("refunded", 700, "EUR")], EXPECTED)).toBe(0);
});

test("a failed refund does not count, and neither does an earlier total", () => {
  const part = { ...event("refunded", 1000), reference: "re_1" };
  const failed = { ...event("refund-failed", 1000), reference: "re_1" };
  const other = { ...event("refunded", 400), reference: "re_2" };

  expect(refundedMinor([part, failed, event("refund-total", 1000)], EXPECTED)).toBe(0);
  expect(refundedMinor([failed, other, part], EXPECTED)).toBe(400);
  expect(refundedMinor([failed], EXPECTED)).toBe(0);
});

test("a partial refund leaves the payment paid, and refunds of the whole sum end it", () => {
  expect(paymentState([event("paid"), event("refunded", 1000)], EXPECTED)).toBe("paid");
  expect(paymentState([event("paid"), event("refunded", 1000), event("refunded", 3995)], EXPECTED)).toBe(
    "refunded",
  );
});

test("the state depends on the set of events, not on their order (R-18)", () => {
  const anyEvent = fc.record({
    type: fc.constantFrom(...TYPES),
    minor: fc.constantFrom(4995, 4994, 2000),
    currency: fc.constantFrom("GBP", "EUR"),
  });
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 8 }), fc.infiniteStream(fc.nat()), (list, random) => {
      const events = list.map(({ type, minor, currency }) => event(type, minor, currency));
      const shuffled = events
        .map((each) => ({ each, at: random.next().value as number }))
        .sort((a, b) => a.at - b.at)
        .map(({ each }) => each);

      return paymentState(events, EXPECTED) === paymentState(shuffled, EXPECTED);
    }),
    { numRuns: 10_000 },
  );
});

test("no failure undoes a payment of the right sum", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...TYPES.filter((type) => !GIVES_BACK.includes(type)))), (types) => {
      const events = [event("paid"), ...types.map((type) => event(type))];

      return ["paid", "disputed"].includes(paymentState(events, EXPECTED));
    }),
  );
});

test("each dispute is decided by itself", () => {
  const about = (type: PaymentEvent["type"], reference: string) => ({ ...event(type), reference });
  const first = [event("paid"), about("disputed", "dp_1"), about("dispute-won", "dp_1")];

  expect(paymentState(first, EXPECTED)).toBe("paid");
  expect(paymentState([...first, about("disputed", "dp_2")], EXPECTED)).toBe("disputed");
  expect(paymentState([...first, about("disputed", "dp_2"), about("dispute-lost", "dp_2")], EXPECTED)).toBe(
    "refunded",
  );
});

test("a declined payment has the bank's reason", () => {
  const declined: PaymentEvent = { ...event("declined"), detail: "Your bank declined the card" };

  expect(refusalReason([declined], "declined")).toBe("Your bank declined the card");
  expect(refusalReason([declined], "pending")).toBeNull();
});
