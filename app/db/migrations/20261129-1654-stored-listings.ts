/** The listing index of a large catalogue as one process has made it: one row for each currency. */
import { createTables, type Migrating } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  await createTables(db, {
    tables: {
      stored_listings: `
        currency TEXT PRIMARY KEY, version INTEGER NOT NULL, shape TEXT NOT NULL, build TEXT NOT NULL,
        data TEXT NOT NULL`,
    },
  });
}
