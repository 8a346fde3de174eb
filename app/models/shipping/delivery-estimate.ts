import {
  addDays,
  clockText,
  type Day,
  dayRangeText,
  dayText,
  localTime,
  weekdayOf,
} from "#app/models/shared/local-date.ts";
import { bankHolidays, type Division, divisionOfArea } from "#app/models/store/bank-holidays.ts";

import type { Closure } from "#app/models/store/closure.ts";

import { postcodeArea } from "./zone.ts";

/** Enough days to cross any holiday season; a calendar that needs more has no working day. */
const SEARCH_LIMIT_DAYS = 366;

export type DeliveryCalendar = Readonly<{
  timeZone: string;
  /** 1 is Monday, 7 is Sunday. */
  workingDays: ReadonlyArray<number>;
  division: Division;
  holidays: Readonly<Partial<Record<Division, ReadonlyArray<Day>>>>;
  /** Every year: from "12:00" on "12-24". */
  earlyClosings: ReadonlyArray<Readonly<{ monthDay: string; from: string }>>;
  /**
   * Nothing is packed, handed over or brought by the shop itself. Couriers go on with what has left before, which is
   * why the days on the way count them as working days.
   */
  closures: ReadonlyArray<Closure>;
}>;

type Days = Readonly<{ min: number; max: number }>;

export type BookingRules = Readonly<{
  fromWorkingDays: number;
  untilDays: number;
  weekdays: ReadonlyArray<number>;
  perDay: number | null;
}>;

export type PromiseQuestion = Readonly<{
  now: Date;
  releaseAt: string | null;
  service: Readonly<{
    /** Earlier orders are handled on the same day: "14:00". */
    cutoff: string;
    /** Working days. */
    handling: Days;
    /** Working days. */
    transit: Days;
    /** Null: no day can be booked. */
    booking: BookingRules | null;
    isCollected: boolean;
  }>;
  zone: Readonly<{ extraDays: number; weekdays: ReadonlyArray<number> | null }>;
  /** Of the destination, whose bank holidays count; null: the shop's own. */
  postcode: string | null;
  /** A booked day on which the shop cannot deliver is not promised. */
  day: Day | null;
  fullDays: ReadonlyArray<Day>;
}>;

export type DeliveryPromise = Readonly<{
  when: string;
  from: Day;
  to: Day | null;
  day: Day | null;
}>;

export function deliveryPromise(
  question: PromiseQuestion,
  calendar: DeliveryCalendar,
): DeliveryPromise | null {
  const { service, now } = question;
  if (service.booking) return bookedPromise(question, calendar);
  const { from, to } = range(question, calendar);
  if (service.isCollected) return { when: `ready from ${dayText(to, now)}`, from: to, to, day: null };
  return { when: dayRangeText(from, to, now), from, to, day: null };
}

/** Of what two people bring or collect, where no page offers a choice: the one sentence that says who asks. */
export const DAY_TO_AGREE = "on a day that suits you: write to us to agree it";

function bookedPromise(question: PromiseQuestion, calendar: DeliveryCalendar): DeliveryPromise | null {
  const days = bookableDays(question, calendar);
  const [first] = days;
  if (!first) return null;
  const { day, now } = question;
  if (day !== null && days.includes(day))
    return { when: `booked for ${dayText(day, now)}`, from: day, to: day, day };
  return { when: `on a day you choose, from ${dayText(first, now)}`, from: first, to: null, day: null };
}

/** None if nothing is booked; days that end early are left out. */
export function bookableDays(question: PromiseQuestion, calendar: DeliveryCalendar): ReadonlyArray<Day> {
  const { service, zone, fullDays } = question;
  const { booking } = service;
  if (!booking) return [];
  const divisions = divisionsOnTheWay(question, calendar);
  const start = startDay(startOf(question), calendar);
  const first = addWorkingDays(start, booking.fromWorkingDays + zone.extraDays, { calendar, divisions });
  const last = addDays(start, booking.untilDays);
  const days: Array<Day> = [];
  for (let day = first; day <= last; day = addDays(day, 1)) {
    if (canKeep(day, question, calendar) && !fullDays.includes(day)) days.push(day);
  }
  return days;
}

function canKeep(day: Day, question: PromiseQuestion, calendar: DeliveryCalendar): boolean {
  const { service, zone } = question;
  const goes = [service.booking?.weekdays, zone.weekdays].every(
    (weekdays) => weekdays?.includes(weekdayOf(day)) ?? true,
  );
  const isShort = calendar.earlyClosings.some(({ monthDay }) => day.endsWith(monthDay));
  return (
    goes &&
    !isShort &&
    !isHoliday(day, calendar, divisionsOnTheWay(question, calendar)) &&
    !isClosed(day, calendar)
  );
}

/** Working days of the shop until it is sent, then of both ends. */
function range(question: PromiseQuestion, calendar: DeliveryCalendar): Readonly<{ from: Day; to: Day }> {
  const { service, zone } = question;
  const start = startDay(startOf(question), calendar);
  const here = shopDays(calendar);
  const onTheWay = {
    ...{ calendar, divisions: divisionsOnTheWay(question, calendar) },
    isUnderWay: !service.isCollected,
  };
  const arrival = (end: "min" | "max") => {
    const leaves = addWorkingDays(start, service.handling[end], here);
    const days = service.transit[end] + (service.isCollected ? 0 : zone.extraDays);
    return addWorkingDays(leaves, days, onTheWay);
  };
  return { from: arrival("min"), to: arrival("max") };
}

