import type { Store } from "./store.ts";

type Place = Pick<Store, "locale" | "timeZone">;

/** To make one takes a hundred times as long as to use it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function format(at: string, { locale, timeZone }: Place, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify([locale, timeZone, options]);
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone });
  formats.set(key, known);
  return known.format(new Date(at));
}

/** "20 November 2026". `at` is ISO 8601. */
export function dateText(at: string, place: Place): string {
  return format(at, place, { dateStyle: "long" });
}

/** "20 November". `at` is ISO 8601. */
export function shortDateText(at: string, place: Place): string {
  return format(at, place, { day: "numeric", month: "long" });
}

/** "20 November 2026 at 10:42". `at` is ISO 8601. */
export function dateTimeText(at: string, place: Place): string {
  return format(at, place, { dateStyle: "long", timeStyle: "short" });
}

/** "10:42". `at` is ISO 8601. */
export function timeText(at: string, place: Place): string {
  return format(at, place, { timeStyle: "short" });
}

/** "10:42" where that is today, else with the date. `at` is ISO 8601. */
export function untilText(at: string, now: Date, place: Place): string {
  const isToday = dateText(at, place) === dateText(now.toISOString(), place);
  return isToday ? timeText(at, place) : dateTimeText(at, place);
}

/** "20 November 2026 at 10:42:07 GMT". `at` is ISO 8601. */
export function momentText(at: string, place: Place): string {
  return format(at, place, { dateStyle: "long", timeStyle: "long" });
}
