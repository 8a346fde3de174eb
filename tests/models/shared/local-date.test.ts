import { expect, test } from "vitest";

import { addDays, type Day, dayText, longDay } from "#app/models/shared/local-date.ts";

/** A year's days and a leap day's neighbours. */
const DAYS: ReadonlyArray<Day> = Array.from({ length: 430 }, (_, index) => addDays("2027-12-28", index));

test("a long date is written as Unicode CLDR has it", () => {
  const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

  for (const day of DAYS) expect(longDay(day, "en-GB")).toBe(format.format(new Date(day)));
});

test("another locale writes a long date in its own way", () => {
  expect(longDay("2026-11-12", "de-DE")).toBe("12. November 2026");
});

test("a day is written with its day of the week and its month", () => {
  const options = { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" } as const;
  const format = new Intl.DateTimeFormat("en-GB", options);

  for (const day of DAYS) expect(dayText(day, new Date(day))).toBe(format.format(new Date(day)));
});
