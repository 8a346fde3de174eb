/** Queue of messages to the shop (requirement desk-16). */
import type { ExpressionBuilder, Selectable } from "kysely";

import { db, transact } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { WALK } from "#app/db/sqlite-walks.server.ts";
import { emailHashes } from "#app/models/email/hash.server.ts";
import { enqueue, withdrawJob } from "#app/models/jobs/outbox.server.ts";
import type { JobHandler } from "#app/models/jobs/worker.server.ts";
import type { CustomerId } from "#app/models/shared/ids.ts";
import type { Day } from "#app/models/shared/local-date.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { findDeliveryRules } from "#app/models/shipping/shipping.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { email } from "#app/services/email/email.server.ts";

import { contactReply } from "./contact-email.ts";
import { type ContactMessage, contactTopic } from "./contact.ts";
import { promisedDay, type QueuedMessage, type TopicName } from "./message-queue.ts";

type Arrival = Readonly<{
  message: ContactMessage;
  customerId: CustomerId | null;
  isKnown: boolean;
  keepsWords: boolean;
}>;

/** Call it in the transaction of the contact form. */
export async function queueMessage(
  { message, customerId, isKnown, keepsWords }: Arrival,
  now: Date,
): Promise<void> {
  const [{ contact }, { calendar }] = await Promise.all([findStore(), findDeliveryRules()]);
  await db()
    .insertInto("desk_messages")
    .values({
      customer_id: customerId,
      topic: message.topic,
      name: message.name,
      email_hash: emailHashes("message", message.email)[0],
      is_verified_customer: isKnown ? 1 : 0,
      email: keepsWords ? message.email : null,
      order_number: keepsWords ? message.orderNumber : null,
      message: keepsWords ? message.message : null,
      due_day: promisedDay(now, contact.replyWithinWorkingDays, calendar),
      reply: null,
      reply_key: null,
      reply_sent_at: null,
      settled_at: null,
      created_at: now.toISOString(),
    })
    .execute();
}

export type MessageQuery = Readonly<{
  /** False: waiting ones, the earliest promise first; true: the others, the last answered first. */
  isDone: boolean;
  topics: ReadonlyArray<TopicName>;
}>;

export type MessagePlace = Readonly<{ at: string; id: number }>;

function isListed({ isDone, topics }: MessageQuery) {
  return (message: ExpressionBuilder<Database, "desk_messages">) =>
    message.and([
      message("topic", "in", topics),
      isDone ? message("settled_at", "is not", null) : message("state", "=", "waiting"),
    ]);
}

export async function listMessages(
  query: MessageQuery,
  limit: number,
  after: MessagePlace | null = null,
): Promise<ReadonlyArray<QueuedMessage>> {
  if (query.topics.length === 0) return [];
  const [column, order, comes] = query.isDone
    ? (["settled_at", "desc", "<"] as const)
    : (["due_day", "asc", ">"] as const);
  const rows = await db()
    .selectFrom("desk_messages")
    .selectAll()
    .where(isListed(query))
    .$if(after !== null, (list) =>
      list.where((message) =>
        message.or([
          message(column, comes, after?.at ?? ""),
          message.and([message(column, "=", after?.at ?? ""), message("id", comes, after?.id ?? 0)]),
        ]),
      ),
    )
    .orderBy(column, order)
    .orderBy("id", order)
    .limit(limit)
    .execute();
  return rows.map(readMessage);
}

export async function countMessages(
  query: MessageQuery,
): Promise<Readonly<{ count: number; oldestDue: Day | null }>> {
  if (query.topics.length === 0) return { count: 0, oldestDue: null };
  const row = await db()
    .selectFrom("desk_messages")
    .modifyFront(WALK)
    .select(({ fn }) => [fn.countAll<number | string>().as("count"), fn.min("due_day").as("oldest")])
    .where(isListed(query))
    .executeTakeFirstOrThrow();
  return { count: Number(row.count), oldestDue: row.oldest };
}

export async function findMessage(id: number): Promise<QueuedMessage | null> {
  const row = await db().selectFrom("desk_messages").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? readMessage(row) : null;
}

function readMessage(row: Selectable<Database["desk_messages"]>): QueuedMessage {
  const { email: address, message: words } = row;
  return {
    id: row.id,
    topic: contactTopic(row.topic).value,
    name: row.name,
    isKnown: row.is_verified_customer === 1,
    content:
      address === null || words === null
        ? null
        : { email: address, orderNumber: row.order_number ?? "", words },
    dueDay: row.due_day,
    state: row.state,
    reply: row.reply,
    replyKey: row.reply_key,
    replySentAt: row.reply_sent_at,
    settledBy: row.settled_by,
    settledAt: row.settled_at,
    createdAt: row.created_at,
  };
}

type Settled = Result<Readonly<{ isChanged: boolean }>, "not-found" | "message-changed">;

type Step = Readonly<{ by: string; now: Date }>;

