/** Favourites of customers, and the lists that customers and guests share by a link. */
import { createIndexes, createTable, type Migrating } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  // No key to the catalogue: a product may leave it and come back, and the list is the customer's own.
  await createTable(
    db,
    "favourites",
    `customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE, product_id INTEGER NOT NULL,
     variant_id INTEGER, price_minor INTEGER NOT NULL, position INTEGER NOT NULL, saved_at TEXT NOT NULL,
     removed_at TEXT, PRIMARY KEY (customer_id, product_id)`,
  );
  await createTable(
    db,
    "shared_lists",
    `id TEXT PRIMARY KEY, customer_id TEXT REFERENCES customers (id) ON DELETE CASCADE, items TEXT,
     created_at TEXT NOT NULL, ends_at TEXT, CHECK (items IS NOT NULL OR customer_id IS NOT NULL)`,
  );
  await createIndexes(db, [
    "CREATE INDEX favourites_removed ON favourites (removed_at) WHERE removed_at IS NOT NULL",
    "CREATE UNIQUE INDEX shared_lists_live ON shared_lists (customer_id) WHERE items IS NULL",
    "CREATE INDEX shared_lists_customer ON shared_lists (customer_id)",
    "CREATE INDEX shared_lists_end ON shared_lists (ends_at)",
  ]);
}
