/** Days on which the shop packs and sends nothing. */
import { createTables, type Migrating } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  await createTables(db, {
    tables: {
      closures: `
        id SERIAL, request_key TEXT NOT NULL UNIQUE, first_day TEXT NOT NULL, last_day TEXT NOT NULL,
        name TEXT NOT NULL, CHECK (first_day <= last_day)`,
    },
  });
}
