/** What one process changes of a product is found so by a search in another, on both engines. */
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { closeDatabase, connectTo, db, inTransaction } from "#app/db/db.server.ts";
import { sqliteDialect } from "#app/db/dialect.server.ts";
import { registerListeners } from "#app/listeners.server.ts";
import { setStock } from "#app/models/catalogue/inventory/stock.server.ts";
import { announceProducts, bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { Shopper } from "#tests/support/people/shopper.ts";
import { newFolder } from "#tests/support/shops/new-folder.ts";
import { copySeededDatabase } from "#tests/support/shops/seeded-database.ts";
import { type RunningShop, startShop } from "#tests/support/shops/server.ts";
import { NO_POSTGRES, openShopPostgres } from "#tests/support/shops/two-shops.ts";

const RAINBOW_STACKER = 101;

type Opened = Readonly<{ shop: RunningShop; close: () => Promise<void> }>;

async function onSqlite(): Promise<Opened> {
  const dataDir = newFolder();
  const file = join(dataDir, "shop.db");
  await copySeededDatabase("demo", file);
  connectTo(sqliteDialect(file));
  return { shop: await startShop({ dataDir }), close: closeDatabase };
}

async function onPostgres(): Promise<Opened | null> {
  const database = await openShopPostgres();
  return database && { ...database, shop: await startShop(database) };
}

describe.each([
  ["SQLite", onSqlite],
  ["PostgreSQL", onPostgres],
] as const)("on %s", (_, open) => {
  let opened: Opened | null = null;

  beforeAll(async () => {
    registerListeners();
    opened = await open();
  });

  afterAll(async () => {
    await opened?.shop.stop();
    await opened?.close();
  });

  test("a product that is renamed, sold out or hidden is found so", async (context) => {
    if (!opened) return context.skip(NO_POSTGRES);
    const { origin } = opened.shop;
    const found = async (query: string) => (await new Shopper(origin).get(`/search?q=${query}`)).body;
    const change = (values: Readonly<{ name?: string; is_visible?: number }>) =>
      inTransaction(async () => {
        await db().updateTable("products").set(values).where("id", "=", RAINBOW_STACKER).execute();
        await bumpCatalogueVersion([RAINBOW_STACKER]);
        await announceProducts([RAINBOW_STACKER]);
      });
    const link = /href="[^"]*rainbow-stacker/;
    expect(await found("quixotic")).not.toMatch(link);

    await change({ name: "Quixotic Stacker" });
    await expect.poll(() => found("quixotic")).toMatch(link);

    const variants = db().selectFrom("variants").select("sku").where("product_id", "=", RAINBOW_STACKER);
    for (const { sku } of await variants.execute())
      await setStock(sku, 0, { reason: "counted", now: new Date() });
    await expect.poll(() => found("quixotic+stacker")).toContain("Sold out");

    await change({ is_visible: 0 });
    await expect.poll(() => found("quixotic")).not.toMatch(link);
  });
});
