/** The catalogue of any size at which the bench measures pages. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { catalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { generateCatalogue } from "#scripts/bench/catalogue/generate.ts";
import { FIRST_PRODUCT_ID } from "#scripts/bench/catalogue/product.ts";
import { brokenQueries } from "#tests/support/checks/invariants.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

const PRODUCTS = 300;
const SEED = 7;
const NOW = new Date("2026-11-22T11:00:00.000Z");

const TABLES = {
  brands: "id",
  products: "id",
  product_options: "id",
  product_option_values: "option_id",
  variants: "id",
  product_images: "product_id",
  product_metafields: "product_id",
  product_categories: "product_id",
  related_products: "product_id",
  reviews: "id",
  price_history: "variant_id",
  stock_history: "variant_id",
} as const;
/** Counted by the engine itself: a transaction that is undone leaves a gap. */
const COUNTED = new Set(["product_images", "price_history", "stock_history"]);
const REVERSED = Object.keys(TABLES).toReversed() as Array<keyof typeof TABLES>;

useTestDatabase();

/** The first id that is made up, in the column by which rows of `table` are told apart. */
const firstOf = (table: string) => (table === "brands" ? 1_000 : FIRST_PRODUCT_ID);

const make = (seed: number) => generateCatalogue({ products: PRODUCTS, seed, now: NOW });

async function madeUpRows() {
  const rows: Record<string, ReadonlyArray<string>> = {};
  for (const [table, column] of Object.entries(TABLES)) {
    const found = await db()
      .selectFrom(table as "products")
      .selectAll()
      .where(column as "id", ">=", firstOf(table))
      .execute();
    rows[table] = found.map((row) => JSON.stringify(COUNTED.has(table) ? { ...row, id: 0 } : row)).toSorted();
  }
  return rows;
}

async function removeMadeUp(): Promise<void> {
  for (const table of REVERSED) {
    await db()
      .deleteFrom(table as "products")
      .where(TABLES[table] as "id", ">=", firstOf(table))
      .execute();
  }
}

test("a made-up catalogue is the same for its seed and holds what is true of an imported one", async () => {
  const before = await catalogueVersion();
  await make(SEED);
  expect(await catalogueVersion()).toBeGreaterThan(before);
  const first = await madeUpRows();
  expect(first["products"]).toHaveLength(PRODUCTS);
  expect(await brokenQueries(db())).toEqual([]);

  await removeMadeUp();
  await make(SEED);
  expect(await madeUpRows()).toEqual(first);

  await removeMadeUp();
  await make(SEED + 1);
  expect((await madeUpRows())["products"]?.[0]).not.toBe(first["products"]?.[0]);
});
