import { createTables, type Migrating } from "./ddl.ts";

export async function createMessages(db: Migrating): Promise<void> {
  await createTables(db, {
    tables: {
      desk_messages: `
        id SERIAL, customer_id TEXT REFERENCES customers (id) ON DELETE CASCADE,
        topic TEXT NOT NULL, name TEXT NOT NULL, email_hash TEXT NOT NULL, is_verified_customer FLAG,
        email TEXT, order_number TEXT, message TEXT, due_day TEXT NOT NULL,
        state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'answered', 'closed')),
        reply TEXT, reply_key TEXT, reply_sent_at TEXT, settled_by TEXT NOT NULL DEFAULT '', settled_at TEXT,
        created_at TEXT NOT NULL, CHECK ((state = 'waiting') = (settled_at IS NULL))`,
    },
    indexes: [
      "CREATE INDEX desk_messages_queue ON desk_messages (state, due_day, id)",
      "CREATE INDEX desk_messages_settled ON desk_messages (settled_at, id)",
      "CREATE INDEX desk_messages_age ON desk_messages (created_at)",
      "CREATE INDEX desk_messages_writer ON desk_messages (email_hash)",
      "CREATE INDEX desk_messages_customer ON desk_messages (customer_id)",
    ],
  });
}
