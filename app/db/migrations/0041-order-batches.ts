import { createTables, type Migrating } from "./ddl.ts";

export async function createOrderBatches(db: Migrating): Promise<void> {
  await createTables(db, {
    tables: {
      order_batches: `
        id SERIAL, request_key TEXT NOT NULL UNIQUE, step TEXT NOT NULL CHECK (step IN ('pack', 'unpack')),
        title TEXT NOT NULL, seen_at TEXT, staff_id TEXT NOT NULL, staff_name TEXT NOT NULL, session_id TEXT NOT NULL,
        factor TEXT NOT NULL, started_at TEXT NOT NULL, ended_at TEXT,
        end_reason TEXT CHECK (end_reason IN ('done', 'stopped', 'role')), stopped_by TEXT NOT NULL DEFAULT ''`,
      order_batch_rows: `
        batch_id INTEGER NOT NULL REFERENCES order_batches (id) ON DELETE CASCADE, place INTEGER NOT NULL,
        order_number INTEGER NOT NULL, outcome TEXT CHECK (outcome IN ('done', 'before', 'left')), reason TEXT,
        PRIMARY KEY (batch_id, place)`,
    },
    indexes: [
      "CREATE INDEX order_batches_age ON order_batches (started_at)",
      "CREATE INDEX order_batch_rows_outcome ON order_batch_rows (batch_id, outcome, place)",
    ],
  });
}
