import { addDays, clockText, type Day, dayText, localTime } from "#app/models/shared/local-date.ts";
import { startOfDay } from "#app/models/shared/date-window.ts";
import { addWorkingDays, type DeliveryCalendar } from "#app/models/shipping/delivery-estimate.ts";
import type { Store } from "#app/models/store/store.ts";

import { type FulfilmentHistory, refundsSoFar, unitsToSend } from "./fulfilment.ts";
import { type Order, payerName } from "./order.ts";
import { type RefundUnits, remainingRefund } from "./refund-shares.ts";

/** "credit": a discount code for what was paid. */
export const LINE_ANSWERS = ["send", "refund", "credit"] as const;
export type LineAnswer = (typeof LINE_ANSWERS)[number];

const ANSWER_WORKING_DAYS = 2;
const ANSWER_HOUR = 17;
const HOUR_MS = 3_600_000;

/** 5 pm on the second working day after the day of `now`. */
export function answerDeadline(now: Date, calendar: DeliveryCalendar): Date {
  const { timeZone, division } = calendar;
  const today = localTime(now, timeZone).day;
  const day = addWorkingDays(today, ANSWER_WORKING_DAYS, { calendar, divisions: [division] });
  // No clock changes between midnight and 5 pm of a working day.
  return new Date(Date.parse(startOfDay(now, daysBetween(day, today), timeZone)) + ANSWER_HOUR * HOUR_MS);
}

function daysBetween(later: Day, earlier: Day): number {
  let count = 0;
  for (let day = earlier; day < later; day = addDays(day, 1)) count -= 1;
  return count;
}

export function answerUntilText(until: string, { timeZone }: Pick<Store, "timeZone">): string {
  const { day, time } = localTime(new Date(until), timeZone);
  return `${clockText(time)} on ${dayText(day, new Date(until))}`;
}

/** `name` empty: the reader may not see it. */
export function waitText(until: string, { name, store }: Readonly<{ name: string; store: Store }>): string {
  return `Waits for ${name === "" ? "the customer" : name}’s answer until ${answerUntilText(until, store)}`;
}

export function answererName(order: Order): string {
  return payerName(order).firstName;
}

export type AnswerRefund = Readonly<{
  units: RefundUnits;
  /** Units of the line that are not sent either, and were refunded before. */
  paidBack: number;
  isLast: boolean;
}>;

/** All that is left to refund of the line, and delivery if nothing else is sent at all. */
export function answerRefund(order: Order, life: FulfilmentHistory, position: number): AnswerRefund {
  const left = unitsToSend(order, life);
  const isLast = left.every((units, index) => index === position || units === 0);
  const isNoneSent = life.lines.every(({ sent }) => sent === 0);
  const earlier = refundsSoFar(life);
  const toSend = left[position] ?? 0;
  const due = Math.min(toSend, remainingRefund(order, earlier).units[position] ?? 0);
  const units = left.map((_, index) => (index === position ? due : 0));
  const delivery = isLast && isNoneSent && !earlier.delivery;
  return { units: { units, delivery }, paidBack: toSend - due, isLast };
}
