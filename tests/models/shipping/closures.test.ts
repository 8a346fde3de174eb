/** Closures move every day that the shop promises (requirement shipping-4). */
import { expect, test } from "vitest";

import { promisedDay } from "#app/models/content/message-queue.ts";
import { dayRuler } from "#app/models/desk/day-ruler.ts";
import { closureLines, closureNotice } from "#app/models/shipping/closure-notice.ts";
import { cutoffToday, type DeliveryCalendar } from "#app/models/shipping/delivery-estimate.ts";
import { sendByDay } from "#app/models/shipping/dispatch-day.ts";
import { deliveryDays, deliveryOptions } from "#app/models/shipping/shipping.ts";
import { type Closure, checkClosure } from "#app/models/store/closure.ts";
import type { DeliveryClass } from "#app/models/store/delivery-class.ts";
import { demoDeliveryRules, pounds } from "#tests/support/shops/delivery-rules.ts";
import { demoStore } from "#tests/support/shops/store.ts";

const closure = (firstDay: string, lastDay: string, name = "Workshop holiday"): Closure => ({
  ...{ firstDay, lastDay, name },
});
const closed = (...closures: ReadonlyArray<Closure>): DeliveryCalendar => ({
  ...demoDeliveryRules.calendar,
  closures,
});

type About = Readonly<{ postcode?: string; releaseAt?: string; workingDays?: number }>;

function questionAt(now: string, deliveryClass: DeliveryClass, { postcode, releaseAt, workingDays }: About) {
  const line = {
    ...{ variantId: 1, deliveryClass, isFreeShipping: false, preorderReleaseAt: releaseAt ?? null },
    personalisation: workingDays === undefined ? null : { workingDays },
  };
  return {
    ...{ lines: [line], items: pounds(20), destination: { postcode: postcode ?? null }, now: new Date(now) },
  };
}

const consignment = (method: string, now: string, calendar: DeliveryCalendar, about: About = {}) =>
  deliveryOptions(questionAt(now, method === "two_person" ? "two_person" : "small", about), {
    ...demoDeliveryRules,
    calendar,
  }).find((option) => option.method === method)?.consignments[0];

/** Monday 1 March 2027, an hour before any cut-off. */
const NOW = "2027-03-01T10:00:00Z";
const standard = demoDeliveryRules.methods.find(({ key }) => key === "standard")!;

/** Without the week from Monday 1 March, and with it. The way itself, of one day by Express, goes on. */
test.each<readonly [string, (calendar: DeliveryCalendar) => unknown, unknown, unknown]>([
  [
    "delivery estimate",
    (calendar) => consignment("standard", NOW, calendar)?.when,
    "Wednesday 3 to Friday 5 March",
    "Wednesday 10 to Friday 12 March",
  ],
  [
    "Express",
    (calendar) => consignment("express", NOW, calendar)?.when,
    "Tuesday 2 March",
    "Tuesday 9 March",
  ],
  [
    "collection at the shop",
    (calendar) => consignment("collection", NOW, calendar)?.when,
    "ready from Tuesday 2 March",
    "ready from Tuesday 9 March",
  ],
  [
    "item that is made with words",
    (calendar) => consignment("express", NOW, calendar, { workingDays: 3 })?.when,
    "Friday 5 March",
    "Friday 12 March",
  ],
  [
    "pre-order that is released in it",
    (calendar) => consignment("express", NOW, calendar, { releaseAt: "2027-03-03T00:00:00Z" })?.when,
    "Thursday 4 March",
    "Tuesday 9 March",
  ],
  [
    "last day to send a pre-order",
    (calendar) => consignment("standard", NOW, calendar, { releaseAt: "2027-03-03T00:00:00Z" })?.sendBy,
    "2027-03-04",
    "2027-03-09",
  ],
  [
    "first day that can be booked",
    (calendar) => consignment("two_person", NOW, calendar)?.from,
    "2027-03-05",
    "2027-03-12",
  ],
  [
    "day to send an order",
    (calendar) => sendByDay({ placedAt: NOW, promises: [], method: standard }, calendar),
    "2027-03-02",
    "2027-03-09",
  ],
  ["answer to a message", (calendar) => promisedDay(new Date(NOW), 1, calendar), "2027-03-02", "2027-03-08"],
  [
    "cut-off of today",
    (calendar) => cutoffToday({ now: new Date(NOW), cutoff: "14:00" }, calendar)?.time ?? null,
    "14:00",
    null,
  ],
  [
    "ruler of today",
    (calendar) => {
      const { openingHours } = demoStore.contact;
      const { methods } = demoDeliveryRules;
      return dayRuler({ openingHours, locale: "en-GB", methods, calendar }, new Date(NOW))?.now ?? null;
    },
    "10:00",
    null,
  ],
])("%s", (_, dayOf, open, moved) => {
  expect(dayOf(closed())).toBe(open);
  expect(dayOf(closed(closure("2027-03-01", "2027-03-05")))).toBe(moved);
});

