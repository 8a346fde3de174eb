import { expect, test } from "vitest";

import { mergedQuantity, mergeNotes } from "#app/models/cart/merge.ts";

test.each([
  [{ here: 2, before: 3, maximum: 9 }, 5],
  [{ here: 2, before: 3, maximum: 4 }, 4],
  [{ here: 2, before: 3, maximum: 1 }, 3],
  [{ here: 2, before: 3, maximum: 0 }, 3],
  [{ here: 4, before: 2, maximum: 1 }, 4],
  [{ here: 0, before: 3, maximum: 1 }, 3],
  [{ here: 2, before: 0, maximum: 1 }, 2],
])("%o make %i", (line, expected) => {
  expect(mergedQuantity({ name: "Rainbow", ...line })).toBe(expected);
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
