/** Gifts that were bought elsewhere and whether they arrived. */
import { type Migrating, run } from "./ddl.ts";

export async function addGiftListLife(db: Migrating): Promise<void> {
  await run(db, ["ALTER TABLE gift_list_claims ADD COLUMN arrived_at TEXT"]);
}
