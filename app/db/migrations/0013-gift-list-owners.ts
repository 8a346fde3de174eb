import { createTables, type Migrating, run } from "./ddl.ts";

export async function addGiftListOwners(db: Migrating): Promise<void> {
  await createTables(db, {
    tables: {
      gift_list_co_owners: `
        id TEXT PRIMARY KEY, list_id TEXT NOT NULL REFERENCES gift_lists (id) ON DELETE CASCADE,
        email TEXT NOT NULL, email_key TEXT NOT NULL, token_hash TEXT NOT NULL UNIQUE, invited_at TEXT NOT NULL,
        expires_at TEXT NOT NULL, accepted_at TEXT, UNIQUE (list_id, email_key)`,
      gift_list_moves: `
        id TEXT PRIMARY KEY, list_id TEXT NOT NULL REFERENCES gift_lists (id) ON DELETE CASCADE,
        email TEXT NOT NULL, email_key TEXT NOT NULL, former_email TEXT NOT NULL, former_email_key TEXT NOT NULL,
        token_hash TEXT NOT NULL UNIQUE, undo_hash TEXT NOT NULL UNIQUE, requested_at TEXT NOT NULL,
        ends_at TEXT NOT NULL, confirmed_at TEXT`,
      // With the address in the key, because one browser may be let in by several.
      gift_list_devices_by_address: `
        device_hash TEXT NOT NULL, list_id TEXT NOT NULL REFERENCES gift_lists (id) ON DELETE CASCADE,
        email_key TEXT NOT NULL, created_at TEXT NOT NULL, PRIMARY KEY (device_hash, list_id, email_key)`,
    },
  });
  await run(db, [
    `INSERT INTO gift_list_devices_by_address (device_hash, list_id, email_key, created_at)
      SELECT device.device_hash, device.list_id, list.email_key, device.created_at
      FROM gift_list_devices device JOIN gift_lists list ON list.id = device.list_id`,
    "DROP TABLE gift_list_devices",
    "ALTER TABLE gift_list_devices_by_address RENAME TO gift_list_devices",
    "CREATE INDEX gift_list_devices_list ON gift_list_devices (list_id)",
    "CREATE INDEX gift_list_co_owners_email ON gift_list_co_owners (email_key)",
    "CREATE INDEX gift_list_moves_list ON gift_list_moves (list_id)",
  ]);
}
