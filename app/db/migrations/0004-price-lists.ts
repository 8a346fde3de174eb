import { sql } from "kysely";

import { type Migrating, run } from "./ddl.ts";

export async function addPriceLists(db: Migrating): Promise<void> {
  await run(db, [
    "ALTER TABLE products ADD COLUMN prices TEXT NOT NULL DEFAULT '{}'",
    "ALTER TABLE variants ADD COLUMN prices TEXT NOT NULL DEFAULT '{}'",
    "ALTER TABLE variants ADD COLUMN lowest_prices_before TEXT NOT NULL DEFAULT '{}'",
    "ALTER TABLE categories ADD COLUMN prices TEXT NOT NULL DEFAULT '{}'",
    "ALTER TABLE favourites ADD COLUMN currency TEXT NOT NULL DEFAULT 'XXX'",
    "ALTER TABLE saved_items ADD COLUMN currency TEXT NOT NULL DEFAULT 'XXX'",
  ]);
  const { rows } = await sql<{ value: string }>`SELECT value FROM settings WHERE key = 'settings'`.execute(
    db,
  );
  const currency = (rows[0] && (JSON.parse(rows[0].value) as { currency?: string }).currency) ?? "GBP";
  await sql`UPDATE favourites SET currency = ${currency}`.execute(db);
  await sql`UPDATE saved_items SET currency = ${currency}`.execute(db);
}
