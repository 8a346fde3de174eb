import { type Migrating, run } from "./ddl.ts";

export async function addWordsOnGifts(db: Migrating): Promise<void> {
  await run(db, ["ALTER TABLE gift_list_gifts ADD COLUMN personalisation TEXT NOT NULL DEFAULT ''"]);
}
