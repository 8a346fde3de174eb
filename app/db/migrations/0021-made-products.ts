/** Products that are made at the desk: an import leaves them alone, and nobody sees them before they are published. */
import { type Migrating, run } from "./ddl.ts";

export async function addMadeProducts(db: Migrating): Promise<void> {
  await run(db, [
    "ALTER TABLE products ADD COLUMN created_by TEXT NOT NULL DEFAULT 'catalogue'",
    "ALTER TABLE products ADD COLUMN was_published INTEGER NOT NULL DEFAULT 1",
  ]);
}
