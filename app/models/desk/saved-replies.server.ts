/** Texts that replies start from (requirement desk-40). */
import type { Selectable } from "kysely";

import { db, transact } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import type { SavedReply, SavedReplyFields } from "#app/models/content/saved-reply.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { type DeskActor, type DeskLogEntry, writeDeskLog } from "#app/models/staff/log.server.ts";
import { mayOf } from "#app/models/staff/role.ts";

import { mergeTyped, type Texts } from "./typed-merge.server.ts";

type Row = Selectable<Database["saved_replies"]>;

function savedReplyOf({ id, title, body, staff_name: by, changed_at: changedAt }: Row): SavedReply {
  return { id, title, text: body, by, changedAt };
}

export async function listSavedReplies(): Promise<ReadonlyArray<SavedReply>> {
  const rows = await db().selectFrom("saved_replies").selectAll().where("removed_at", "is", null).execute();
  return rows.map(savedReplyOf).sort((a, b) => a.title.localeCompare(b.title, "en") || a.id - b.id);
}

/** Null for one that is removed; with `isRemoved`, null once it can no longer be put back. */
export async function findSavedReply(id: number, { isRemoved = false } = {}): Promise<SavedReply | null> {
  const row = await db()
    .selectFrom("saved_replies")
    .selectAll()
    .where("id", "=", id)
    .where("removed_at", isRemoved ? "is not" : "is", null)
    .executeTakeFirst();
  return row ? savedReplyOf(row) : null;
}

type NewReply = Readonly<{
  fields: SavedReplyFields;
  /** Of the form: the same key makes nothing again. */
  key: string;
}>;

type Made = Readonly<{ id: number; isChanged: boolean }>;

export async function addSavedReply(
  { fields: { title, text }, key }: NewReply,
  actor: DeskActor,
): Promise<Result<Made, "desk-not-allowed">> {
  if (!mayOf(actor)("handle-messages")) return refused("desk-not-allowed");
  return transact<Result<Made, "desk-not-allowed">>(async () => {
    const row = await db()
      .insertInto("saved_replies")
      .values({
        ...{ request_key: key, title, body: text, removed_at: null },
        ...{ staff_name: actor.staff?.name ?? "", changed_at: actor.now.toISOString() },
      })
      .onConflict((conflict) => conflict.column("request_key").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!row) {
      const { id } = await db()
        .selectFrom("saved_replies")
        .select("id")
        .where("request_key", "=", key)
        .executeTakeFirstOrThrow();
      return ok({ id, isChanged: false });
    }
    await writeDeskLog(actor, { action: "saved-reply-added", ...entryOf(row.id, { title: ["", title] }) });
    return ok({ id: row.id, isChanged: true });
  });
}

function entryOf(id: number, changes: DeskLogEntry["changes"] = {}) {
  return { subject: { kind: "saved-reply", id: String(id) }, changes } as const;
}

type ReplyChange = Readonly<{
  fields: SavedReplyFields;
  /** Of what the form showed; null overwrites what is there. */
  marks: Texts | null;
}>;

export type SavedReplyOutcome =
  | Readonly<{ kind: "done"; isChanged: boolean }>
  /** Fields that somebody else has changed too, with what they are now. Nothing is saved. */
  | Readonly<{ kind: "conflict"; theirs: Texts; now: SavedReply }>;

/** Of two who change one field, the second reads what the first has saved. */
export async function changeSavedReply(
  id: number,
  { fields, marks }: ReplyChange,
  actor: DeskActor,
): Promise<Result<SavedReplyOutcome, "desk-not-allowed" | "not-found">> {
  if (!mayOf(actor)("handle-messages")) return refused("desk-not-allowed");
  return transact<Result<SavedReplyOutcome, "desk-not-allowed" | "not-found">>(async () => {
    await lockReply(id);
    const now = await findSavedReply(id);
    if (!now) return refused("not-found");
    const before: SavedReplyFields = { title: now.title, text: now.text };
    const { merged, theirs } = mergeTyped<SavedReplyFields>({ typed: fields, now: before, marks });
    if (Object.keys(theirs).length > 0) return ok({ kind: "conflict", theirs, now });
    if (merged.title === before.title && merged.text === before.text)
      return ok({ kind: "done", isChanged: false });
    await db()
      .updateTable("saved_replies")
      .set({
        ...{ title: merged.title, body: merged.text, staff_name: actor.staff?.name ?? "" },
        changed_at: actor.now.toISOString(),
      })
      .where("id", "=", id)
      .execute();
    const changes = {
      title: [before.title, merged.title],
      characters: [String(before.text.length), String(merged.text.length)],
    } as const;
    await writeDeskLog(actor, { action: "saved-reply-changed", ...entryOf(id, changes) });
    return ok({ kind: "done", isChanged: true });
  });
}

/** Two who save at once do so one after the other. */
async function lockReply(id: number): Promise<void> {
  await db()
    .updateTable("saved_replies")
    .set((own) => ({ changed_at: own.ref("changed_at") }))
    .where("id", "=", id)
    .execute();
}

type Standing = Result<Readonly<{ isChanged: boolean }>, "desk-not-allowed" | "not-found">;

/** Succeeds without a change if it has been done already. */
export async function removeSavedReply(id: number, actor: DeskActor): Promise<Standing> {
  return standing(id, { isRemoved: true }, actor);
}

/** Until the clean-up has deleted it. */
export async function putBackSavedReply(id: number, actor: DeskActor): Promise<Standing> {
  return standing(id, { isRemoved: false }, actor);
}

async function standing(
  id: number,
  { isRemoved }: Readonly<{ isRemoved: boolean }>,
  actor: DeskActor,
): Promise<Standing> {
  if (!mayOf(actor)("handle-messages")) return refused("desk-not-allowed");
  return transact<Standing>(async () => {
    const row = await db()
      .updateTable("saved_replies")
      .set({ removed_at: isRemoved ? actor.now.toISOString() : null })
      .where("id", "=", id)
      .where("removed_at", isRemoved ? "is" : "is not", null)
      .returning("title")
      .executeTakeFirst();
    if (!row) {
      const found = await db().selectFrom("saved_replies").select("id").where("id", "=", id).execute();
      return found.length > 0 ? ok({ isChanged: false }) : refused("not-found");
    }
    await writeDeskLog(
      actor,
      isRemoved
        ? { action: "saved-reply-removed", ...entryOf(id, { title: [row.title, ""] }) }
        : { action: "saved-reply-put-back", ...entryOf(id, { title: ["", row.title] }) },
    );
    return ok({ isChanged: true });
  });
}

const DAY_MS = 86_400_000;

/** Deletes them a day after their removal. Safe to repeat. */
export async function cleanUpSavedReplies(now: Date): Promise<void> {
  const before = new Date(now.getTime() - DAY_MS).toISOString();
  await db().deleteFrom("saved_replies").where("removed_at", "<=", before).execute();
}
