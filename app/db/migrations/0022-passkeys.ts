import { isSqlite } from "#app/db/is-sqlite.ts";

import { createTables, type Migrating } from "./ddl.ts";

export async function createPasskeys(db: Migrating): Promise<void> {
  // An unsigned number of 32 bits; PostgreSQL's INTEGER ends at half of that.
  const counter = isSqlite(db) ? "INTEGER" : "BIGINT";
  await createTables(db, {
    tables: {
      passkeys: `
        id TEXT PRIMARY KEY, staff_id TEXT REFERENCES staff (id) ON DELETE CASCADE,
        customer_id TEXT REFERENCES customers (id) ON DELETE CASCADE,
        credential_id TEXT NOT NULL UNIQUE, public_key TEXT NOT NULL, counter ${counter} NOT NULL,
        transports TEXT NOT NULL, backed_up FLAG, name TEXT NOT NULL, created_at TEXT NOT NULL, used_at TEXT,
        CHECK ((staff_id IS NULL) <> (customer_id IS NULL))`,
      passkey_challenges: `
        challenge_hash TEXT PRIMARY KEY, purpose TEXT NOT NULL, subject TEXT NOT NULL, expires_at TEXT NOT NULL`,
    },
    indexes: [
      "CREATE INDEX passkeys_staff ON passkeys (staff_id)",
      "CREATE INDEX passkeys_customer ON passkeys (customer_id)",
      "CREATE INDEX passkey_challenges_expires ON passkey_challenges (expires_at)",
    ],
  });
}
