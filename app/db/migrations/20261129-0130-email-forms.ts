/** Addresses that were stored in another form than `emailKey` and `normalEmail` give them now. */
import { createHash } from "node:crypto";

import { sql } from "kysely";

import { isSqlite } from "#app/db/is-sqlite.ts";
import { emailKey, normalEmail } from "#app/models/email/address.ts";

import type { Migrating } from "./ddl.ts";

const ADDRESS = /^(?:former_)?email(?:_key)?$/;

/** Tables that hold a hash of the address as well, and what it is for. */
const HASHED: Readonly<Record<string, string>> = { subscriptions: "newsletter", desk_messages: "message" };

/**
 * Tables in which no two rows may have one key, and what is in it beside the address. A row that would be there twice
 * keeps its key, and `doctor` names the accounts.
 */
const UNIQUE: Readonly<Record<string, string>> = {
  ...{ customers: "1", marketing_contacts: "1", staff: "1", customer_tokens: "customer_id, purpose" },
  reviews: "product_id, status, CASE WHEN status = 'waiting' THEN author_kind ELSE '' END",
  stock_alerts: "variant_id, status = 'mailed'",
  gift_list_devices: "device_hash, list_id",
  ...{ gift_list_co_owners: "list_id", gift_list_alerts: "gift_id" },
};

export async function up(db: Migrating): Promise<void> {
  for (const { name: table, columns } of await db.introspection.getTables())
    for (const { name: column } of columns)
      if (ADDRESS.test(column)) await normaliseColumn(db, table, column);
}

async function normaliseColumn(db: Migrating, table: string, column: string): Promise<void> {
  const [rows, name, use] = [sql.table(table), sql.ref(column), HASHED[table]];
  const isKey = column.endsWith("_key");
  const beside = isKey && UNIQUE[table] ? sql.raw(UNIQUE[table]) : null;
  for (const text of await otherForms(db, table, column)) {
    const normal = isKey ? emailKey(text) : normalEmail(text);
    if (normal === text) continue;
    const isFree = beside
      ? sql`(${beside}) NOT IN (SELECT ${beside} FROM ${rows} WHERE email_key = ${normal})`
      : sql`TRUE`;
    if (use) await writeHash(db, table, { text, content: `${use} ${emailKey(text)}` });
    await sql`UPDATE ${rows} SET ${name} = ${normal} WHERE ${name} = ${text} AND ${isFree}`.execute(db);
    // The browser is let in by the other row already.
    if (table === "gift_list_devices") await sql`DELETE FROM ${rows} WHERE ${name} = ${text}`.execute(db);
  }
}

type Hashed = Readonly<{ text: string; content: string }>;

async function writeHash(db: Migrating, table: string, { text, content }: Hashed): Promise<void> {
  const rows = sql.table(table);
  const hash = createHash("sha256").update(content).digest("base64url");
  // Of two subscriptions of one address, the one under today's hash is the later decision.
  if (table === "subscriptions")
    await sql`DELETE FROM ${rows} WHERE email = ${text} AND email_hash <> ${hash}
      AND EXISTS (SELECT 1 FROM ${rows} WHERE email_hash = ${hash})`.execute(db);
  await sql`UPDATE ${rows} SET email_hash = ${hash} WHERE email = ${text}`.execute(db);
}

async function otherForms(db: Migrating, table: string, column: string): Promise<ReadonlyArray<string>> {
  const [rows, name] = [sql.table(table), sql.ref(column)];
  const hasOther = isSqlite(db) ? sql`${name} GLOB ${"*[^ -~]*"}` : sql`${name} ~ ${"[^ -~]"}`;
  const query = sql<{ text: string }>`SELECT DISTINCT ${name} AS text FROM ${rows} WHERE ${hasOther}`;
  return (await query.execute(db)).rows.map(({ text }) => text);
}
