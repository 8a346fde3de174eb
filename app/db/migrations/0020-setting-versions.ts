import { createTables, type Migrating, run } from "./ddl.ts";

export async function addSettingVersions(db: Migrating): Promise<void> {
  await run(db, [
    "ALTER TABLE settings ADD COLUMN edited_at TEXT",
    "ALTER TABLE delivery_methods ADD COLUMN edited_at TEXT",
  ]);
  await createTables(db, {
    tables: {
      setting_versions: `
        id SERIAL, group_key TEXT NOT NULL, changes TEXT NOT NULL, staff_name TEXT NOT NULL,
        changed_at TEXT NOT NULL, taken_back_at TEXT`,
    },
    indexes: ["CREATE INDEX setting_versions_group ON setting_versions (group_key, id)"],
  });
}
