/** Which products each version of the catalogue changed, and indexes without which a large catalogue is read whole. */
import { createIndexes, createTable, type Migrating } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  await createTable(
    db,
    "catalogue_changes",
    `version INTEGER NOT NULL, product_id INTEGER NOT NULL, PRIMARY KEY (version, product_id)`,
  );
  await createIndexes(db, [
    "CREATE INDEX product_options_product ON product_options (product_id, position)",
    "CREATE INDEX products_slug ON products (slug)",
    "CREATE INDEX products_shown ON products (primary_category_id, is_visible, is_featured DESC, id)",
    "CREATE INDEX price_history_product ON price_history (product_id, from_at)",
  ]);
}
