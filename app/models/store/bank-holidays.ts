/**
 * Bank holidays of any year in the three divisions of the United Kingdom (Banking and Financial Dealings Act 1971 and
 * common law); days proclaimed for one year are settings, and so are all days of other countries.
 */
import { addDays, type Day, weekdayOf } from "#app/models/shared/local-date.ts";

export const DIVISIONS = ["england-and-wales", "scotland", "northern-ireland", "none"] as const;
export type Division = (typeof DIVISIONS)[number];
type BritishDivision = Exclude<Division, "none">;

/**
 * In Scotland, whole or in part: TD reaches into England and counts as Scottish, so that an estimate is never too
 * early.
 */
const SCOTTISH_AREAS = /^(AB|DD|DG|EH|FK|G|HS|IV|KA|KW|KY|ML|PA|PH|TD|ZE)$/;

export function divisionOfArea(area: string | null, home: Division): Division {
  if (area === null || home === "none") return home;
  if (area === "BT") return "northern-ireland";
  return SCOTTISH_AREAS.test(area) ? "scotland" : "england-and-wales";
}

const known = new Map<string, ReadonlyArray<Day>>();

/** With those at a weekend and their substitute weekdays. */
export function bankHolidays(year: number, division: Division): ReadonlyArray<Day> {
  const key = `${division} ${year}`;
  const days = known.get(key) ?? reckon(year, division);
  known.set(key, days);
  return days;
}

function reckon(year: number, division: Division): ReadonlyArray<Day> {
  if (division === "none") return [];
  const easter = easterSunday(year);
  return [
    addDays(easter, -2),
    firstMonday(year, "05"),
    lastMonday(year, "05"),
    ...withSubstitutes(FIXED[division].map((monthDay) => `${year}-${monthDay}`)),
    ...MOVABLE[division](year, easter),
  ].sort();
}

const FIXED = {
  "england-and-wales": ["01-01", "12-25", "12-26"],
  scotland: ["01-01", "01-02", "11-30", "12-25", "12-26"],
  "northern-ireland": ["01-01", "03-17", "07-12", "12-25", "12-26"],
} as const satisfies Record<BritishDivision, ReadonlyArray<string>>;

const MOVABLE: Readonly<Record<BritishDivision, (year: number, easter: Day) => ReadonlyArray<Day>>> = {
  "england-and-wales": (year, easter) => [addDays(easter, 1), lastMonday(year, "08")],
  scotland: (year) => [firstMonday(year, "08")],
  "northern-ireland": (year, easter) => [addDays(easter, 1), lastMonday(year, "08")],
};

/** A holiday at a weekend moves to the next weekday that is no holiday. */
function withSubstitutes(days: ReadonlyArray<Day>): ReadonlyArray<Day> {
  const taken = days.filter((day) => weekdayOf(day) <= 5);
  for (const day of days.filter((each) => weekdayOf(each) > 5)) {
    let substitute = day;
    while (weekdayOf(substitute) > 5 || taken.includes(substitute)) substitute = addDays(substitute, 1);
    taken.push(substitute);
  }
  return [...new Set([...days, ...taken])];
}

function firstMonday(year: number, month: string): Day {
  const first = `${year}-${month}-01`;
  return addDays(first, (8 - weekdayOf(first)) % 7);
}

function lastMonday(year: number, month: string): Day {
  const last = `${year}-${month}-31`;
  return addDays(last, 1 - weekdayOf(last));
}

/** Gregorian calendar (Butcher's algorithm of 1876). */
function easterSunday(year: number): Day {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const inCentury = year % 100;
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7;
  const shift = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * shift + 114;
  const month = String(Math.floor(days / 31)).padStart(2, "0");
  return `${year}-${month}-${String((days % 31) + 1).padStart(2, "0")}`;
}
