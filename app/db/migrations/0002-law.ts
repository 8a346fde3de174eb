/** Prices by product become those of each variant without its own; earlier prices of the others are not known. */
import { createTables, type Migrating, run } from "./ddl.ts";

const REGULAR = "coalesce(variants.price_minor, products.price_minor)";
const SALE = "coalesce(variants.sale_price_minor, products.sale_price_minor)";
const IS_REDUCED = `${SALE} > 0 AND ${SALE} < ${REGULAR}`;
const HAS_OWN_PRICE = "(variants.price_minor IS NOT NULL OR variants.sale_price_minor IS NOT NULL)";

export async function addLaw(db: Migrating): Promise<void> {
  await run(db, [
    "ALTER TABLE price_history RENAME TO product_prices",
    "DROP INDEX price_history_product",
    "ALTER TABLE variants ADD COLUMN lowest_price_before_minor INTEGER",
    "ALTER TABLE order_returns ADD COLUMN legal_basis TEXT CHECK (legal_basis = 'withdrawal')",
  ]);
  await createTables(db, {
    tables: {
      price_history: `
        id SERIAL, variant_id INTEGER NOT NULL REFERENCES variants (id), currency TEXT NOT NULL,
        price_minor INTEGER NOT NULL, is_reduced FLAG, valid_from TEXT NOT NULL, valid_to TEXT`,
    },
    indexes: ["CREATE INDEX price_history_variant ON price_history (variant_id, valid_from)"],
  });
  await run(db, [
    `INSERT INTO price_history (variant_id, currency, price_minor, is_reduced, valid_from, valid_to)
     SELECT variants.id, 'GBP', product_prices.price_minor,
       CASE WHEN product_prices.price_minor < products.price_minor THEN 1 ELSE 0 END,
       product_prices.valid_from, product_prices.valid_to
     FROM product_prices JOIN products ON products.id = product_prices.product_id
     JOIN variants ON variants.product_id = products.id
     WHERE NOT ${HAS_OWN_PRICE}
     ORDER BY product_prices.id, variants.id`,
    `INSERT INTO price_history (variant_id, currency, price_minor, is_reduced, valid_from, valid_to)
     SELECT variants.id, 'GBP', CASE WHEN ${IS_REDUCED} THEN ${SALE} ELSE ${REGULAR} END,
       CASE WHEN ${IS_REDUCED} THEN 1 ELSE 0 END, product_prices.valid_from, NULL
     FROM product_prices JOIN products ON products.id = product_prices.product_id
     JOIN variants ON variants.product_id = products.id
     WHERE product_prices.valid_to IS NULL AND ${HAS_OWN_PRICE}
     ORDER BY variants.id`,
    "DROP TABLE product_prices",
  ]);
}
