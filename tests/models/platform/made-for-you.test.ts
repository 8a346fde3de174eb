import { expect, test } from "vitest";

import { madeForYouText, type MadeState, untilWork } from "#app/models/platform/made-for-you.ts";

const OPEN = "You can change the words or cancel until we start engraving, pack or send it.";

test.each([
  [false, "open", `${OPEN} After that it is yours to keep, unless it is faulty.`],
  [
    false,
    "list",
    "The family chose the words, and can change them. You can cancel until we start engraving, pack or send it. After that it is yours to keep, unless it is faulty.",
  ],
  [false, "in-work", "We are engraving it now, so it is yours to keep, unless it is faulty."],
  [false, "made", "It was made for you. It is yours to keep, unless it is faulty."],
  [true, "open", OPEN],
  [true, "in-work", "We are engraving it now, so you can no longer change the words or cancel."],
  [true, "made", null],
] as ReadonlyArray<[boolean, MadeState, string | null]>)(
  "returnable %s and %s: one sentence",
  (isReturnable, state, text) => {
    expect(madeForYouText({ name: "Engraving", isReturnable }, state)).toBe(text);
  },
);

test("work whose name is no activity is named as a thing", () => {
  const embroidery = { name: "Embroidery", isReturnable: false };
  expect(untilWork("Embroidery")).toBe("until we start the embroidery, pack or send it");
  expect(untilWork()).toBe("until we start the work, pack or send it");
  expect(madeForYouText(embroidery, "in-work")).toMatch(/^We are making it now/);
});
