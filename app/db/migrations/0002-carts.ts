/** Carts and their lines. */
import { createIndexes, createTable, type Migrating } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  await createTable(
    db,
    "carts",
    `id TEXT PRIMARY KEY, customer_id TEXT, email TEXT, currency TEXT NOT NULL, coupon_code TEXT,
     delivery_method TEXT, delivery_postcode TEXT,
     version INTEGER NOT NULL DEFAULT 1, created_at TEXT NOT NULL, updated_at TEXT NOT NULL`,
  );
  await createTable(
    db,
    "cart_lines",
    `id TEXT PRIMARY KEY, cart_id TEXT NOT NULL REFERENCES carts (id) ON DELETE CASCADE,
     variant_id INTEGER NOT NULL REFERENCES variants (id), quantity INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 99),
     added_at TEXT NOT NULL, UNIQUE (cart_id, variant_id)`,
  );
  await createIndexes(db, ["CREATE INDEX carts_updated ON carts (updated_at)"]);
}
