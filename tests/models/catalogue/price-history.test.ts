import { expect, test } from "vitest";

import { lowestPriceBefore, type PriceSpan } from "#app/models/catalogue/price-history.ts";
import fc from "#tests/support/fast-check.ts";

const HOUR_MS = 3_600_000;
const DAYS_30_IN_HOURS = 720;
const START = Date.parse("2026-01-01T00:00:00Z");

const at = (hour: number) => new Date(START + hour * HOUR_MS).toISOString();

type Change = Readonly<{ hours: number; priceMinor: number; isReduced: boolean }>;

/** One span for each change, the last of which is the present one. */
function spansOf(changes: ReadonlyArray<Change>): ReadonlyArray<PriceSpan> {
  let hour = 0;
  return changes.map(({ hours, priceMinor, isReduced }, place) => {
    const validFrom = at(hour);
    hour += hours;
    return { priceMinor, isReduced, validFrom, validTo: place === changes.length - 1 ? null : at(hour) };
  });
}

/** What was charged in each hour since the first change. */
function hoursOf(changes: ReadonlyArray<Change>): ReadonlyArray<Change> {
  return changes.flatMap((change) => Array.from({ length: change.hours }, () => change));
}

/** Walks back hour by hour: to the beginning of the present price, then through the 30 days before it. */
function walkedBack(changes: ReadonlyArray<Change>): number | null {
  const hours = hoursOf(changes);
  const last = hours.at(-1);
  if (!last?.isReduced) return null;
  let hour = hours.length - 1;
  const isPresent = (one: Change | undefined) => one?.priceMinor === last.priceMinor && one.isReduced;
  while (hour >= 0 && isPresent(hours[hour])) hour -= 1;
  const before = hours.slice(Math.max(0, hour + 1 - DAYS_30_IN_HOURS), hour + 1);
  return before.length === 0 ? null : Math.min(...before.map(({ priceMinor }) => priceMinor));
}

const change = fc.record({
  hours: fc.oneof(fc.integer({ min: 1, max: 48 }), fc.integer({ min: 600, max: 900 })),
  // Few prices, so that equal ones meet.
  priceMinor: fc.integer({ min: 1, max: 5 }),
  isReduced: fc.boolean(),
});

test("the lowest price before a reduction equals a walk back through every hour", () => {
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 12 }), fc.nat(), (changes, turns) => {
      const spans = spansOf(changes);
      const turned = [...spans.slice(turns % spans.length), ...spans.slice(0, turns % spans.length)];

      expect(lowestPriceBefore(turned)).toBe(walkedBack(changes));
    }),
    { numRuns: 200 },
  );
});

const regular = (hours: number, priceMinor: number) => ({ hours, priceMinor, isReduced: false });
const reduced = (hours: number, priceMinor: number) => ({ hours, priceMinor, isReduced: true });

test.each([
  ["no reduction", [regular(900, 40)], null],
  ["a first price that is reduced", [reduced(900, 30)], null],
  ["one price before", [regular(2_000, 40), reduced(500, 30)], 40],
  [
    "a lower price within 30 days",
    [regular(2_000, 40), reduced(24, 25), regular(700, 40), reduced(5, 30)],
    25,
  ],
  ["a lower price 30 days ago", [regular(2_000, 40), reduced(24, 25), regular(720, 40), reduced(5, 30)], 40],
  ["a second reduction", [regular(2_000, 40), reduced(900, 30), reduced(5, 20)], 30],
  ["a sale at the price of every day", [regular(2_000, 40), reduced(5, 40)], 40],
])("the lowest price after %s", (_, changes, lowest) => {
  expect(lowestPriceBefore(spansOf(changes))).toBe(lowest);
});

test("a price that was charged for no time does not count", () => {
  const [before, now] = spansOf([regular(2_000, 40), reduced(5, 30)]);
  const slip = { priceMinor: 1, isReduced: true, validFrom: at(1_999), validTo: at(1_999) };

  expect(lowestPriceBefore([before, slip, now].flatMap((span) => span ?? []))).toBe(40);
});
