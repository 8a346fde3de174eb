/** The life of an order after it is paid: who moved it, what is in each parcel, what was refunded, what came back. */
import { sql } from "kysely";

import { createIndexes, createTable, type Migrating } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  for (const column of [
    "order_history ADD COLUMN actor TEXT NOT NULL DEFAULT 'payment'",
    "order_parcels ADD COLUMN request_key TEXT NOT NULL DEFAULT ''",
  ])
    await sql.raw(`ALTER TABLE ${column}`).execute(db);
  await createTable(
    db,
    "order_parcel_lines",
    `parcel_id INTEGER NOT NULL REFERENCES order_parcels (id) ON DELETE CASCADE,
     order_line_id TEXT NOT NULL REFERENCES order_lines (id), quantity INTEGER NOT NULL CHECK (quantity > 0),
     PRIMARY KEY (parcel_id, order_line_id)`,
  );
  await createTable(
    db,
    "refunds",
    `id TEXT PRIMARY KEY, order_id TEXT NOT NULL REFERENCES orders (id), request_key TEXT NOT NULL,
     amount_minor INTEGER NOT NULL CHECK (amount_minor > 0), delivery_minor INTEGER NOT NULL CHECK (delivery_minor >= 0),
     has_delivery INTEGER NOT NULL CHECK (has_delivery IN (0, 1)), currency TEXT NOT NULL, reason TEXT NOT NULL,
     actor TEXT NOT NULL, status TEXT NOT NULL, provider_refund_id TEXT, last_error TEXT,
     created_at TEXT NOT NULL, made_at TEXT, UNIQUE (order_id, request_key)`,
  );
  await createTable(
    db,
    "refund_lines",
    `refund_id TEXT NOT NULL REFERENCES refunds (id), order_line_id TEXT NOT NULL REFERENCES order_lines (id),
     quantity INTEGER NOT NULL CHECK (quantity > 0), unsent INTEGER NOT NULL CHECK (unsent >= 0 AND unsent <= quantity),
     amount_minor INTEGER NOT NULL CHECK (amount_minor >= 0),
     is_restocked INTEGER NOT NULL CHECK (is_restocked IN (0, 1)), PRIMARY KEY (refund_id, order_line_id)`,
  );
  await createTable(
    db,
    "order_returns",
    `id TEXT PRIMARY KEY, order_id TEXT NOT NULL REFERENCES orders (id), number TEXT NOT NULL UNIQUE,
     request_key TEXT NOT NULL, status TEXT NOT NULL, note TEXT NOT NULL, actor TEXT NOT NULL,
     asked_at TEXT NOT NULL, received_at TEXT, refund_id TEXT REFERENCES refunds (id), UNIQUE (order_id, request_key)`,
  );
  await createTable(
    db,
    "order_return_lines",
    `return_id TEXT NOT NULL REFERENCES order_returns (id), order_line_id TEXT NOT NULL REFERENCES order_lines (id),
     quantity INTEGER NOT NULL CHECK (quantity > 0), reason TEXT NOT NULL, PRIMARY KEY (return_id, order_line_id)`,
  );
  await createIndexes(db, [
    "CREATE UNIQUE INDEX order_parcels_key ON order_parcels (order_id, request_key) WHERE request_key <> ''",
    "CREATE INDEX orders_placed ON orders (placed_at)",
  ]);
}
