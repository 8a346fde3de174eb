/** What customers had typed when their session turned out to be over. */
import { createIndexes, createTable, type Migrating } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  await createTable(
    db,
    "form_drafts",
    `customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE, path TEXT NOT NULL,
     fields TEXT NOT NULL, created_at TEXT NOT NULL, PRIMARY KEY (customer_id, path)`,
  );
  await createIndexes(db, ["CREATE INDEX form_drafts_age ON form_drafts (created_at)"]);
}
