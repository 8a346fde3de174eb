/** The log has what was done, and no word of the message. */
import { transact } from "#app/db/db.server.ts";
import {
  countMessages,
  findMessage,
  reopenMessage,
  replyToMessage,
  settleMessage,
} from "#app/models/content/message-queue.server.ts";
import type { QueuedMessage } from "#app/models/content/message-queue.ts";
import type { Day } from "#app/models/shared/local-date.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { type DeskAction, writeDeskLog } from "#app/models/staff/log.server.ts";
import type { StaffRole } from "#app/models/staff/role.ts";

import { MESSAGE_VIEWS, topicsIn, messageTopics } from "./message-views.ts";
import type { DeskPerson } from "./orders/order-steps.server.ts";
import { UNDO_MS } from "./orders/sending.server.ts";

export type MessageRefusal = "desk-not-allowed" | "not-found" | "message-changed" | "message-without-words";
type Done = Result<Readonly<{ isChanged: boolean }>, MessageRefusal>;

export async function countWaitingMessages(
  role: StaffRole,
): Promise<Readonly<{ count: number; oldestDue: Day | null }>> {
  return countMessages({ isDone: false, topics: topicsIn(MESSAGE_VIEWS[0], role) });
}

/** Null unless the role handles its topic. */
export async function findMessageAtDesk(
  id: number,
  role: StaffRole,
): Promise<Result<QueuedMessage, "desk-not-allowed" | "not-found">> {
  const topics = messageTopics(role);
  if (topics.length === 0) return refused("desk-not-allowed");
  const found = await findMessage(id);
  if (!found) return refused("not-found");
  return topics.includes(found.topic) ? ok(found) : refused("desk-not-allowed");
}

/** Answered elsewhere, or closed without a reply. Succeeds without a change if it has been done already. */
export async function settleMessageAtDesk(
  id: number,
  to: "answered" | "closed",
  actor: DeskPerson,
): Promise<Done> {
  const action = to === "answered" ? "message-answered" : "message-closed";
  return step(id, actor, async (found) => {
    const done = await settleMessage(id, { to, by: actor.staff.name, now: actor.now });
    return { done, entry: { action, changes: { state: [found.state, to] } } };
  });
}

/** Takes back a reply that has not gone out. `shown` is the `settledAt` of the page. */
export async function reopenMessageAtDesk(id: number, shown: string, actor: DeskPerson): Promise<Done> {
  return step(id, actor, async (found) => {
    const done = await reopenMessage(id, shown);
    const action = found.replyKey === null ? "message-reopened" : "message-reply-withdrawn";
    return { done, entry: { action, changes: { state: [found.state, "waiting"] } } };
  });
}

type DeskReply = Readonly<{
  text: string;
  /** The form's key: the same key replies nothing again. */
  key: string;
}>;

/** It goes out two minutes later. Of two people one replies. */
export async function replyToMessageAtDesk(
  id: number,
  { text, key }: DeskReply,
  actor: DeskPerson,
): Promise<Done> {
  const { staff, now } = actor;
  const sendAt = new Date(now.getTime() + UNDO_MS);
  return step(id, actor, async (found) => ({
    done: await replyToMessage(id, { text, key, sendAt, by: staff.name, now }),
    entry: {
      action: "message-replied",
      changes: {
        state: [found.state, "answered"],
        "characters of the reply": ["0", String(text.length)],
      },
      key,
    },
  }));
}

type Entry = Readonly<{
  action: DeskAction;
  changes: Readonly<Record<string, readonly [string, string]>>;
  key?: string;
}>;

async function step(
  id: number,
  actor: DeskPerson,
  work: (found: QueuedMessage) => Promise<Readonly<{ done: Done; entry: Entry }>>,
): Promise<Done> {
  return transact<Done>(async () => {
    const found = await findMessageAtDesk(id, actor.staff.role);
    if (!found.ok) return found;
    const { done, entry } = await work(found.value);
    if (done.ok && done.value.isChanged)
      await writeDeskLog(actor, { ...entry, subject: { kind: "message", id: String(id) } });
    return done;
  });
}
