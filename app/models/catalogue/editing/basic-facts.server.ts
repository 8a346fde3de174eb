import type { Selectable } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import type { ProductPriceLists } from "#app/models/catalogue/row-prices.ts";

import { IS_NO_TOY, IS_TOY, otherPricesIn, otherPricesText, sizeFieldText, sizeIn } from "./basic-facts.ts";
import type { ProductFields } from "./product-fields.ts";

type BasicFields = Pick<ProductFields, "category" | "brand" | "tax" | "toy" | "size" | "otherPrices">;

export function basicFields(row: Selectable<Database["products"]>): BasicFields {
  return {
    category: String(row.primary_category_id),
    brand: String(row.brand_id),
    tax: String(row.tax_rate_basis_points),
    toy: row.is_toy === 1 ? IS_TOY : IS_NO_TOY,
    size: sizeFieldText({ width: row.width_mm, depth: row.depth_mm, height: row.height_mm }),
    otherPrices: otherPricesOf(row),
  };
}

/** Those of a product that came with the catalogue stay as they are. */
function otherPricesOf({ created_by: by, prices }: Selectable<Database["products"]>): string {
  if (by !== "desk") return "";
  const lists = JSON.parse(prices) as ProductPriceLists;
  return otherPricesText(new Map(Object.entries(lists).map(([currency, { price }]) => [currency, price])));
}

export function basicColumns({ category, brand, tax, toy, size }: BasicFields) {
  const { width, depth, height } = sizeIn(size);
  return {
    primary_category_id: Number(category),
    brand_id: Number(brand),
    tax_rate_basis_points: Number(tax),
    is_toy: toy === IS_TOY ? 1 : 0,
    ...{ width_mm: width, depth_mm: depth, height_mm: height },
  };
}

/** JSON; nothing is reduced in further currencies. */
export function pricesColumn({ otherPrices }: Pick<ProductFields, "otherPrices">): string {
  const lists = [...otherPricesIn(otherPrices)].map(
    ([currency, price]) =>
      [currency, { price, sale_price: null, retail_price: null, sort_price: price }] as const,
  );
  return JSON.stringify(Object.fromEntries(lists) satisfies ProductPriceLists);
}

/** Call it in the transaction of the change. */
export async function moveToCategory(productId: number, from: number, to: number): Promise<void> {
  await db()
    .deleteFrom("product_categories")
    .where("product_id", "=", productId)
    .where("category_id", "=", from)
    .execute();
  await db()
    .insertInto("product_categories")
    .values({ product_id: productId, category_id: to, position: 0 })
    .onConflict((row) => row.columns(["category_id", "product_id"]).doNothing())
    .execute();
}
