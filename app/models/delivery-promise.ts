/** When it will arrive: whole days in the shop's own time zone, counted in working days. */

/** Beyond this many days ahead a date carries its year. */
const DAYS_WITHOUT_YEAR = 300;
const DAY_MS = 86_400_000;
/** Enough steps to cross any holiday season; more means the calendar has no working day at all. */
const SEARCH_LIMIT_DAYS = 366;

/** A day as "2026-11-24", without time or zone. */
export type Day = string;

export type DeliveryCalendar = Readonly<{
  /** Such as "Europe/London". */
  timeZone: string;
  /** 1 is Monday, 7 is Sunday. */
  workingDays: ReadonlyArray<number>;
  holidays: ReadonlyArray<Day>;
  /** Days of every year that end early: from "12:00" on "12-24". */
  earlyClosings: ReadonlyArray<Readonly<{ monthDay: string; from: string }>>;
}>;

type Days = Readonly<{ min: number; max: number }>;

export type DeliveryTiming = Readonly<{
  now: Date;
  /** When a pre-order comes in, ISO 8601, or null. */
  releaseAt: string | null;
  /** Orders before this time of the day are worked on the same day: "14:00". */
  cutoff: string;
  /** Working days until it leaves us. */
  handling: Days;
  /** Working days on the way. */
  transit: Days;
}>;

export type DeliveryRange = Readonly<{ from: Day; to: Day }>;

/** The first and the last day on which it should arrive. */
export function deliveryRange(timing: DeliveryTiming, calendar: DeliveryCalendar): DeliveryRange {
  const start = startDay(timing, calendar);
  return {
    from: addWorkingDays(start, timing.handling.min + timing.transit.min, calendar),
    to: addWorkingDays(start, timing.handling.max + timing.transit.max, calendar),
  };
}

/** "Tuesday 24 to Wednesday 25 November"; one day when both are the same; the year only when it is far off. */
export function deliveryRangeText({ from, to }: DeliveryRange, now: Date): string {
  const year = dateOf(to).getTime() - now.getTime() > DAYS_WITHOUT_YEAR * DAY_MS ? ` ${to.slice(0, 4)}` : "";
  const last = `${weekday(to)} ${dayOfMonth(to)} ${month(to)}${year}`;
  if (from === to) return last;
  const isSameMonth = from.slice(0, 7) === to.slice(0, 7);
  return `${weekday(from)} ${dayOfMonth(from)}${isSameMonth ? "" : ` ${month(from)}`} to ${last}`;
}

/** The working day on which the order is begun: today before the cut-off, else the next one; never before release. */
function startDay({ now, releaseAt, cutoff }: DeliveryTiming, calendar: DeliveryCalendar): Day {
  const local = localTime(now, calendar.timeZone);
  const closing = earliest(
    cutoff,
    calendar.earlyClosings.find(({ monthDay }) => local.day.endsWith(monthDay))?.from,
  );
  const isInTime = isWorkingDay(local.day, calendar) && local.time < closing;
  const today = isInTime ? local.day : addWorkingDays(local.day, 1, calendar);
  if (releaseAt === null) return today;
  const release = localTime(new Date(releaseAt), calendar.timeZone).day;
  const firstAfter = isWorkingDay(release, calendar) ? release : addWorkingDays(release, 1, calendar);
  return firstAfter > today ? firstAfter : today;
}

function earliest(cutoff: string, closing: string | undefined): string {
  return closing !== undefined && closing < cutoff ? closing : cutoff;
}

/** The day `count` working days after `day`; `day` itself for none. */
function addWorkingDays(day: Day, count: number, calendar: DeliveryCalendar): Day {
  let current = day;
  for (let left = count, steps = 0; left > 0; steps += 1) {
    if (steps > SEARCH_LIMIT_DAYS + count * 7) throw new RangeError("The calendar has no working days");
    current = isoDay(new Date(dateOf(current).getTime() + DAY_MS));
    if (isWorkingDay(current, calendar)) left -= 1;
  }
  return current;
}

export function isWorkingDay(day: Day, calendar: DeliveryCalendar): boolean {
  const isoWeekday = dateOf(day).getUTCDay() || 7;
  return calendar.workingDays.includes(isoWeekday) && !calendar.holidays.includes(day);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The day and the time of the day ("13:59") that clocks in `timeZone` show at `moment`, summer time included. */
function localTime(moment: Date, timeZone: string): Readonly<{ day: Day; time: string }> {
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
  const { year = "", month: monthNumber = "", day = "", hour = "", minute = "" } = parts;
  return { day: `${year}-${monthNumber}-${day}`, time: `${hour}:${minute}` };
}

/** Midnight UTC of a day: arithmetic on it never meets summer time. */
function dateOf(day: Day): Date {
  return new Date(`${day}T00:00:00Z`);
}

function isoDay(date: Date): Day {
  return date.toISOString().slice(0, 10);
}

const weekdays = new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone: "UTC" });
const months = new Intl.DateTimeFormat("en-GB", { month: "long", timeZone: "UTC" });

const weekday = (day: Day) => weekdays.format(dateOf(day));
const month = (day: Day) => months.format(dateOf(day));
const dayOfMonth = (day: Day) => dateOf(day).getUTCDate();
