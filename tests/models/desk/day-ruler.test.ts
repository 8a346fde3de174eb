import { expect, test } from "vitest";

import { dayRuler, placeOnRuler, rulerMarks } from "#app/models/desk/day-ruler.ts";
import { rulerView } from "#app/routes/desk/orders/ruler-view.ts";
import { demoDeliveryRules } from "#tests/support/shops/delivery-rules.ts";
import { demoStore } from "#tests/support/shops/store.ts";

const { methods, calendar } = demoDeliveryRules;
const shop = { openingHours: demoStore.contact.openingHours, locale: "en-GB", methods, calendar };
const at = (moment: string) => dayRuler(shop, new Date(moment));

test.each([
  [
    "2026-11-23T12:18:00Z",
    { opens: "09:00", closes: "17:30", now: "12:18", lastPost: "14:00", minutesLeft: 102 },
  ],
  ["2026-11-23T14:00:00Z", { lastPost: "14:00", minutesLeft: 0 }],
  ["2026-11-23T20:00:00Z", { lastPost: "14:00", minutesLeft: 0 }],
  // In summer the shop's clock is an hour ahead of UTC.
  ["2026-07-06T12:18:00Z", { now: "13:18", minutesLeft: 42 }],
  // A Saturday is open, but nothing is sent.
  ["2026-11-28T12:00:00Z", { opens: "10:00", closes: "16:00", lastPost: null, minutesLeft: null }],
])("at %s the ruler is %j", (moment, ruler) => {
  expect(at(moment)).toMatchObject(ruler);
});

test.each(["2026-11-29T12:00:00Z", "2026-12-25T12:00:00Z", "2026-05-04T12:00:00Z"])(
  "there is no ruler on %s, when the shop is closed",
  (moment) => {
    expect(at(moment)).toBeNull();
  },
);

test("a day that ends early ends the ruler and the post", () => {
  const early = { ...calendar, earlyClosings: [{ monthDay: "12-24", from: "12:00" }] };
  const ruler = dayRuler({ ...shop, calendar: early }, new Date("2026-12-24T10:00:00Z"));
  expect(ruler).toMatchObject({ closes: "12:00", lastPost: "12:00", minutesLeft: 120 });
});

test("days of the week are known in the shop's language too", () => {
  const openingHours = [{ days: ["Montag"], opens: "08:00", closes: "18:00", what: "Laden" }];
  const german = { ...shop, openingHours, locale: "de-DE" };
  expect(dayRuler(german, new Date("2026-11-23T12:00:00Z"))).toMatchObject({ opens: "08:00" });
});

test("marks stand at each quarter, and what is outside of the day has no place", () => {
  const day = { opens: "09:00", closes: "17:30" };
  const marks = rulerMarks(day);
  expect(marks).toHaveLength(35);
  expect(marks.filter(({ label }) => label).map(({ label }) => label)).toEqual(
    "9 10 11 12 1 2 3 4 5".split(" "),
  );
  expect([placeOnRuler("09:00", day), placeOnRuler("17:30", day)]).toEqual([0, 100]);
  expect([placeOnRuler("08:59", day), placeOnRuler("17:31", day)]).toEqual([null, null]);
});

test.each([
  [{ toPack: 12, due: 9 }, "9 of 12 orders to pack should go today."],
  [{ toPack: 1, due: 1 }, "1 order to pack, which should go today."],
  [{ toPack: 2, due: 0 }, "2 orders to pack, none of which has to go today."],
  [{ toPack: 0, due: 0 }, "Everything is packed. Orders show up here once they are paid."],
])("of %j the page has the words %s", (work, words) => {
  const ruler = at("2026-11-23T12:18:00Z");
  expect(ruler && rulerView(ruler, work)).toMatchObject({
    words,
    title: "1 hour 42 minutes to the last post",
  });
});

test.each([
  ["2026-11-23T12:18:00Z", false],
  ["2026-11-23T22:00:00Z", true],
])("at %s the hours of the ruler are over: %s", (moment, isOver) => {
  const ruler = at(moment);
  expect(ruler && rulerView(ruler, { toPack: 1, due: 0 })).toMatchObject({ isOver });
});
