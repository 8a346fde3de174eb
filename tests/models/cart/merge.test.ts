import fc from "#tests/support/fast-check.ts";
import { expect, test } from "vitest";

import { mergedQuantity, mergeNotes } from "#app/models/cart/merge.ts";

const units = fc.integer({ min: 0, max: 99 });

test.each([
  [{ here: 2, before: 3, maximum: 9 }, 5],
  [{ here: 2, before: 3, maximum: 4 }, 4],
  [{ here: 2, before: 3, maximum: 1 }, 3],
  [{ here: 2, before: 3, maximum: 0 }, 3],
  [{ here: 0, before: 3, maximum: 1 }, 3],
  [{ here: 2, before: 0, maximum: 1 }, 2],
])("%o make %i", (line, expected) => {
  expect(mergedQuantity({ name: "Rainbow", ...line })).toBe(expected);
});

test("a merged line never holds fewer than either cart, nor more than both, nor more than the stock", () => {
  fc.assert(
    fc.property(units, units, units, (here, before, maximum) => {
      const merged = mergedQuantity({ name: "Rainbow", here, before, maximum });
      expect(merged).toBeGreaterThanOrEqual(Math.max(here, before));
      expect(merged).toBeLessThanOrEqual(
        Math.max(Math.min(here + before, maximum), here, before, 0) || here + before,
      );
    }),
  );
});

test("the notes describe what happened, and there are none when nothing did", () => {
  const capped = (name: string) => ({ name, here: 2, before: 3, maximum: 4 });

  expect(mergeNotes({ merged: [], leftOut: [] })).toEqual([]);
  expect(mergeNotes({ merged: ["A", "B", "C"].map(capped), leftOut: ["D"] })).toEqual([
    "We have added the items from your last visit to your basket.",
    "We could not combine the full quantities of A, B and 1 more.",
    "Your basket has reached its limit, so we could not add D.",
  ]);
});
