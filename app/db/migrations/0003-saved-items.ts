import { createTables, type Migrating } from "./ddl.ts";

export async function createSavedItems(db: Migrating): Promise<void> {
  await createTables(db, {
    tables: {
      // No reference to the catalogue: a variant may leave it, and the list says so.
      saved_items: `
        id TEXT PRIMARY KEY, customer_id TEXT REFERENCES customers (id) ON DELETE CASCADE, list_id TEXT,
        product_id INTEGER NOT NULL, variant_id INTEGER NOT NULL, name TEXT NOT NULL, variant_label TEXT,
        quantity INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 99), price_minor INTEGER NOT NULL,
        saved_at TEXT NOT NULL, restocked_at TEXT,
        CHECK ((customer_id IS NULL) <> (list_id IS NULL)),
        UNIQUE (customer_id, variant_id), UNIQUE (list_id, variant_id)`,
    },
    indexes: [
      "CREATE INDEX saved_items_variant ON saved_items (variant_id)",
      "CREATE INDEX saved_items_guest ON saved_items (saved_at) WHERE list_id IS NOT NULL",
    ],
  });
}
