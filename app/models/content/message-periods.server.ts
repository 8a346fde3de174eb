import { type ExpressionBuilder, sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { emailHashes } from "#app/models/email/hash.server.ts";
import { IS_PENDING } from "#app/models/jobs/outbox.server.ts";
import type { CustomerId } from "#app/models/shared/ids.ts";
import { findStore } from "#app/models/store/store.server.ts";

const DAY_MS = 86_400_000;
/** After its arrival, for a message without words. */
const LISTED_DAYS = 30;
const WORDS_DAYS = 90;
/** Even unanswered, as in the mailbox. */
const LONGEST_DAYS = 730;

/** Once the shop keeps no words any more, those that it has go at once, except where a reply is still to be sent. */
export async function cleanUpMessages(now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();
  const { contact } = await findStore();
  if (!contact.keepsMessages) await forgetWords();
  await db()
    .deleteFrom("desk_messages")
    .where((message) =>
      message.or([
        message.and([message("message", "is", null), message("created_at", "<=", before(LISTED_DAYS))]),
        message("settled_at", "<=", before(WORDS_DAYS)),
        message("created_at", "<=", before(LONGEST_DAYS)),
      ]),
    )
    .execute();
}

async function forgetWords(): Promise<void> {
  await db()
    .updateTable("desk_messages")
    .set({ email: null, order_number: null, message: null, reply: null })
    .where("message", "is not", null)
    .where((message) =>
      message.not(
        message.exists(
          message
            .selectFrom("jobs")
            .select("jobs.id")
            .where(IS_PENDING)
            .where(
              "jobs.key",
              "=",
              sql<string>`'message-reply:' || cast(desk_messages.id as text) || ':' || desk_messages.reply_key`,
            ),
        ),
      ),
    )
    .execute();
}

/** Those of the account, and those of its confirmed address from `since` on (ISO 8601, or null: none). */
export type MessageWriter = Readonly<{ customerId: CustomerId; email: string; since: string | null }>;

function isBy({ customerId, email: address, since }: MessageWriter) {
  return (message: ExpressionBuilder<Database, "desk_messages">) =>
    message.or([
      message("customer_id", "=", customerId),
      ...(since === null
        ? []
        : [
            message.and([
              message("email_hash", "in", emailHashes("message", address)),
              message("created_at", ">=", since),
            ]),
          ]),
    ]);
}

export async function listMessagesOf(writer: MessageWriter) {
  return db()
    .selectFrom("desk_messages")
    .select(["topic", "name", "email", "order_number", "message", "state", "created_at"])
    .select(["reply", "reply_sent_at", "settled_at"])
    .where(isBy(writer))
    .orderBy("id")
    .execute();
}

export async function removeMessagesOf(writer: MessageWriter): Promise<void> {
  await db().deleteFrom("desk_messages").where(isBy(writer)).execute();
}
