/** Any events, in any order, any number of times: an order comes to rest in the same place. The long form: STORM_RUNS=100. */
import { permutations } from "#tests/support/checks/permutations.ts";
import fc from "#tests/support/fast-check.ts";
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import type { PaymentEventType } from "#app/models/order/payment/payment.ts";
import { parcelVariant, placedOrder, stockOf } from "#tests/support/people/checkout.ts";
import { reportEvent, statusOf } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const isFull = Number(process.env["STORM_RUNS"] ?? 0) >= 100;
/** Of the 720 orders of six events, one in so many. */
const EVERY = isFull ? 1 : 80;
const RUNS = isFull ? 150 : 3;

/** What a provider may tell about one payment: completed, succeeded, an earlier refusal, the end of its time, … */
const SIX: ReadonlyArray<PaymentEventType> = ["paid", "paid", "declined", "expired", "refunded", "disputed"];
const TYPES = [...new Set(SIX), "processing", "cancelled"] as const;

type Event = Readonly<{ type: PaymentEventType; id: number }>;

/** Places an order, tells the shop of the events one after another, and answers where that has led. */
async function endOf(events: ReadonlyArray<Event>): Promise<string> {
  const variantId = await parcelVariant(9);
  await db().deleteFrom("jobs").execute();
  const { orderId, paymentId, total: minor } = await placedOrder({ [variantId]: 1 });
  for (const { type, id } of events)
    await reportEvent(paymentId, type, { minor, eventId: `evt_${paymentId}_${type}_${id}` });
  const { on_hand, reserved } = await stockOf(variantId);
  return JSON.stringify([await statusOf(orderId), on_hand, reserved]);
}

test("all 720 orders of six events end in the same state (P-02)", async () => {
  const events = SIX.map((type, id) => ({ type, id }));
  const ends = new Map<string, number>();
  for (const order of permutations(events).filter((_, index) => index % EVERY === 0)) {
    const end = await endOf(order);
    ends.set(end, (ends.get(end) ?? 0) + 1);
  }

  expect([...ends]).toEqual([[JSON.stringify(["refunded", 9, 0]), 720 / EVERY]]);
}, 600_000);

test("any events, repeated and shuffled, reach the same status by allowed steps (R-18)", async () => {
  const event = fc.record({ type: fc.constantFrom(...TYPES), id: fc.integer({ min: 0, max: 3 }) });
  const sequence = fc
    .array(event, { minLength: 1, maxLength: 30 })
    .chain((events) =>
      fc.tuple(fc.constant(events), fc.shuffledSubarray(events, { minLength: events.length })),
    );
  await fc.assert(
    fc.asyncProperty(sequence, async ([events, shuffled]) => {
      expect(await endOf([...shuffled, ...events.slice(0, 3)])).toBe(await endOf(events));
    }),
    { numRuns: RUNS },
  );
}, 600_000);
