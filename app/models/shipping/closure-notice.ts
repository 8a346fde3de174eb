/** What shoppers read of days on which the shop is closed. */
import { addDays, type Day, dayRangeText, dayText, localTime } from "#app/models/shared/local-date.ts";
import { listText } from "#app/models/shared/text.ts";
import type { Closure } from "#app/models/store/closure.ts";

import { addWorkingDays, type DeliveryCalendar, shopDays } from "./delivery-estimate.ts";

const NOTICE_DAYS = 14;

/**
 * "Workshop holiday: we are closed from Monday 28 December to Friday 1 January. Orders leave again from Monday 4 January."
 * Null until two weeks before the first day. Closures without a day of work between them are one.
 */
export function closureNotice(calendar: DeliveryCalendar, now: Date): string | null {
  const today = localTime(now, calendar.timeZone).day;
  const [next] = closuresFrom(today, calendar);
  if (!next || next.firstDay > addDays(today, NOTICE_DAYS)) return null;
  const leaves = addWorkingDays(next.lastDay, 1, shopDays(calendar));
  const joined = closuresFrom(today, calendar).filter(({ firstDay }) => firstDay < leaves);
  const lastDay = joined.map((one) => one.lastDay).reduce((last, day) => (day > last ? day : last));
  const names = listText([...new Set(joined.map(({ name }) => name))]);
  const when = closedText({ ...next, lastDay }, now);
  return `${names}: we are closed ${when}. Orders leave again from ${dayText(leaves, now)}.`;
}

/** Beside the opening hours, a line each: "Workshop holiday: closed from Monday 28 December to Friday 1 January". */
export function closureLines(calendar: DeliveryCalendar, now: Date): ReadonlyArray<string> {
  const today = localTime(now, calendar.timeZone).day;
  return closuresFrom(today, calendar).map((one) => `${one.name}: closed ${closedText(one, now)}`);
}

function closuresFrom(today: Day, { closures }: DeliveryCalendar): ReadonlyArray<Closure> {
  return closures.filter(({ lastDay }) => lastDay >= today);
}

function closedText({ firstDay, lastDay }: Closure, now: Date): string {
  return firstDay === lastDay
    ? `on ${dayText(firstDay, now)}`
    : `from ${dayRangeText(firstDay, lastDay, now)}`;
}
