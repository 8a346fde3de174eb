import type { MessagePageData } from "#app/components/desk/message-page.tsx";
import type { ViewLink } from "#app/components/desk/list-parts.tsx";
import type { MessageRow } from "#app/components/desk/messages-page.tsx";
import { contactTopic } from "#app/models/content/contact.ts";
import { countMessages, findReplyStanding } from "#app/models/content/message-queue.server.ts";
import { orderNumbersIn, type QueuedMessage } from "#app/models/content/message-queue.ts";
import { emptyReply, filledReply, type ReplyFrame } from "#app/models/content/saved-reply.ts";
import {
  excerptOf,
  MESSAGE_REPLY_MAX,
  MESSAGE_VIEWS,
  messageTag,
  topicsIn,
} from "#app/models/desk/message-views.ts";
import { type DeskOrder, findDeskOrder } from "#app/models/desk/orders/order-steps.server.ts";
import { findSavedReply, listSavedReplies } from "#app/models/desk/saved-replies.server.ts";
import { STATUS_TAGS } from "#app/models/desk/views.ts";
import { emailKey } from "#app/models/email/address.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { localTime } from "#app/models/shared/local-date.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import { can, type StaffRole } from "#app/models/staff/role.ts";
import { dateText, dateTimeText, timeText } from "#app/models/store/format-date.ts";
import type { Store } from "#app/models/store/store.ts";

import { type DeskReader, leadsToRefund } from "./order-view.server.ts";

export async function messageViews(role: StaffRole): Promise<ReadonlyArray<ViewLink>> {
  const views = MESSAGE_VIEWS.filter((view) => topicsIn(view, role).length > 0);
  return Promise.all(
    views.map(async (view) => {
      const { count } = await countMessages({ isDone: view.isDone, topics: topicsIn(view, role) });
      return { key: view.key, title: view.title, count };
    }),
  );
}

export function messageRow(message: QueuedMessage, { store, now }: Omit<DeskReader, "role">): MessageRow {
  const { id, name, topic, createdAt } = message;
  return {
    ...{ id, name, topic: contactTopic(topic).label, excerpt: excerptOf(message) },
    came: dateTimeText(createdAt, store),
    tag: messageTag(message, { today: localTime(now, store.timeZone).day, now }),
    settled: settledText(message, store),
  };
}

function settledText({ state, settledBy, settledAt }: QueuedMessage, store: Store): string | null {
  if (settledAt === null) return null;
  return `${state === "closed" ? "Closed" : "Answered"} by ${settledBy}, ${dateTimeText(settledAt, store)}`;
}

type Writer = DeskReader & Readonly<{ staffName: string }>;

export async function messagePageData(message: QueuedMessage, writer: Writer): Promise<MessagePageData> {
  const { store, role } = writer;
  const { content, settledAt, reply, state } = message;
  const settled = settledText(message, store);
  const saved = content !== null && state === "waiting" ? await listSavedReplies() : [];
  return {
    ...{ ...messageRow(message, writer), state, isKnown: message.isKnown },
    words: content && content.words,
    email: content && can(role, "see-addresses") ? content.email : null,
    inbox: store.contact[contactTopic(message.topic).inbox],
    order: await namedOrder(message, writer),
    draft: reply ?? greeting(message, writer),
    saved: saved.map(({ id, title }) => ({ id, title })),
    replyMax: MESSAGE_REPLY_MAX,
    key: newId("reply"),
    settled: settled !== null && settledAt !== null ? { text: `${settled}.`, shown: settledAt } : null,
    reply: await replyOf(message, store),
  };
}

export function greeting(message: Pick<QueuedMessage, "name">, writer: ReplyWriter): string {
  return emptyReply(replyFrame(message, writer));
}

type ReplyWriter = Pick<Writer, "staffName" | "store">;

function replyFrame(message: Pick<QueuedMessage, "name">, { staffName, store }: ReplyWriter): ReplyFrame {
  return { head: `Dear ${firstNameOf(message)},`, foot: `${staffName}, ${store.name}` };
}

function firstNameOf({ name }: Pick<QueuedMessage, "name">): string {
  return name.split(" ")[0] ?? "";
}

type Insertion = Readonly<{ savedId: number; typed: string; message: QueuedMessage; writer: ReplyWriter }>;

/** Null for a text that is gone. */
export async function replyWithSaved({ savedId, typed, message, writer }: Insertion) {
  const saved = await findSavedReply(savedId);
  if (!saved) return null;
  const frame = replyFrame(message, writer);
  const { text, title } = saved;
  return { title, ...filledReply({ typed, frame, text, firstName: firstNameOf(message) }) };
}

async function replyOf(message: QueuedMessage, store: Store): Promise<MessagePageData["reply"]> {
  const { reply, replyKey, replySentAt } = message;
  if (reply === null || replyKey === null) return null;
  if (replySentAt !== null) return { text: reply, standing: "sent", when: dateTimeText(replySentAt, store) };
  const standing = await findReplyStanding(message);
  return standing && { text: reply, standing: standing.state, when: timeText(standing.at, store) };
}

async function namedOrder(
  { content }: QueuedMessage,
  { store, role }: Writer,
): Promise<MessagePageData["order"]> {
  if (!content) return null;
  const found = await firstOrder(orderNumbersIn(content));
  if (!found) return null;
  const { number, status, totals, placedAt, email } = found.order;
  return {
    number,
    status: STATUS_TAGS[status].text,
    total: formatMoney(totals.total, store.locale),
    placed: `placed on ${dateText(placedAt, store)}`,
    isWriters: emailKey(email) === emailKey(content.email),
    mayRefund: leadsToRefund(found, role),
  };
}

async function firstOrder(numbers: ReadonlyArray<number>): Promise<DeskOrder | null> {
  for (const number of numbers) {
    const found = await findDeskOrder(number);
    if (found) return found;
  }
  return null;
}
