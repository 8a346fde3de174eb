import { expect, test } from "vitest";

import { sendByDay } from "#app/models/shipping/dispatch-day.ts";
import { demoDeliveryRules } from "#tests/support/shops/delivery-rules.ts";

const { calendar, methods } = demoDeliveryRules;
/** Handled within a working day, under way for three at most; from 2 pm on, placed the day after. */
const method = methods.find(({ key }) => key === "standard")!;
const MONDAY = "2026-11-23";

test("days that were closed after the order was promised make nothing later", () => {
  const closed = {
    ...calendar,
    closures: [{ firstDay: "2026-11-24", lastDay: "2026-11-27", name: "Workshop holiday" }],
  };
  const dayOf = (promise: Readonly<{ from: string; to: string }>) =>
    sendByDay({ placedAt: `${MONDAY}T10:00:00.000Z`, promises: [promise], method }, closed);

  expect(dayOf({ from: "2026-11-25", to: "2026-11-27" })).toBe(MONDAY);
  expect(dayOf({ from: "2026-12-01", to: "2026-12-03" })).toBe("2026-11-30");
});

test.each([
  ["without a promise", "10:00", [{}], "2026-11-24"],
  ["after the cut-off", "15:00", [{}], "2026-11-25"],
  ["promised for a day that the handling keeps", "10:00", [{ from: "2026-11-25" }], "2026-11-24"],
  ["that waits for a release", "10:00", [{ from: "2026-12-17" }], "2026-12-14"],
  [
    "of which a part waits for a release",
    "10:00",
    [{ from: "2026-12-17" }, { from: "2026-11-25" }],
    "2026-11-24",
  ],
  [
    "of a pre-order whose buyer was told a day",
    "10:00",
    [{ from: "2026-12-17", sendBy: "2026-12-15" }],
    "2026-12-15",
  ],
  [
    "of two pre-orders, the first of them",
    "10:00",
    [{ sendBy: "2026-12-18" }, { sendBy: "2026-12-15" }],
    "2026-12-15",
  ],
  ["of a pre-order beside what is in stock", "10:00", [{}, { sendBy: "2026-12-15" }], "2026-11-24"],
  ["with a booked day", "10:00", [{ from: "2026-12-17" }, { day: "2026-12-09" }], "2026-12-09"],
])("an order %s, placed at %s, is to be sent by its day", (_, time, promises, day) => {
  expect(sendByDay({ placedAt: `${MONDAY}T${time}:00.000Z`, promises, method }, calendar)).toBe(day);
});
