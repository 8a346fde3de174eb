import { expect, test } from "vitest";

import { orderNumbersIn, promisedDay, type QueuedMessage } from "#app/models/content/message-queue.ts";
import { dueText, excerptOf, messageTag } from "#app/models/desk/message-views.ts";
import type { DeliveryCalendar } from "#app/models/shipping/delivery-estimate.ts";

const CALENDAR: DeliveryCalendar = {
  timeZone: "Europe/London",
  workingDays: [1, 2, 3, 4, 5],
  division: "england-and-wales",
  holidays: { "england-and-wales": ["2026-12-24"] },
  earlyClosings: [],
  closures: [],
};

test.each([
  ["on a Thursday", "2026-11-26T10:00:00.000Z", 1, "2026-11-27"],
  ["late on a Thursday, which is Friday in London", "2026-07-23T23:30:00.000Z", 1, "2026-07-27"],
  ["on a Friday evening", "2026-11-27T20:00:00.000Z", 1, "2026-11-30"],
  ["on a Sunday", "2026-11-29T10:00:00.000Z", 1, "2026-11-30"],
  ["before a day off of the shop and Christmas", "2026-12-23T10:00:00.000Z", 1, "2026-12-29"],
  ["with two working days", "2026-11-26T10:00:00.000Z", 2, "2026-11-30"],
])("a message that comes %s is answered by the promised working day", (_, now, days, day) => {
  expect(promisedDay(new Date(now), days, CALENDAR)).toBe(day);
});

test.each([
  ["100457", "", [100457]],
  ["No. 100457, please", "It is 100458.", [100457, 100458]],
  ["", "Order 100457. I said 100457", [100457]],
  ["", "Call 0163296018012 or 42", []],
])("of the field %j and the words %j the numbers of orders are found", (orderNumber, words, numbers) => {
  expect(orderNumbersIn({ orderNumber, words })).toEqual(numbers);
});

const now = new Date("2026-11-26T10:00:00.000Z");
const AT = { today: "2026-11-26", now };

test.each([
  ["2026-11-20", "Late, promised for Friday 20 November", true],
  ["2026-11-26", "Answer today", false],
  ["2026-11-27", "Answer tomorrow", false],
  ["2026-11-30", "Answer by Monday 30 November", false],
])("an answer that was promised for %s reads %j", (day, text, isLate) => {
  expect(dueText(day, AT)).toEqual({ text, isLate });
});

const message = {
  ...{ state: "waiting", dueDay: "2026-11-20", replyKey: null, replySentAt: null },
} as QueuedMessage;

test("the tag says what a message is", () => {
  expect(messageTag(message, AT).tone).toBe("bad");
  expect(messageTag({ ...message, dueDay: "2026-11-26" }, AT).tone).toBe("do");
  expect(messageTag({ ...message, state: "answered" }, AT).text).toBe("Answered");
  const replied = { ...message, state: "answered", replyKey: "r" } as const;
  expect(messageTag(replied, AT)).toEqual({ text: "Reply not sent yet", tone: "do" });
  expect(messageTag({ ...replied, replySentAt: "2026-11-26T10:00:00.000Z" }, AT).text).toBe("Answered");
  expect(messageTag({ ...message, state: "closed" }, AT).text).toBe("Closed");
});

test("an excerpt ends between two words", () => {
  const excerpt = (words: string) =>
    excerptOf({ ...message, content: { words, email: "a@example.com", orderNumber: "" } });

  expect(excerpt("Short.\n\nAnd two.")).toBe("Short. And two.");
  expect(excerpt("word ".repeat(20))).toBe(`${"word ".repeat(11)}word`.slice(0, 59) + "…");
  expect(excerpt("x".repeat(100))).toBe(`${"x".repeat(60)}…`);
  expect(excerptOf({ ...message, content: null })).toBeNull();
});
