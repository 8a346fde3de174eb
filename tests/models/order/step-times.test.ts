import { expect, test } from "vitest";

import { stepTimes } from "#app/models/order/step-times.ts";

const move = (to: string, day: number) => ({ to, at: `2026-11-${day}T10:00:00.000Z` });
const PLACED = [move("awaiting-payment", 20), move("paid", 21)];
const at = (day: number) => `2026-11-${day}T10:00:00.000Z`;

test("steps that have not happened have no time", () => {
  expect(stepTimes(PLACED)).toEqual([at(20), at(21), null, null]);
});

test("an order in two parcels is on its way with the first", () => {
  const moves = [...PLACED, move("partially-shipped", 22), move("shipped", 24), move("delivered", 25)];

  expect(stepTimes(moves)).toEqual([at(20), at(21), at(22), at(25)]);
});

test("unpacking and a settled dispute leave the first time", () => {
  const moves = [...PLACED, move("packed", 22), move("paid", 23), move("disputed", 24), move("paid", 25)];

  expect(stepTimes(moves)[1]).toBe(at(21));
});

test("a delivery that was taken back has not happened, and the parcel stays on its way since it was sent", () => {
  const back = { from: "delivered", ...move("shipped", 24) };
  const moves = [...PLACED, move("shipped", 22), move("delivered", 23), back];

  expect(stepTimes(moves)).toEqual([at(20), at(21), at(22), null]);
  expect(stepTimes([...moves, move("delivered", 26)])[3]).toBe(at(26));
});
