/** Brands and categories are made and changed at the desk too, and an import leaves those alone. */
import { createTables, type Migrating, run } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  await createTables(db, {
    tables: { made_ids: "kind TEXT PRIMARY KEY NOT NULL, last_id INTEGER NOT NULL" },
  });
  await run(
    db,
    ["brands", "categories"].flatMap((table) => [
      `ALTER TABLE ${table} ADD COLUMN edited_at TEXT`,
      `ALTER TABLE ${table} ADD COLUMN created_by TEXT NOT NULL DEFAULT 'catalogue'`,
    ]),
  );
}
