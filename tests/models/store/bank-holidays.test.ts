import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { weekdayOf } from "#app/models/shared/local-date.ts";
import { bankHolidays, type Division, divisionOfArea } from "#app/models/store/bank-holidays.ts";

/** The weekdays off, as the government's own list has them: it names the substitute, not the Saturday or Sunday. */
function weekdaysOff(year: number, division: Division) {
  return bankHolidays(year, division).filter((day) => weekdayOf(day) <= 5);
}

test("England and Wales: the years in the settings are computed as the same days", () => {
  const { bank_holidays: listed } = JSON.parse(readFileSync("content/catalogue/store.json", "utf8")) as {
    bank_holidays: { days: Array<{ date: string }> };
  };
  const reckoned = [2026, 2027, 2028].flatMap((year) => weekdaysOff(year, "england-and-wales"));

  expect(reckoned).toEqual(listed.days.map(({ date }) => date));
});

test.each([
  // Written down from the lists of gov.uk, special days of single years left out.
  [2022, "scotland", ["01-03", "01-04", "04-15", "05-02", "05-30", "08-01", "11-30", "12-26", "12-27"]],
  [2023, "scotland", ["01-02", "01-03", "04-07", "05-01", "05-29", "08-07", "11-30", "12-25", "12-26"]],
  [2026, "scotland", ["01-01", "01-02", "04-03", "05-04", "05-25", "08-03", "11-30", "12-25", "12-28"]],
  [2027, "scotland", ["01-01", "01-04", "03-26", "05-03", "05-31", "08-02", "11-30", "12-27", "12-28"]],
  [
    2026,
    "northern-ireland",
    ["01-01", "03-17", "04-03", "04-06", "05-04", "05-25", "07-13", "08-31", "12-25", "12-28"],
  ],
  [
    2027,
    "northern-ireland",
    ["01-01", "03-17", "03-26", "03-29", "05-03", "05-31", "07-12", "08-30", "12-27", "12-28"],
  ],
] as const)("the weekdays off of %i in %s", (year, division, days) => {
  expect(weekdaysOff(year, division)).toEqual(days.map((day) => `${year}-${day}`));
});

test("a holiday at the weekend counts too, because couriers deliver on Saturdays", () => {
  expect(bankHolidays(2026, "england-and-wales")).toContain("2026-12-26");
  expect(bankHolidays(2027, "scotland")).toContain("2027-01-02");
});

test.each([
  ["EH", "scotland"],
  ["G", "scotland"],
  ["GL", "england-and-wales"],
  ["ZE", "scotland"],
  ["BT", "northern-ireland"],
  ["CF", "england-and-wales"],
  ["JE", "england-and-wales"],
  [null, "scotland"],
] as const)("the area %s has the bank holidays of %s", (area, division) => {
  expect(divisionOfArea(area, "scotland")).toBe(division);
});
