import { type Day, localTime, weekdayOf } from "#app/models/shared/local-date.ts";
import {
  closingTime,
  type DeliveryCalendar,
  isClosed,
  isHoliday,
  isWorkingDay,
  minuteOfDay,
  shopDays,
} from "#app/models/shipping/delivery-estimate.ts";
import type { DeliveryMethod } from "#app/models/shipping/shipping.ts";
import { isCollection } from "#app/models/shipping/store-pickup.ts";
import type { OpeningHours } from "#app/models/store/store.ts";

export type DayRuler = Readonly<{
  /** Local times, "09:00". */
  opens: string;
  closes: string;
  now: string;
  /** Until when what is packed goes out today; null on a day without a post. */
  lastPost: string | null;
  /** Minutes to the last post, 0 once it has gone; null without one. */
  minutesLeft: number | null;
}>;

type Shop = Readonly<{
  openingHours: ReadonlyArray<OpeningHours>;
  locale: string;
  methods: ReadonlyArray<Pick<DeliveryMethod, "key" | "cutoff" | "booking">>;
  calendar: DeliveryCalendar;
}>;

/** Null on days on which the shop does not open. */
export function dayRuler({ openingHours, locale, methods, calendar }: Shop, now: Date): DayRuler | null {
  const { day, time } = localTime(now, calendar.timeZone);
  const names = ["en", locale].map((language) => weekdayName(day, language));
  const open = openingHours.find(({ days }) => days.some((name) => names.includes(name.toLowerCase())));
  if (!open?.opens || !open.closes || isClosed(day, calendar)) return null;
  if (isHoliday(day, calendar, [calendar.division])) return null;
  const closes = closingTime(day, open.closes, calendar);
  if (closes <= open.opens) return null;
  const lastPost = isWorkingDay(day, shopDays(calendar)) ? lastPostOf(methods, day, calendar) : null;
  return {
    ...{ opens: open.opens, closes, now: time, lastPost },
    minutesLeft: lastPost === null ? null : Math.max(0, minuteOfDay(lastPost) - minuteOfDay(time)),
  };
}

/** Of parcels: what is delivered on a booked day, or collected, waits for no post. */
function lastPostOf(methods: Shop["methods"], day: Day, calendar: DeliveryCalendar): string | null {
  const cutoffs = methods
    .filter(({ key, booking }) => booking === null && !isCollection(key))
    .map(({ cutoff }) => closingTime(day, cutoff, calendar));
  return cutoffs.sort().at(-1) ?? null;
}

const A_MONDAY = Date.UTC(2026, 0, 5);

function weekdayName(day: Day, language: string): string {
  const moment = new Date(A_MONDAY + (weekdayOf(day) - 1) * 86_400_000);
  return new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" }).format(moment).toLowerCase();
}

export type RulerMark = Readonly<{
  /** Per cent of the ruler from its left end. */
  at: number;
  kind: "hour" | "half" | "quarter";
  /** "9", only at hours. */
  label: string;
  isOdd: boolean;
}>;

const QUARTER = 15;

export function rulerMarks(ruler: Pick<DayRuler, "opens" | "closes">): ReadonlyArray<RulerMark> {
  const [from, to] = [minuteOfDay(ruler.opens), minuteOfDay(ruler.closes)];
  const marks: Array<RulerMark> = [];
  for (let minute = Math.ceil(from / QUARTER) * QUARTER; minute <= to; minute += QUARTER) {
    const hour = minute / 60;
    const isHour = Number.isInteger(hour);
    marks.push({
      at: placeOf(minute, from, to),
      kind: isHour ? "hour" : minute % 30 === 0 ? "half" : "quarter",
      label: isHour ? String(((hour + 11) % 12) + 1) : "",
      isOdd: isHour && (hour - Math.ceil(from / 60)) % 2 === 1,
    });
  }
  return marks;
}

/** In per cent; null outside of the ruler. */
export function placeOnRuler(
  time: string,
  { opens, closes }: Pick<DayRuler, "opens" | "closes">,
): number | null {
  const [minute, from, to] = [time, opens, closes].map(minuteOfDay) as [number, number, number];
  return minute < from || minute > to ? null : placeOf(minute, from, to);
}

const placeOf = (minute: number, from: number, to: number) =>
  Math.round(((minute - from) / (to - from)) * 10_000) / 100;
