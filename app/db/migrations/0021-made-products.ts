import { type Migrating, run } from "./ddl.ts";

export async function addMadeProducts(db: Migrating): Promise<void> {
  await run(db, [
    "ALTER TABLE products ADD COLUMN created_by TEXT NOT NULL DEFAULT 'catalogue'",
    "ALTER TABLE products ADD COLUMN was_published INTEGER NOT NULL DEFAULT 1",
  ]);
}
