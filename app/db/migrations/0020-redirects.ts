/** Addresses that lead elsewhere, and when a product, category or brand last changed (for search engines). */
import { sql } from "kysely";

import { createIndexes, createTable, type Migrating } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  await createTable(
    db,
    "redirects",
    `from_key TEXT PRIMARY KEY, from_path TEXT NOT NULL, to_path TEXT NOT NULL,
     source TEXT NOT NULL CHECK (source IN ('owner', 'renamed')), created_at TEXT NOT NULL`,
  );
  await createIndexes(db, ["CREATE INDEX redirects_to ON redirects (to_path)"]);
  for (const table of ["products", "categories", "brands"]) {
    await sql.raw(`ALTER TABLE ${table} ADD COLUMN changed_at TEXT`).execute(db);
  }
}
