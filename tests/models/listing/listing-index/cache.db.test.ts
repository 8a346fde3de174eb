/** Lists stay fresh: a change that names its products is taken in alone, any other has all read anew. */
import { expect, it } from "vitest";

import { db, transact } from "#app/db/db.server.ts";
import { setStock } from "#app/models/catalogue/inventory/stock.server.ts";
import { NO_FILTERS } from "#app/models/listing/filter.ts";
import { findListing, readListing } from "#app/models/listing/listing-index/cache.server.ts";
import { membersOf } from "#app/models/listing/listing-index/product-id-set.ts";
import {
  bumpCatalogueVersion,
  catalogueVersion,
  changedProducts,
} from "#app/models/platform/catalogue-version.server.ts";
import { ok } from "#app/models/shared/result.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const NOW = new Date();
const bump = (ids?: ReadonlyArray<number>) =>
  transact(async () => {
    await bumpCatalogueVersion(ids);
    return ok(null);
  });

it("updates a product that sells out or returns in place, as a full reading would", async () => {
  const index = await findListing();
  const { sku } = await db()
    .selectFrom("variants")
    .select("sku")
    .where("id", "=", 5_000)
    .executeTakeFirstOrThrow();
  for (const units of [0, 12]) {
    expect(await setStock(sku, units, { reason: "counted", now: NOW })).toMatchObject({ ok: true });
    const now = await findListing();
    const anew = await readListing(7);
    expect(now).toBe(index);
    expect(now.columns.product).toEqual(anew.columns.product);
    const requested = { ...NO_FILTERS, values: { colour: ["muted"], stock: ["in-stock"] } };
    expect(now.listed(now.all, requested).counts).toEqual(anew.listed(anew.all, requested).counts);
    expect(now.listed(now.all, NO_FILTERS).counts).toEqual(anew.listed(anew.all, NO_FILTERS).counts);
    expect([...membersOf(now.columns.values.stock.get("in-stock")!)]).toEqual([
      ...membersOf(anew.columns.values.stock.get("in-stock")!),
    ]);
  }
});

it("knows what changed between two versions, or that it does not know", async () => {
  const from = await catalogueVersion();
  await bump([101, 101, 102]);
  await bump([]);
  expect(await changedProducts(from, from + 2, 10)).toEqual([101, 102]);
  expect(await changedProducts(from, from + 2, 2)).toBeNull();
  await bump();
  expect(await changedProducts(from, from + 3, 10)).toBeNull();
  expect(await changedProducts(from + 3, from + 3, 10)).toEqual([]);
});

it("reads everything again when the changes are unknown, or a product was replaced", async () => {
  const first = await findListing();
  await bump();
  const second = await findListing();
  expect(second).not.toBe(first);

  await db().updateTable("products").set({ is_visible: 0 }).where("id", "=", 101).execute();
  await bump([101]);
  const third = await findListing();
  expect(third.columns.count).toBe(second.columns.count - 1);
  await db().updateTable("products").set({ is_visible: 1 }).where("id", "=", 101).execute();
  await bump([101]);
  expect((await findListing()).columns.count).toBe(second.columns.count);
});
