/** What became of baskets that were left: the steps back, without anybody's name; and when a letter was about one. */
import { sql } from "kysely";

import { createIndexes, createTable, type Migrating } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  await createTable(
    db,
    "recovery_steps",
    `cart_key TEXT NOT NULL, step TEXT NOT NULL CHECK (step IN ('sent', 'opened', 'recovered', 'ordered')),
     occasion TEXT NOT NULL, into_key TEXT, amount_minor INTEGER CHECK (amount_minor >= 0), currency TEXT,
     at TEXT NOT NULL, PRIMARY KEY (cart_key, step, occasion),
     CHECK ((step = 'recovered') = (into_key IS NOT NULL)),
     CHECK ((step = 'ordered') = (amount_minor IS NOT NULL AND currency IS NOT NULL))`,
  );
  await createIndexes(db, [
    "CREATE INDEX recovery_steps_at ON recovery_steps (at)",
    "CREATE INDEX recovery_steps_into ON recovery_steps (into_key) WHERE into_key IS NOT NULL",
  ]);
  await sql.raw("ALTER TABLE carts ADD COLUMN letter_at TEXT").execute(db);
  await sql.raw("ALTER TABLE carts ADD COLUMN letter_looked_at TEXT").execute(db);
}
