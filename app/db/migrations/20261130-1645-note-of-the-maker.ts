import { type Migrating, run } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  await run(db, ["ALTER TABLE products ADD COLUMN makers_note TEXT NOT NULL DEFAULT ''"]);
}