test("no day of a closure can be booked, and those around it can", () => {
  const days = (calendar: DeliveryCalendar) =>
    deliveryDays(questionAt(NOW, "two_person", {}), { ...demoDeliveryRules, calendar });
  const open = days(closed());
  const inIt = (day: string) => day >= "2027-03-15" && day <= "2027-03-19";

  expect(open.some(inIt)).toBe(true);
  expect(days(closed(closure("2027-03-15", "2027-03-19")))).toEqual(open.filter((day) => !inIt(day)));
});

test.each([
  ["leaves before, and arrives in it", "2027-02-26T10:00:00Z", "express", "Monday 1 March"],
  [
    "is handled before, in the hands of the courier in it",
    "2027-02-25T10:00:00Z",
    "standard",
    "Monday 1 to Wednesday 3 March",
  ],
  [
    "is handled before at the earliest, after it at the latest",
    "2027-02-26T10:00:00Z",
    "standard",
    "Tuesday 2 to Thursday 11 March",
  ],
])("what %s", (_, now, method, when) => {
  expect(consignment(method, now, closed(closure("2027-03-01", "2027-03-05")))?.when).toBe(when);
});

test.each([
  ["the end of the year", [closure("2026-12-28", "2027-01-01")], "2026-12-24T12:00:00Z", "Tuesday 5 January"],
  [
    "two in a row",
    [closure("2027-03-01", "2027-03-05"), closure("2027-03-08", "2027-03-12")],
    ...[NOW, "Tuesday 16 March"],
  ],
  [
    "two that overlap",
    [closure("2027-03-01", "2027-03-09"), closure("2027-03-03", "2027-03-05")],
    ...[NOW, "Thursday 11 March"],
  ],
  ["a weekend alone", [closure("2027-03-06", "2027-03-07")], "2027-03-05T10:00:00Z", "Monday 8 March"],
  // Clocks go forward in the night to Sunday 28 March. 23:30 UTC of the 28th is half past midnight of the 29th.
  [
    "the change of the clocks",
    [closure("2027-03-29", "2027-03-30")],
    "2027-03-28T23:30:00Z",
    "Thursday 1 April",
  ],
  [
    "more than a year",
    Array.from({ length: 8 }, (_, at) => closure(`2027-0${at + 1}-01`, `2027-0${at + 1}-31`)),
    ...[NOW, "Thursday 2 September"],
  ],
])("over %s", (_, closures, now, when) => {
  expect(consignment("express", now, closed(...closures))?.when).toBe(when);
});

const HOLIDAY = closure("2026-12-28", "2027-01-01");
const NOTICE =
  "Workshop holiday: we are closed from Monday 28 December to Friday 1 January. Orders leave again from Monday 4 January.";

test.each([
  ["15 days before", "2026-12-13T23:59:00Z", [HOLIDAY], null],
  ["14 days before", "2026-12-14T00:00:00Z", [HOLIDAY], NOTICE],
  ["on the last day", "2027-01-01T23:59:00Z", [HOLIDAY], NOTICE],
  ["after it", "2027-01-02T00:00:00Z", [HOLIDAY], null],
  [
    "of one day",
    "2027-03-01T10:00:00Z",
    [closure("2027-03-02", "2027-03-02", "Stocktaking")],
    "Stocktaking: we are closed on Tuesday 2 March. Orders leave again from Wednesday 3 March.",
  ],
  [
    "of two that follow each other",
    "2026-12-20T10:00:00Z",
    [HOLIDAY, closure("2027-01-04", "2027-01-06", "Stocktaking"), closure("2027-02-01", "2027-02-02")],
    "Workshop holiday and Stocktaking: we are closed from Monday 28 December to Wednesday 6 January. Orders leave again from Thursday 7 January.",
  ],
])("the notice %s", (_, now, closures, notice) => {
  expect(closureNotice(closed(...closures), new Date(now))).toBe(notice);
});

test("what is to come stands beside the opening hours", () => {
  const calendar = closed(closure("2026-12-01", "2026-12-02"), HOLIDAY);
  expect(closureLines(calendar, new Date("2026-12-03T10:00:00Z"))).toEqual([
    "Workshop holiday: closed from Monday 28 December to Friday 1 January",
  ]);
});

test.each([
  ["2027-03-01", "2027-03-01", "fine"],
  ["2027-03-02", "2027-03-01", "closure-reversed"],
  ["2027-03-01", "2027-04-29", "fine"],
  ["2027-03-01", "2027-04-30", "closure-too-long"],
])("from %s to %s is %s", (firstDay, lastDay, result) => {
  const checked = checkClosure(closure(firstDay, lastDay));
  expect(checked.ok ? "fine" : checked.code).toBe(result);
});
