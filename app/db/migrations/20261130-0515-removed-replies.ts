/** What is removed comes back from its line in the log. */
import { type Migrating, run } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  await run(db, [
    "DELETE FROM saved_replies WHERE removed_at IS NOT NULL",
    "ALTER TABLE saved_replies DROP COLUMN removed_at",
  ]);
}