/** Succeeds without a change if it has been done already. */
export async function settleMessage(
  id: number,
  { to, by, now }: Step & Readonly<{ to: "answered" | "closed" }>,
): Promise<Settled> {
  return transact<Settled>(async () => {
    const isChanged = await settleWaiting(id, { state: to, reply: null, by, now });
    if (isChanged) return ok({ isChanged });
    const found = await findMessage(id);
    if (!found) return refused("not-found");
    return found.state === to ? ok({ isChanged }) : refused("message-changed");
  });
}

type Settling = Step & Readonly<{ state: "answered" | "closed"; reply: string | null; key?: string }>;

/** Compare and set: of two people one succeeds. */
async function settleWaiting(id: number, { state, reply, key, by, now }: Settling): Promise<boolean> {
  const { numUpdatedRows } = await db()
    .updateTable("desk_messages")
    .set({ state, reply, reply_key: key ?? null, settled_by: by, settled_at: now.toISOString() })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

type Reply = Step &
  Readonly<{
    text: string;
    /** The same key replies nothing again. */
    key: string;
    /** Until then the reply can be taken back. */
    sendAt: Date;
  }>;

export async function replyToMessage(
  id: number,
  { text, key, sendAt, ...step }: Reply,
): Promise<
  Result<Readonly<{ isChanged: boolean }>, "not-found" | "message-changed" | "message-without-words">
> {
  return transact(async () => {
    const found = await findMessage(id);
    if (!found) return refused("not-found");
    if (!found.content) return refused("message-without-words");
    const isChanged = await settleWaiting(id, { state: "answered", reply: text, key, ...step });
    if (isChanged) {
      const job = { key: jobKey(id, key), kind: "message-reply", payload: { messageId: id, key } } as const;
      await enqueue({ ...job, runAt: sendAt.toISOString() });
      return ok({ isChanged });
    }
    const now = await findMessage(id);
    return now?.replyKey === key ? ok({ isChanged }) : refused("message-changed");
  });
}

const jobKey = (id: number, key: string) => `message-reply:${id}:${key}`;

/**
 * A reply is taken back with it, unless its email is on its way; `shown` is the `settledAt` that the page showed, null:
 * any.
 */
export async function reopenMessage(id: number, shown: string | null): Promise<Settled> {
  return transact<Settled>(async () => {
    const found = await findMessage(id);
    if (!found) return refused("not-found");
    if (found.settledAt === null) return ok({ isChanged: false });
    if (shown !== null && shown !== found.settledAt) return refused("message-changed");
    const { numUpdatedRows } = await db()
      .updateTable("desk_messages")
      .set({ state: "waiting", reply_key: null, settled_by: "", settled_at: null })
      .where("id", "=", id)
      .where("settled_at", "=", found.settledAt)
      .where("reply_sent_at", "is", null)
      .executeTakeFirst();
    if (Number(numUpdatedRows) !== 1) return refused("message-changed");
    const isBack =
      found.replyKey === null || (await withdrawJob(jobKey(id, found.replyKey), { orGivenUp: true }));
    return isBack ? ok({ isChanged: true }) : refused("message-changed");
  });
}

/** "planned" and "failed" can be taken back. */
export type ReplyStanding = Readonly<{
  state: "planned" | "trying" | "failed";
  /** When it is sent or tried next, ISO 8601, UTC. */
  at: string;
}>;

export async function findReplyStanding({
  id,
  replyKey,
  replySentAt,
}: Pick<QueuedMessage, "id" | "replyKey" | "replySentAt">): Promise<ReplyStanding | null> {
  if (replyKey === null || replySentAt !== null) return null;
  const job = await db()
    .selectFrom("jobs")
    .select(["status", "tries", "run_at"])
    .where("key", "=", jobKey(id, replyKey))
    .executeTakeFirst();
  if (!job) return null;
  if (job.status === "dead") return { state: "failed", at: job.run_at };
  return { state: job.status === "waiting" && job.tries === 0 ? "planned" : "trying", at: job.run_at };
}

export function sendMessageReply(origin: string): JobHandler {
  return async (job) => {
    const { messageId, key } = job.payload;
    if (typeof messageId !== "number") throw new Error(`The job ${job.key} is about no message`);
    const found = await findMessage(messageId);
    if (!found?.content || found.reply === null || found.replyKey !== key || found.replySentAt !== null)
      return null;
    const store = await findStore();
    const { reply, content, createdAt } = found;
    await email().send({
      key: `${job.kind}-${job.id}`,
      from: { name: store.name, address: store.contact[contactTopic(found.topic).inbox] },
      to: content.email,
      ...contactReply({
        ...{ reply, words: found.isKnown ? content.words : null, writtenAt: createdAt },
        ...{ store, origin },
      }),
    });
    return async () => {
      await db()
        .updateTable("desk_messages")
        .set({ reply_sent_at: new Date().toISOString() })
        .where("id", "=", messageId)
        .execute();
    };
  };
}
