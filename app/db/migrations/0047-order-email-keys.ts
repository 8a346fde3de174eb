/** Guest orders are found by their address as the shop compares addresses, in whatever alphabet. */
import { sql } from "kysely";

import { isSqlite } from "#app/db/is-sqlite.ts";
import { emailKey } from "#app/models/email/address.ts";

import { type Migrating, run } from "./ddl.ts";

const BATCH = 1_000;

export async function addOrderEmailKeys(db: Migrating): Promise<void> {
  await run(db, ["ALTER TABLE orders ADD COLUMN email_key TEXT NOT NULL DEFAULT ''"]);
  await fillOrderEmailKeys(db);
  await run(db, [
    // With the customer, so that no engine reads the orders of all guests for those of one address.
    "CREATE INDEX orders_email_key ON orders (email_key, customer_id, placed_at)",
    "DROP INDEX orders_email",
  ]);
}

/** Both engines agree with JavaScript on the case of ASCII alone, so only other addresses are read. */
async function fillOrderEmailKeys(db: Migrating): Promise<void> {
  await run(db, [
    isSqlite(db)
      ? "UPDATE orders SET email_key = lower(trim(email)) WHERE length(CAST(email AS BLOB)) = length(email)"
      : `UPDATE orders SET email_key = lower(trim(email) COLLATE "C") WHERE octet_length(email) = char_length(email)`,
  ]);
  for (let after = ""; ;) {
    const { rows } = await sql<{ id: string; email: string }>`
      SELECT id, email FROM orders WHERE email_key = '' AND id > ${after} ORDER BY id LIMIT ${sql.lit(BATCH)}
    `.execute(db);
    for (const { id, email } of rows)
      await sql`UPDATE orders SET email_key = ${emailKey(email)} WHERE id = ${id}`.execute(db);
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}
