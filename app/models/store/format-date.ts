import type { Store } from "./store.ts";

type Place = Pick<Store, "locale" | "timeZone">;

/** "20 November 2026". `at` is ISO 8601. */
export function dateText(at: string, { locale, timeZone }: Place): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone }).format(new Date(at));
}

/** "20 November". `at` is ISO 8601. */
export function shortDateText(at: string, { locale, timeZone }: Place): string {
  return new Intl.DateTimeFormat(locale, { day: "numeric", month: "long", timeZone }).format(new Date(at));
}

/** "20 November 2026 at 10:42". `at` is ISO 8601. */
export function dateTimeText(at: string, { locale, timeZone }: Place): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short", timeZone }).format(
    new Date(at),
  );
}

/** "10:42". `at` is ISO 8601. */
export function timeText(at: string, { locale, timeZone }: Place): string {
  return new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone }).format(new Date(at));
}

/** "10:42" where that is today, else with the date. `at` is ISO 8601. */
export function untilText(at: string, now: Date, place: Place): string {
  const isToday = dateText(at, place) === dateText(now.toISOString(), place);
  return isToday ? timeText(at, place) : dateTimeText(at, place);
}

/** "20 November 2026 at 10:42:07 GMT". `at` is ISO 8601. */
export function momentText(at: string, { locale, timeZone }: Place): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "long", timeZone }).format(
    new Date(at),
  );
}
