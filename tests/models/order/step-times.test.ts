import { expect, test } from "vitest";

import { stepTimes } from "#app/models/order/step-times.ts";

const move = (to: string, day: number) => ({ to, at: `2026-11-${day}T10:00:00.000Z` });
const PLACED = [move("awaiting-payment", 20), move("paid", 21)];
const at = (day: number) => `2026-11-${day}T10:00:00.000Z`;

const TAKEN_BACK = [
  move("shipped", 22),
  move("delivered", 23),
  { from: "delivered", ...move("shipped", 24) },
];

test.each([
  ["steps that have not happened have no time", [], [null, null]],
  [
    "an order in two parcels is on its way with the first",
    [move("partially-shipped", 22), move("shipped", 24), move("delivered", 25)],
    [at(22), at(25)],
  ],
  [
    "unpacking and a settled dispute leave the first time",
    [move("packed", 22), move("paid", 23), move("disputed", 24), move("paid", 25)],
    [null, null],
  ],
  ["a delivery that was taken back has not happened", TAKEN_BACK, [at(22), null]],
  ["a second delivery counts", [...TAKEN_BACK, move("delivered", 26)], [at(22), at(26)]],
])("%s", (_, moves, [sent, delivered]) => {
  expect(stepTimes([...PLACED, ...moves])).toEqual([at(20), at(21), sent, delivered]);
});
