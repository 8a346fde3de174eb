/** A made-up catalogue: the same for a seed however it is written, with all that holds of an imported one. */
import { describe, expect, it, vi } from "vitest";

import { db } from "#app/db/db.server.ts";
import { generateCatalogue } from "#app/db/seed/generate-catalogue.server.ts";
import { FIRST_PRODUCT_ID } from "#app/db/seed/generated-product.ts";
import * as inserting from "#app/db/seed/insert-rows.server.ts";
import { catalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { brokenQueries } from "#tests/support/checks/invariants.ts";
import { paidOrder } from "#tests/support/people/order-life.ts";
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

const run = (options: Readonly<{ products?: number; seed?: number; atOnce?: number }> = {}) =>
  generateCatalogue({ products: PRODUCTS, seed: SEED, now: NOW, ...options });

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
  await db().deleteFrom("generated_catalogue").execute();
}

describe("a generated catalogue", () => {
  it("is the same for every batch size and after an interruption, and changes with the seed", async () => {
    const before = await catalogueVersion();
    expect(await run()).toMatchObject({ ok: true, value: { products: PRODUCTS } });
    expect(await catalogueVersion()).toBe(before + 1);
    const whole = await madeUpRows();
    expect(whole["products"]).toHaveLength(PRODUCTS);
    expect(await brokenQueries(db())).toEqual([]);
    expect(await run()).toEqual({ ok: true, value: { products: PRODUCTS, rowsWritten: 0 } });
    expect(await madeUpRows()).toEqual(whole);

    await removeMadeUp();
    const insert = inserting.insertRows;
    let left = 4;
    vi.spyOn(inserting, "insertRows").mockImplementation(async (tables) => {
      // The rows are there, and the transaction is not closed.
      const written = await insert(tables);
      left -= 1;
      if (left === 0) throw new Error("killed");
      return written;
    });
    await expect(run({ atOnce: 70 })).rejects.toThrow("killed");
    vi.restoreAllMocks();
    const cut = await madeUpRows();
    expect(cut["products"]).toHaveLength(140);
    expect(await run({ atOnce: 37 })).toMatchObject({ ok: true });
    expect(await madeUpRows()).toEqual(whole);

    await removeMadeUp();
    expect(await run({ seed: SEED + 1, products: 20 })).toMatchObject({ ok: true });
    expect((await madeUpRows())["products"]?.[0]).not.toBe(whole["products"]?.[0]);
    await removeMadeUp();
  });

  it("is refused in a shop with orders, other products or another generated catalogue", async () => {
    expect(await run({ products: 5 })).toMatchObject({ ok: true });
    expect(await run({ products: 6 })).toMatchObject({
      ok: false,
      reason: expect.stringContaining("5 of 5"),
    });
    await removeMadeUp();
    const rename = (path: string) =>
      db().updateTable("categories").set({ path }).where("id", "=", 65).execute();
    await rename("renamed");
    expect(await run()).toMatchObject({ ok: false, reason: expect.stringContaining("another catalogue") });
    await rename("pushchairs/carrycots-and-adapters");
    await paidOrder();
    expect(await run()).toMatchObject({ ok: false, reason: expect.stringContaining("has orders") });
  });
});
