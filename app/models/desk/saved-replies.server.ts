/** Texts that replies start from (requirement desk-40). */
import type { Selectable } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import type { SavedReply } from "#app/models/content/saved-reply.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";

function savedReplyOf({
  id,
  title,
  body,
  staff_name: by,
  changed_at: changedAt,
}: Selectable<Database["saved_replies"]>): SavedReply {
  return { id, title, text: body, by, changedAt };
}

export async function listSavedReplies(): Promise<ReadonlyArray<SavedReply>> {
  const rows = await db().selectFrom("saved_replies").selectAll().execute();
  return rows.map(savedReplyOf).sort((a, b) => a.title.localeCompare(b.title, "en") || a.id - b.id);
}

export async function findSavedReply(id: number): Promise<SavedReply | null> {
  const row = await db().selectFrom("saved_replies").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? savedReplyOf(row) : null;
}

/** Until the transaction ends nobody else changes it. */
export async function lockSavedReply(id: number): Promise<void> {
  await db()
    .updateTable("saved_replies")
    .set((own) => ({ changed_at: own.ref("changed_at") }))
    .where("id", "=", id)
    .execute();
}

/** `id` is null for one that is no row of before. */
type Written = Readonly<{ id: number | null; title: string; text: string }>;
type Writing = Readonly<{ now: Date; by: string; request: string }>;

const columnsOf = ({ title, text }: Written, { by, now }: Writing) => ({
  ...{ title, body: text, staff_name: by, changed_at: now.toISOString() },
});

/** What is sent twice with one `request` adds one; another text that is sent with it, from a page of before, is new. */
export async function addSavedReply(
  reply: Written,
  writing: Writing,
): Promise<Readonly<{ key: string; isNew: boolean }>> {
  const { id } = reply;
  const row = await db()
    .insertInto("saved_replies")
    .values({
      ...columnsOf(reply, writing),
      request_key: writing.request,
      ...(id === null ? {} : { id }),
    })
    .onConflict((conflict) => conflict.column("request_key").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (row) return { key: String(row.id), isNew: true };
  const same = await db()
    .selectFrom("saved_replies")
    .selectAll()
    .where("request_key", "=", writing.request)
    .executeTakeFirstOrThrow();
  if (same.title !== reply.title || same.body !== reply.text)
    return addSavedReply(reply, { ...writing, request: newId("request") });
  return { key: String(same.id), isNew: false };
}

export async function changeSavedReply(id: number, reply: Written, writing: Writing): Promise<void> {
  await db().updateTable("saved_replies").set(columnsOf(reply, writing)).where("id", "=", id).execute();
}

export async function removeSavedReply(id: number): Promise<null> {
  await db().deleteFrom("saved_replies").where("id", "=", id).execute();
  return null;
}
