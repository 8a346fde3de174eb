/** Calls of the API that a program may send twice. */
import { createTables, type Migrating } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  await createTables(db, {
    tables: {
      repeated_calls: `
        key TEXT PRIMARY KEY NOT NULL,
        fingerprint TEXT NOT NULL,
        cart_id TEXT NOT NULL,
        created_at TEXT NOT NULL`,
    },
    indexes: ["CREATE INDEX repeated_calls_by_age ON repeated_calls (created_at)"],
  });
}
