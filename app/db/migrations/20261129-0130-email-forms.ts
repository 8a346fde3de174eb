/** Addresses that were stored in another form than `emailKey` and `normalEmail` give them now. */
import { sql } from "kysely";

import { isSqlite } from "#app/db/is-sqlite.ts";
import { emailKey, normalEmail } from "#app/models/email/address.ts";

import type { Migrating } from "./ddl.ts";

/** Columns of addresses, and whether they are compared. */
const COLUMNS = {
  orders: ["email", "email_key"],
  customers: ["email", "email_key"],
  customer_tokens: ["email", "email_key"],
  coupon_uses: ["email_key"],
  reviews: ["email", "email_key"],
  stock_alerts: ["email", "email_key"],
  marketing_contacts: ["email", "email_key"],
  staff: ["email", "email_key"],
  carts: ["email"],
  gift_lists: ["email", "email_key"],
  gift_list_co_owners: ["email", "email_key"],
  gift_list_moves: ["email", "email_key", "former_email", "former_email_key"],
  gift_list_devices: ["email_key"],
  gift_list_tokens: ["email_key"],
  gift_list_alerts: ["email", "email_key"],
  gift_list_claims: ["email", "email_key"],
} as const;

/** Tables of rows that may not have one key: what would, stays as it is, and `doctor` names the accounts. */
const UNIQUE: ReadonlyArray<string> = [
  ...["customers", "customer_tokens", "reviews", "stock_alerts", "marketing_contacts", "staff"],
  ...["gift_list_co_owners", "gift_list_alerts"],
];

export async function up(db: Migrating): Promise<void> {
  for (const [table, columns] of Object.entries(COLUMNS))
    for (const column of columns) await normaliseColumn(db, table, column);
}

async function normaliseColumn(db: Migrating, table: string, column: string): Promise<void> {
  const [rows, name] = [sql.table(table), sql.ref(column)];
  const isKey = column.endsWith("_key");
  const hasOther = isSqlite(db) ? sql`${name} GLOB ${"*[^ -~]*"}` : sql`${name} ~ ${"[^ -~]"}`;
  const found = await sql<{
    text: string;
  }>`SELECT DISTINCT ${name} AS text FROM ${rows} WHERE ${hasOther}`.execute(db);
  for (const { text } of found.rows) {
    const normal = isKey ? emailKey(text) : normalEmail(text);
    if (normal === text || (isKey && UNIQUE.includes(table) && (await isTaken(db, table, normal)))) continue;
    await sql`UPDATE ${rows} SET ${name} = ${normal} WHERE ${name} = ${text}`.execute(db);
  }
}

async function isTaken(db: Migrating, table: string, key: string): Promise<boolean> {
  const found = await sql`SELECT 1 FROM ${sql.table(table)} WHERE email_key = ${key} LIMIT 1`.execute(db);
  return found.rows.length > 0;
}
