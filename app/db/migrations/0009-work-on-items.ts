import { type Migrating, run } from "./ddl.ts";

export async function addWorkOnItems(db: Migrating): Promise<void> {
  await run(db, [
    "ALTER TABLE order_lines ADD COLUMN work_started_at TEXT",
    "ALTER TABLE order_lines ADD COLUMN words_changed_at TEXT",
  ]);
}
