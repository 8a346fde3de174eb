/** Reads the rows from which the filters' facts are made: of all products at once. */
import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";

export function readProducts() {
  return db()
    .selectFrom("products")
    .innerJoin("brands", "brands.id", "products.brand_id")
    .select([
      "products.id",
      "products.name",
      "products.brand_id",
      "products.price_minor",
      "products.sale_price_minor",
      "products.sort_price_minor",
      "products.availability",
      "products.age_min_months",
      "products.age_max_months",
      "products.suitable_from_months",
      "products.is_toy",
      "products.weight_g",
      "products.folded_width_mm",
      "products.is_free_shipping",
      "products.is_featured",
      "products.created_at",
      "products.rating_average_hundredths",
      "products.rating_count",
      "products.details",
      "brands.slug as brand_slug",
      "brands.name as brand_name",
    ])
    .where("products.is_visible", "=", 1)
    .orderBy("products.id")
    .execute();
}

export function readMembers() {
  return db().selectFrom("product_categories").select(["product_id", "category_id"]).execute();
}

export function readVariants() {
  return db()
    .selectFrom("variants")
    .select(["id", "product_id", "options", "price_minor", "sale_price_minor", "on_hand", "reserved"])
    .orderBy("product_id")
    .orderBy("position")
    .orderBy("id")
    .execute();
}

/** Every colour that a product can be had in. Of several such options the first is the colour: it is read last. */
export function readColours() {
  return db()
    .selectFrom("product_option_values")
    .innerJoin("product_options", "product_options.id", "product_option_values.option_id")
    .select(["product_options.product_id", "product_options.name", "key", "label", "hex"])
    .where("product_options.type", "=", "swatch")
    .orderBy("product_options.position", "desc")
    .orderBy("product_option_values.position")
    .execute();
}

/** When each product's stock last went from none to some, and not by being new. */
export function readReturns() {
  return db()
    .selectFrom("stock_history")
    .innerJoin("variants", "variants.id", "stock_history.variant_id")
    .select(["variants.product_id", sql<string>`max(stock_history.at)`.as("at")])
    .where("quantity_before", "=", 0)
    .where("quantity_after", ">", 0)
    .where("reason", "<>", "opening")
    .groupBy("variants.product_id")
    .execute();
}

export function readMetafields() {
  return db()
    .selectFrom("product_metafields")
    .select(["product_id", "namespace", "key", "value"])
    .where(sql<boolean>`namespace || '.' || key in ('wood.species', 'sleep.mattress_size_cm')`)
    .execute();
}
