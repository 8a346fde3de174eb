import { createTables, type Migrating, run } from "./ddl.ts";

export async function addProductEditing(db: Migrating): Promise<void> {
  await run(db, [
    "ALTER TABLE products ADD COLUMN version INTEGER NOT NULL DEFAULT 1",
    "ALTER TABLE products ADD COLUMN edited_at TEXT",
  ]);
  await createTables(db, {
    tables: {
      product_drafts: `
        product_id INTEGER PRIMARY KEY REFERENCES products (id) ON DELETE CASCADE, changes TEXT NOT NULL,
        staff_name TEXT NOT NULL, updated_at TEXT NOT NULL`,
      product_sales: `
        product_id INTEGER PRIMARY KEY REFERENCES products (id) ON DELETE CASCADE,
        price_minor INTEGER NOT NULL CHECK (price_minor > 0), first_day TEXT, last_day TEXT,
        CHECK (first_day IS NOT NULL OR last_day IS NOT NULL)`,
    },
  });
}
