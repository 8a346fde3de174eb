import { type Day, localTime } from "#app/models/shared/local-date.ts";
import { addWorkingDays, type DeliveryCalendar, shopDays } from "#app/models/shipping/delivery-estimate.ts";

import type { ContactTopic } from "./contact.ts";

export type TopicName = ContactTopic["value"];

export type MessageState = "waiting" | "answered" | "closed";

export type QueuedMessage = Readonly<{
  id: number;
  topic: TopicName;
  name: string;
  /** A logged-in customer wrote from their own confirmed address. */
  isKnown: boolean;
  /** Null where the shop keeps no words: they are in the mailbox of the topic. */
  content: Readonly<{
    email: string;
    orderNumber: string;
    words: string;
  }> | null;
  dueDay: Day;
  state: MessageState;
  /** While the message waits, one that was taken back. */
  reply: string | null;
  /** Null while no reply is sent or about to be sent. */
  replyKey: string | null;
  /** ISO 8601, UTC, like the times below. */
  replySentAt: string | null;
  settledBy: string;
  settledAt: string | null;
  createdAt: string;
}>;

export function promisedDay(now: Date, days: number, calendar: DeliveryCalendar): Day {
  return addWorkingDays(localTime(now, calendar.timeZone).day, days, shopDays(calendar));
}

const ORDER_NUMBER = /(?<!\d)\d{5,9}(?!\d)/g;
const CANDIDATES_MAX = 3;

export function orderNumbersIn({
  orderNumber,
  words,
}: Readonly<{ orderNumber: string; words: string }>): ReadonlyArray<number> {
  const found = `${orderNumber} ${words}`.match(ORDER_NUMBER) ?? [];
  return [...new Set(found.map(Number))].slice(0, CANDIDATES_MAX);
}
