/** The parcels of an order: who carries them, and where they can be followed. */
import { createIndexes, createTable, type Migrating } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  await createTable(
    db,
    "order_parcels",
    `id SERIAL, order_id TEXT NOT NULL REFERENCES orders (id), carrier TEXT NOT NULL, tracking_number TEXT NOT NULL,
     tracking_url TEXT, sent_at TEXT NOT NULL`,
  );
  await createIndexes(db, ["CREATE INDEX order_parcels_order ON order_parcels (order_id)"]);
}
