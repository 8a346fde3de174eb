/** "2026-11-24". */
export type Day = string;

const DAY_MS = 86_400_000;
const DAYS_WITHOUT_YEAR = 300;
const DAY_SHAPE = /^\d{4}-\d{2}-\d{2}$/;

export function isDay(text: string): boolean {
  return DAY_SHAPE.test(text) && !Number.isNaN(dateOf(text).getTime()) && addDays(text, 0) === text;
}

export function addDays(day: Day, count: number): Day {
  return new Date(dateOf(day).getTime() + count * DAY_MS).toISOString().slice(0, 10);
}

/** 1 is Monday, 7 is Sunday. */
export function weekdayOf(day: Day): number {
  return dateOf(day).getUTCDay() || 7;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

export function localTime(moment: Date, timeZone: string): Readonly<{ day: Day; time: string }> {
  let clock = clocks.get(timeZone);
  if (!clock) {
    const numeric = {
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
    } as const;
    clock = new Intl.DateTimeFormat("en-GB", { ...numeric, hourCycle: "h23", timeZone });
    clocks.set(timeZone, clock);
  }
  const parts = Object.fromEntries(clock.formatToParts(moment).map(({ type, value }) => [type, value]));
  const { year = "", month = "", day = "", hour = "", minute = "" } = parts;
  return { day: `${year}-${month}-${day}`, time: `${hour}:${minute}` };
}

export function clockText(time: string): string {
  const [hour, minute] = time.split(":").map(Number) as [number, number];
  const past = minute === 0 ? "" : `.${String(minute).padStart(2, "0")}`;
  return `${hour % 12 === 0 ? 12 : hour % 12}${past} ${hour < 12 ? "am" : "pm"}`;
}

/** "Tuesday 24 November"; with the year if it is far off. */
export function dayText(day: Day, now: Date): string {
  const isFar = dateOf(day).getTime() - now.getTime() > DAYS_WITHOUT_YEAR * DAY_MS;
  return `${weekday(day)} ${dayOfMonth(day)} ${month(day)}${isFar ? ` ${day.slice(0, 4)}` : ""}`;
}

export function dayRangeText(from: Day, to: Day, now: Date): string {
  if (from === to) return dayText(to, now);
  const isSameMonth = from.slice(0, 7) === to.slice(0, 7);
  return `${weekday(from)} ${dayOfMonth(from)}${isSameMonth ? "" : ` ${month(from)}`} to ${dayText(to, now)}`;
}

export function longDay(day: Day, locale: string): string {
  // As `Intl` writes it, which takes 80 ms on a phone for its first text.
  if (locale === "en-GB") return `${dayOfMonth(day)} ${month(day)} ${day.slice(0, 4)}`;
  const options = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(locale, options).format(dateOf(day));
}

function dateOf(day: Day): Date {
  return new Date(`${day}T00:00:00Z`);
}

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

const weekday = (day: Day) => WEEKDAYS[dateOf(day).getUTCDay()];
const month = (day: Day) => MONTHS[dateOf(day).getUTCMonth()];
const dayOfMonth = (day: Day) => dateOf(day).getUTCDate();