/** The last day of the shop's own work: by then it is sent. */
export function sentBy(question: PromiseQuestion, calendar: DeliveryCalendar): Day {
  const here = shopDays(calendar);
  return addWorkingDays(startDay(startOf(question), calendar), question.service.handling.max, here);
}

function divisionsOnTheWay(
  { postcode, service }: PromiseQuestion,
  { division: home }: DeliveryCalendar,
): ReadonlyArray<Division> {
  if (service.isCollected || postcode === null) return [home];
  return [...new Set([home, divisionOfArea(postcodeArea(postcode), home)])];
}

type Start = Pick<PromiseQuestion, "now" | "releaseAt"> & Readonly<{ cutoff: string }>;

function startOf({ now, releaseAt, service }: PromiseQuestion): Start {
  return { now, releaseAt, cutoff: service.cutoff };
}

/** Today before the cut-off, else the next working day, never before the release. */
export function startDay({ now, releaseAt, cutoff }: Start, calendar: DeliveryCalendar): Day {
  const here = shopDays(calendar);
  const local = localTime(now, calendar.timeZone);
  const isInTime = isWorkingDay(local.day, here) && local.time < closingTime(local.day, cutoff, calendar);
  const today = isInTime ? local.day : addWorkingDays(local.day, 1, here);
  if (releaseAt === null) return today;
  const release = localTime(new Date(releaseAt), calendar.timeZone).day;
  const firstAfter = isWorkingDay(release, here) ? release : addWorkingDays(release, 1, here);
  return firstAfter > today ? firstAfter : today;
}

/** `time`: "14:00" local time. */
export type CutoffToday = Readonly<{ time: string; minutesLeft: number }>;

/** Null on a day on which nothing is sent, and once the cut-off has passed. */
export function cutoffToday(
  { now, cutoff }: Pick<Start, "now" | "cutoff">,
  calendar: DeliveryCalendar,
): CutoffToday | null {
  const { day, time } = localTime(now, calendar.timeZone);
  if (startDay({ now, cutoff, releaseAt: null }, calendar) !== day) return null;
  const closing = closingTime(day, cutoff, calendar);
  return { time: closing, minutesLeft: minuteOfDay(closing) - minuteOfDay(time) };
}

export function cutoffText({ time, minutesLeft }: CutoffToday): string {
  const hours = Math.floor(minutesLeft / 60);
  const left =
    hours > 0
      ? `${minutesLeft % 60 > 0 ? "More than " : ""}${count(hours, "hour")}`
      : count(minutesLeft, "minute");
  return `Order by ${clockText(time)} today. ${left} left.`;
}

function count(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? "" : "s"}`;
}

export function minuteOfDay(time: string): number {
  const [hour, minute] = time.split(":").map(Number) as [number, number];
  return hour * 60 + minute;
}

/** Earlier than the cut-off on a day that ends early. */
export function closingTime(day: Day, cutoff: string, { earlyClosings }: DeliveryCalendar): string {
  const early = earlyClosings.find(({ monthDay }) => day.endsWith(monthDay))?.from;
  return early !== undefined && early < cutoff ? early : cutoff;
}

type Places = Readonly<{
  calendar: DeliveryCalendar;
  divisions: ReadonlyArray<Division>;
  /** In a courier's hands, who does not close with the shop. */
  isUnderWay?: boolean;
}>;

/** For the days of the shop's own work. */
export function shopDays(calendar: DeliveryCalendar): Places {
  return { calendar, divisions: [calendar.division] };
}

const known = new WeakMap<DeliveryCalendar, Map<string, Day>>();

/** Before `day` for a negative count, `day` itself for 0. Remembered, because a page needs few answers many times. */
export function addWorkingDays(day: Day, count: number, places: Places): Day {
  const answers = known.get(places.calendar) ?? new Map<string, Day>();
  known.set(places.calendar, answers);
  const key = `${day} ${count} ${places.divisions.join(" ")} ${places.isUnderWay ?? false}`;
  const answer = answers.get(key) ?? countWorkingDays(day, count, places);
  answers.set(key, answer);
  return answer;
}

function countWorkingDays(day: Day, count: number, places: Places): Day {
  const limit = SEARCH_LIMIT_DAYS * (1 + places.calendar.closures.length) + Math.abs(count) * 7;
  let current = day;
  for (let left = Math.abs(count), steps = 0; left > 0; steps += 1) {
    if (steps > limit) throw new RangeError("The calendar has no working days");
    current = addDays(current, Math.sign(count));
    if (isWorkingDay(current, places)) left -= 1;
  }
  return current;
}

export function isWorkingDay(day: Day, { calendar, divisions, isUnderWay = false }: Places): boolean {
  const isOpen = isUnderWay || !isClosed(day, calendar);
  return isOpen && calendar.workingDays.includes(weekdayOf(day)) && !isHoliday(day, calendar, divisions);
}

export function isClosed(day: Day, { closures }: DeliveryCalendar): boolean {
  return closures.some(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay);
}

export function isHoliday(day: Day, calendar: DeliveryCalendar, divisions: ReadonlyArray<Division>): boolean {
  return divisions.some(
    (division) =>
      (calendar.holidays[division]?.includes(day) ?? false) ||
      bankHolidays(Number(day.slice(0, 4)), division).includes(day),
  );
}
