/** What people write by the contact form, until the emails about it are on their way. */
import { createIndexes, createTable, type Migrating } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  await createTable(
    db,
    "contact_messages",
    `id TEXT PRIMARY KEY, customer_id TEXT REFERENCES customers (id) ON DELETE CASCADE,
     name TEXT NOT NULL, email TEXT NOT NULL, topic TEXT NOT NULL, order_number TEXT NOT NULL, message TEXT NOT NULL,
     is_known INTEGER NOT NULL CHECK (is_known IN (0, 1)),
     awaits_shop INTEGER NOT NULL CHECK (awaits_shop IN (0, 1)),
     awaits_copy INTEGER NOT NULL CHECK (awaits_copy IN (0, 1)), created_at TEXT NOT NULL`,
  );
  await createIndexes(db, [
    "CREATE INDEX contact_messages_customer ON contact_messages (customer_id)",
    "CREATE INDEX contact_messages_age ON contact_messages (created_at)",
  ]);
}
