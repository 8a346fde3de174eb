import { createTables, type Migrating } from "./ddl.ts";

export async function createBulkChanges(db: Migrating): Promise<void> {
  await createTables(db, {
    tables: {
      bulk_changes: `
        id SERIAL, request_key TEXT NOT NULL UNIQUE, kind TEXT NOT NULL CHECK (kind IN ('price', 'sale', 'visibility')),
        title TEXT NOT NULL, needs_code FLAG, staff_name TEXT NOT NULL, changed_at TEXT NOT NULL,
        taken_back_at TEXT, taken_back_by TEXT NOT NULL DEFAULT ''`,
      bulk_change_lines: `
        change_id INTEGER NOT NULL REFERENCES bulk_changes (id) ON DELETE CASCADE, product_id INTEGER NOT NULL,
        before_text TEXT NOT NULL, after_text TEXT NOT NULL, left_because TEXT,
        PRIMARY KEY (change_id, product_id)`,
    },
    indexes: ["CREATE INDEX bulk_changes_age ON bulk_changes (changed_at)"],
  });
}
