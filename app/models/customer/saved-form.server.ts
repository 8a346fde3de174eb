import { z } from "zod";

import { db, transact } from "#app/db/db.server.ts";
import type { CustomerId } from "#app/models/shared/ids.ts";
import { ok } from "#app/models/shared/result.ts";

const STORED_MS = 60 * 60_000;
/** Characters of JSON; the longest form of the shop has half as much. */
const DRAFT_MAX = 20_000;
const DRAFTS_MAX = 10;

type Fields = Readonly<Record<string, string>>;

type Form = Readonly<{ customerId: CustomerId; path: string }>;

const fieldsSchema = z.record(z.string());

/** In place of an earlier draft; false if there is no such customer, or it is too large. */
export async function saveFormDraft({ customerId, path }: Form, fields: Fields, now: Date): Promise<boolean> {
  const text = JSON.stringify(fields);
  if (text.length > DRAFT_MAX) return false;
  const done = await transact(async () => {
    const customer = await db()
      .selectFrom("customers")
      .select("id")
      .where("id", "=", customerId)
      .executeTakeFirst();
    const others = await db()
      .selectFrom("form_drafts")
      .select("path")
      .where("customer_id", "=", customerId)
      .where("path", "<>", path)
      .execute();
    if (!customer || others.length >= DRAFTS_MAX) return ok(false);
    const values = { fields: text, created_at: now.toISOString() };
    await db()
      .insertInto("form_drafts")
      .values({ customer_id: customerId, path, ...values })
      .onConflict((conflict) => conflict.columns(["customer_id", "path"]).doUpdateSet(values))
      .execute();
    return ok(true);
  });
  return done.value;
}

export async function findDraft({ customerId, path }: Form, now: Date): Promise<Fields | null> {
  const row = await db()
    .selectFrom("form_drafts")
    .select("fields")
    .where("customer_id", "=", customerId)
    .where("path", "=", path)
    .where("created_at", ">", oldest(now))
    .executeTakeFirst();
  return row ? fieldsSchema.parse(JSON.parse(row.fields)) : null;
}

export async function hasDraft(customerId: CustomerId, now: Date): Promise<boolean> {
  const row = await db()
    .selectFrom("form_drafts")
    .select("path")
    .where("customer_id", "=", customerId)
    .where("created_at", ">", oldest(now))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function dropDraft({ customerId, path }: Form): Promise<void> {
  await db()
    .deleteFrom("form_drafts")
    .where("customer_id", "=", customerId)
    .where("path", "=", path)
    .execute();
}

export async function cleanUpFormDrafts(now: Date): Promise<void> {
  await db().deleteFrom("form_drafts").where("created_at", "<=", oldest(now)).execute();
}

function oldest(now: Date): string {
  return new Date(now.getTime() - STORED_MS).toISOString();
}
