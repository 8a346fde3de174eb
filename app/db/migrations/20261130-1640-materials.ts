/** What products are made of, and how to care for it. */
import { createTables, type Migrating } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  await createTables(db, {
    tables: {
      materials: "id SERIAL, request_key TEXT NOT NULL UNIQUE, name TEXT NOT NULL, care TEXT NOT NULL",
    },
  });
}
