/** Methods and zones that the desk makes, changes, switches off and removes. What is removed leaves its key taken. */
import { type Migrating, run } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  const tables = ["delivery_methods", "delivery_zones"];
  await run(db, [
    ...tables.flatMap((table) => [
      `ALTER TABLE ${table} ADD COLUMN created_by TEXT NOT NULL DEFAULT 'catalogue'`,
      `ALTER TABLE ${table} ADD COLUMN removed_at TEXT`,
    ]),
    "ALTER TABLE delivery_methods ADD COLUMN is_enabled INTEGER NOT NULL DEFAULT 1",
    "ALTER TABLE delivery_zones ADD COLUMN edited_at TEXT",
  ]);
}
