import { type Migrating, run } from "./ddl.ts";

export async function addUnlistedProducts(db: Migrating): Promise<void> {
  await run(db, [
    "ALTER TABLE products ADD COLUMN is_unlisted INTEGER NOT NULL DEFAULT 0 CHECK (is_unlisted IN (0, 1))",
  ]);
}
