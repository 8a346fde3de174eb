/** Reads the rows from which the facts of lists are made: of some products at a time. */
import { type RawBuilder, sql } from "kysely";

import { db } from "#app/db/db.server.ts";

/** Some products: these, or those with ids above `after` up to `to`. */
export type Which = Readonly<{ ids: ReadonlyArray<number> }> | Readonly<{ after: number; to: number }>;

function isOf(column: string, which: Which): RawBuilder<boolean> {
  const id = sql.ref(column);
  if ("ids" in which) return sql<boolean>`${id} in (${sql.join(which.ids)})`;
  return sql<boolean>`${id} > ${which.after} and ${id} <= ${which.to}`;
}

/** The visible ones, by id; at most `limit`. */
export function readProducts(which: Which, limit: number) {
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
    .where(isOf("products.id", which))
    .orderBy("products.id")
    .limit(limit)
    .execute();
}

/** Names of the visible products with ids above `after`, by id; at most `limit`. */
export function readNames(after: number, limit: number) {
  return db()
    .selectFrom("products")
    .select(["id", "name"])
    .where("is_visible", "=", 1)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
}

export function readMembers(which: Which) {
  return db()
    .selectFrom("product_categories")
    .select(["product_id", "category_id"])
    .where(isOf("product_id", which))
    .execute();
}

export function readVariants(which: Which) {
  return db()
    .selectFrom("variants")
    .select(["id", "product_id", "options", "price_minor", "sale_price_minor", "on_hand", "reserved"])
    .where(isOf("product_id", which))
    .orderBy("product_id")
    .orderBy("position")
    .orderBy("id")
    .execute();
}

/** Every colour that a product can be had in. Of several such options the first is the colour: it is read last. */
export function readColours(which: Which) {
  return db()
    .selectFrom("product_option_values")
    .innerJoin("product_options", "product_options.id", "product_option_values.option_id")
    .select(["product_options.product_id", "product_options.name", "key", "label", "hex"])
    .where("product_options.type", "=", "swatch")
    .where(isOf("product_options.product_id", which))
    .orderBy("product_options.position", "desc")
    .orderBy("product_option_values.position")
    .execute();
}

/** When each product's stock last went from none to some, and not by being new. */
export function readReturns(which: Which) {
  return db()
    .selectFrom("stock_history")
    .innerJoin("variants", "variants.id", "stock_history.variant_id")
    .select(["variants.product_id", sql<string>`max(stock_history.at)`.as("at")])
    .where("quantity_before", "=", 0)
    .where("quantity_after", ">", 0)
    .where("reason", "<>", "opening")
    .where(isOf("variants.product_id", which))
    .groupBy("variants.product_id")
    .execute();
}

export function readMetafields(which: Which) {
  return db()
    .selectFrom("product_metafields")
    .select(["product_id", "namespace", "key", "value"])
    .where(isOf("product_id", which))
    .where(sql<boolean>`namespace || '.' || key in ('wood.species', 'sleep.mattress_size_cm')`)
    .execute();
}
