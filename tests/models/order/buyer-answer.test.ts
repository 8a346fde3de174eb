import { expect, test } from "vitest";

import { answerDeadline, answerUntilText } from "#app/models/order/buyer-answer.ts";
import type { DeliveryCalendar } from "#app/models/shipping/delivery-estimate.ts";

const CALENDAR: DeliveryCalendar = {
  timeZone: "Europe/London",
  workingDays: [1, 2, 3, 4, 5],
  division: "england-and-wales",
  holidays: { "england-and-wales": ["2026-11-30"] },
  earlyClosings: [],
};

test.each([
  ["a Tuesday morning", "2026-11-24T09:00:00Z", "2026-11-26T17:00:00.000Z"],
  ["late on a Tuesday", "2026-11-24T23:30:00Z", "2026-11-26T17:00:00.000Z"],
  ["a Friday before a day off of the shop's own", "2026-11-27T12:00:00Z", "2026-12-02T17:00:00.000Z"],
  ["a Sunday", "2026-12-06T12:00:00Z", "2026-12-08T17:00:00.000Z"],
  ["the day before Christmas Eve", "2026-12-23T12:00:00Z", "2026-12-29T17:00:00.000Z"],
  ["a summer day, by the clock of the shop", "2026-07-01T12:00:00Z", "2026-07-03T16:00:00.000Z"],
  ["just after midnight of the shop", "2026-07-01T23:30:00Z", "2026-07-06T16:00:00.000Z"],
  ["the Friday before the clocks go back", "2026-10-23T12:00:00Z", "2026-10-27T17:00:00.000Z"],
])("from %s a buyer has until 5 pm of the second working day after", (_, from, until) => {
  expect(answerDeadline(new Date(from), CALENDAR).toISOString()).toBe(until);
});

test("the words of the deadline have the time of the shop", () => {
  expect(answerUntilText("2026-07-03T16:00:00.000Z", CALENDAR)).toBe("5 pm on Friday 3 July");
});
