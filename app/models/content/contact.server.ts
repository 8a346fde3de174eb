/** A message is deleted once it was emailed to the shop (requirement content-3). */
import type { Insertable, Updateable } from "kysely";

import { db, inTransaction } from "#app/db/db.server.ts";
import { hmac } from "#app/db/hmac.server.ts";
import type { Database } from "#app/db/schema.ts";
import { type Customer } from "#app/models/customer/customer.ts";
import { emailKey } from "#app/models/email/address.ts";
import type { Job } from "#app/models/jobs/job.ts";
import { enqueue } from "#app/models/jobs/outbox.server.ts";
import type { JobHandler } from "#app/models/jobs/worker.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { ok, type Result } from "#app/models/shared/result.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { email } from "#app/services/email/email.server.ts";

import { contactCopy, contactEmail } from "./contact-email.ts";
import { type ContactMessage, contactTopic } from "./contact.ts";
import { queueMessage } from "./message-queue.server.ts";

const DAY_MS = 86_400_000;
/** Milliseconds for which equal messages count as one. */
const SAME_MESSAGE_MS = DAY_MS;
const UNSENT_LIFE_MS = 30 * DAY_MS;

type Addressee = "shop" | "copy";

type Arrival = Readonly<{
  message: ContactMessage;
  visitor: Customer | null;
  keepsWords?: boolean;
}>;

/**
 * Only a customer at their own confirmed address gets a copy, so that nobody can send emails to strangers; the same
 * message again is not stored again.
 */
export async function takeContactMessage(
  { message, visitor, keepsWords = false }: Arrival,
  now: Date,
): Promise<Result<null, never>> {
  const isKnown = visitor?.isVerified === true && emailKey(visitor.email) === emailKey(message.email);
  const { orderNumber, ...words } = message;
  await inTransaction(async () => {
    const isNew = await insertMessage({
      ...words,
      id: hmac("contact message", JSON.stringify([message, isKnown])),
      customer_id: visitor?.id ?? null,
      order_number: orderNumber,
      is_verified_customer: isKnown ? 1 : 0,
      is_owner_email_pending: 1,
      is_copy_email_pending: isKnown ? 1 : 0,
      created_at: now.toISOString(),
    });
    if (isNew) await queueMessage({ message, customerId: visitor?.id ?? null, isKnown, keepsWords }, now);
  });
  return ok(null);
}

async function insertMessage(row: Insertable<Database["contact_messages"]>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db()
    .insertInto("contact_messages")
    .values(row)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  if (Number(numInsertedOrUpdatedRows) !== 1) return false;
  await queueFor("shop", row.id);
  if (row.is_copy_email_pending === 1) await queueFor("copy", row.id);
  return true;
}

/** The job holds no word of the message, because jobs are stored for long. */
async function queueFor(addressee: Addressee, messageId: string): Promise<void> {
  const key = `contact-email:${newId("mail")}`;
  await enqueue({ key, kind: "contact-email", payload: { addressee, messageId } });
}

export function sendContactEmail(origin: string): JobHandler {
  return async (job) => {
    const row = await findMessage(job);
    const isCopy = job.payload["addressee"] === "copy";
    if (!row || (isCopy ? row.is_copy_email_pending : row.is_owner_email_pending) === 0) return null;
    const store = await findStore();
    const { inbox, value: topic } = contactTopic(row.topic);
    const message: ContactMessage = { ...row, topic, orderNumber: row.order_number };
    const about = { message, store, origin, isKnown: row.is_verified_customer === 1 };
    await email().send({
      key: `${job.kind}-${job.id}`,
      from: { name: store.name, address: store.contact.email },
      to: isCopy ? row.email : store.contact[inbox],
      ...(isCopy ? {} : { replyTo: { name: row.name, address: row.email } }),
      ...(isCopy ? contactCopy(about) : contactEmail(about)),
    });
    return () => settle(row.id, isCopy ? { is_copy_email_pending: 0 } : { is_owner_email_pending: 0 });
  };
}

async function findMessage({ key, payload }: Job) {
  const { messageId } = payload;
  if (typeof messageId !== "string") throw new Error(`The job ${key} is about no message`);
  return db().selectFrom("contact_messages").selectAll().where("id", "=", messageId).executeTakeFirst();
}

/** The row stays for a day to recognise a second press of the button. */
async function settle(id: string, sent: Updateable<Database["contact_messages"]>): Promise<void> {
  await db().updateTable("contact_messages").set(sent).where("id", "=", id).execute();
  await db()
    .updateTable("contact_messages")
    .set({ name: "", email: "", order_number: "", message: "" })
    .where("id", "=", id)
    .where("is_owner_email_pending", "=", 0)
    .where("is_copy_email_pending", "=", 0)
    .execute();
}

export async function cleanUpContactMessages(now: Date): Promise<void> {
  const before = (ageMs: number) => new Date(now.getTime() - ageMs).toISOString();
  await db()
    .deleteFrom("contact_messages")
    .where((messages) =>
      messages.or([
        messages("created_at", "<=", before(UNSENT_LIFE_MS)),
        messages.and([
          messages("is_owner_email_pending", "=", 0),
          messages("is_copy_email_pending", "=", 0),
          messages("created_at", "<=", before(SAME_MESSAGE_MS)),
        ]),
      ]),
    )
    .execute();
}
