import fc from "#tests/support/fast-check.ts";
import { expect, test } from "vitest";

import {
  type PaymentEvent,
  PAYMENT_EVENT_TYPES,
  paymentState,
  refundedMinor,
  refusalReason,
  type PaymentState,
} from "#app/models/order/payment/payment.ts";
import { money } from "#app/models/shared/money.ts";

const EXPECTED = money(4995, "GBP");
const TYPES: ReadonlyArray<PaymentEvent["type"]> = [...PAYMENT_EVENT_TYPES, "mismatch"];
const GIVES_BACK: ReadonlyArray<PaymentEvent["type"]> = ["refunded", "refund-total", "dispute-lost"];

function event(type: PaymentEvent["type"], minor = 4995, currency = "GBP"): PaymentEvent {
  return { type, amount: { minor, currency }, detail: null };
}

const of = (...types: ReadonlyArray<PaymentEvent["type"]>) => types.map((type) => event(type));
const about = (type: PaymentEvent["type"], reference: string) => ({ ...event(type), reference });
const WON = [event("paid"), about("disputed", "dp_1"), about("dispute-won", "dp_1")];

test.each<readonly [string, PaymentState, ReadonlyArray<PaymentEvent>]>([
  ["without events", "pending", []],
  ["that is processed", "processing", of("processing")],
  ["that was declined later", "declined", of("processing", "declined")],
  ["that was cancelled after a refusal", "cancelled", of("declined", "cancelled")],
  ["whose page expired", "expired", of("cancelled", "expired")],
  ["whose card was declined, while its page is open", "pending", of("try-failed")],
  ["of the right sum", "paid", of("processing", "paid")],
  ["of the right sum after every failure", "paid", of("expired", "declined", "cancelled", "paid")],
  ["of too little", "review", [event("paid", 4994)]],
  ["of too much", "review", [event("paid", 4996)]],
  ["in another currency", "review", [event("paid", 4995, "EUR")]],
  ["that names another order", "review", of("mismatch")],
  ["that names another order and expired", "review", of("mismatch", "expired")],
  ["that names another order beside the right sum", "paid", of("mismatch", "paid")],
  ["that is disputed", "disputed", of("paid", "disputed")],
  ["that is disputed before it is reported", "pending", of("disputed")],
  ["whose dispute was won", "paid", of("disputed", "dispute-won", "paid")],
  ["whose dispute was lost", "lost", of("paid", "disputed", "dispute-lost")],
  ["whose first dispute was won", "paid", WON],
  ["whose second dispute is open", "disputed", [...WON, about("disputed", "dp_2")]],
  [
    "whose second dispute was lost",
    "lost",
    [...WON, about("disputed", "dp_2"), about("dispute-lost", "dp_2")],
  ],
  ["that is refunded", "refunded", of("paid", "refunded")],
  ["that is refunded while it is disputed", "refunded", of("paid", "disputed", "refunded")],
  ["whose refund is reported first", "refunded", of("refunded")],
  ["that is refunded in part", "paid", [event("paid"), event("refunded", 1000)]],
  [
    "that is refunded in parts",
    "refunded",
    [event("paid"), event("refunded", 1000), event("refunded", 3995)],
  ],
])("a payment %s is %s", (_, state, events) => {
  expect(paymentState(events, EXPECTED)).toBe(state);
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

test("a declined payment has the bank's reason", () => {
  const declined: PaymentEvent = { ...event("declined"), detail: "Your bank declined the card" };

  expect(refusalReason([declined], "declined")).toBe("Your bank declined the card");
  expect(refusalReason([declined], "pending")).toBeNull();
});
