import { type Migrating, run } from "./ddl.ts";

export async function addMadeVariants(db: Migrating): Promise<void> {
  await run(db, [
    "ALTER TABLE variants ADD COLUMN created_by TEXT NOT NULL DEFAULT 'catalogue'",
    "ALTER TABLE variants ADD COLUMN is_visible INTEGER NOT NULL DEFAULT 1",
    "ALTER TABLE product_options ADD COLUMN created_by TEXT NOT NULL DEFAULT 'catalogue'",
    "ALTER TABLE product_option_values ADD COLUMN created_by TEXT NOT NULL DEFAULT 'catalogue'",
    "ALTER TABLE product_option_values ADD COLUMN is_visible INTEGER NOT NULL DEFAULT 1",
    "UPDATE variants SET created_by = 'desk' WHERE product_id IN (SELECT id FROM products WHERE created_by = 'desk')",
  ]);
}
