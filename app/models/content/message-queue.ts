/** Messages to the shop as a queue: by when each is to be answered, and where it stands. */
import { type Day, localTime } from "#app/models/shared/local-date.ts";
import { addWorkingDays, type DeliveryCalendar } from "#app/models/shipping/delivery-estimate.ts";

import type { ContactTopic } from "./contact.ts";

export type TopicName = ContactTopic["value"];

export type MessageState = "waiting" | "answered" | "closed";

export type QueuedMessage = Readonly<{
  id: number;
  topic: TopicName;
  name: string;
  /** True if a logged-in customer wrote from their own confirmed address. */
  isKnown: boolean;
  /** Null where the shop keeps no words: they are in the mailbox of the topic. */
  content: Readonly<{
    email: string;
    /** As entered; "" if there is none. */
    orderNumber: string;
    words: string;
  }> | null;
  /** The working day by which an answer was promised. */
  dueDay: Day;
  state: MessageState;
  /** The reply; while the message waits one that was taken back. Null for none. */
  reply: string | null;
  /** Null while there is no reply that is sent or about to be sent. */
  replyKey: string | null;
  /** ISO 8601, UTC, like the times below. */
  replySentAt: string | null;
  /** Name of whoever answered or closed it; empty while it waits. */
  settledBy: string;
  settledAt: string | null;
  createdAt: string;
}>;

/** The working day by which a message that comes at `now` is answered, `days` working days after its own. */
export function promisedDay(now: Date, days: number, calendar: DeliveryCalendar): Day {
  const { timeZone, division } = calendar;
  return addWorkingDays(localTime(now, timeZone).day, days, { calendar, divisions: [division] });
}

const ORDER_NUMBER = /(?<!\d)\d{5,9}(?!\d)/g;
/** Numbers of a message that may be the one of an order. */
const CANDIDATES_MAX = 3;

/** Numbers in the message that may be an order's, the one of its own field first. */
export function orderNumbersIn({
  orderNumber,
  words,
}: Readonly<{ orderNumber: string; words: string }>): ReadonlyArray<number> {
  const found = `${orderNumber} ${words}`.match(ORDER_NUMBER) ?? [];
  return [...new Set(found.map(Number))].slice(0, CANDIDATES_MAX);
}
