import { addDays, type Day } from "./local-date.ts";

const DAY_MS = 86_400_000;

/** Of the day in `timeZone` that is `days` days before that of `now`; ISO 8601 in UTC. */
export function startOfDay(now: Date, days: number, timeZone: string): string {
  const day = calendarDay(now.getTime(), timeZone) - days * DAY_MS;
  return new Date(midnightOf(day, timeZone)).toISOString();
}

/** ISO 8601 in UTC. */
export function dayStart(day: Day, timeZone: string): string {
  return new Date(midnightOf(Date.parse(day), timeZone)).toISOString();
}

/** The last second of `day` in `timeZone`; milliseconds since 1970. */
export function endOfDay(day: Day, timeZone: string): number {
  return midnightOf(Date.parse(addDays(day, 1)), timeZone) - 1_000;
}

/** `day` is the midnight as if the zone were UTC. */
function midnightOf(day: number, timeZone: string): number {
  // By the offset at midnight itself: clocks may change on that day, or have changed since.
  return day - offsetAt(day - offsetAt(day, timeZone), timeZone);
}

/** Midnight in `timeZone`, as if that zone were UTC. */
function calendarDay(time: number, timeZone: string): number {
  const local = time + offsetAt(time, timeZone);
  return Math.floor(local / DAY_MS) * DAY_MS;
}

/** Offsets change on a quarter of an hour at the soonest. */
const QUARTER_MS = 900_000;
const OFFSETS_CACHED_MAX = 100;
const offsets = new Map<string, number>();

/** Milliseconds ahead of UTC. */
function offsetAt(time: number, timeZone: string): number {
  const key = `${timeZone} ${Math.floor(time / QUARTER_MS)}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  if (offsets.size >= OFFSETS_CACHED_MAX) offsets.clear();
  const offset = readOffset(time, timeZone);
  offsets.set(key, offset);
  return offset;
}

function readOffset(time: number, timeZone: string): number {
  const parts = formatter(timeZone).formatToParts(time);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((one) => one.type === type)?.value ?? 0);
  const local = Date.UTC(
    part("year"),
    part("month") - 1,
    part("day"),
    part("hour"),
    part("minute"),
    part("second"),
  );
  return local - Math.floor(time / 1000) * 1000;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  formatters.set(timeZone, made);
  return made;
}
