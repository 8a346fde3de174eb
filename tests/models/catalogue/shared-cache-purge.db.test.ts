import { afterEach, beforeEach, expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { followChanges, purgeSharedCache } from "#app/models/catalogue/shared-cache-purge.server.ts";
import { bumpCatalogueVersion, catalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import type { Purge } from "#app/services/shared-cache/shared-cache-port.ts";
import { connectSharedCache } from "#app/services/shared-cache/shared-cache.server.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

let purged: Array<Purge>;
let following: AbortController;

beforeEach(() => {
  purged = [];
  following = new AbortController();
  connectSharedCache({ name: "varnish", purge: async (purge) => void purged.push(purge) });
});

afterEach(async () => {
  following.abort();
  connectSharedCache(null);
  await db().deleteFrom("jobs").where("kind", "=", "shared-cache-purge").execute();
});

async function jobs() {
  const rows = await db()
    .selectFrom("jobs")
    .select(["key", "payload"])
    .where("kind", "=", "shared-cache-purge")
    .where("key", "not like", "%:again")
    .orderBy("created_at")
    .execute();
  return rows.map(({ payload }) => JSON.parse(payload) as Record<string, number>);
}

test("a changed product's page, its lists, the lists above them and its brand are purged", async () => {
  const from = await catalogueVersion();
  await bumpCatalogueVersion([101]);

  await purgeSharedCache({ payload: { from, to: await catalogueVersion() } });

  const [keys] = purged;
  expect(keys).toEqual(
    expect.arrayContaining([
      ...["lists", "product-101", "category-wooden-toys", "category-wooden-toys-building-and-stacking"],
      "category-wooden-toys-building-and-stacking-stackers",
    ]),
  );
  expect(Array.isArray(keys) && keys.filter((key: string) => key.startsWith("brand-"))).toHaveLength(1);
  expect(keys).not.toContain("settings");
});

test("several changes are one purge, and a change of nobody knows what is a purge of everything", async () => {
  const from = await catalogueVersion();
  await bumpCatalogueVersion([101]);
  await bumpCatalogueVersion([102]);
  await purgeSharedCache({ payload: { from, to: await catalogueVersion() } });
  await bumpCatalogueVersion();
  await purgeSharedCache({ payload: { from, to: await catalogueVersion() } });
  await purgeSharedCache({ payload: {} });

  expect(purged).toEqual([
    expect.arrayContaining(["product-101", "product-102"]),
    "everything",
    "everything",
  ]);
});

test("the follower drops everything at first, and then queues what changed", async () => {
  void followChanges(following.signal, 5);
  await expect.poll(jobs).toEqual([{}]);

  const from = await catalogueVersion();
  await bumpCatalogueVersion([101]);

  await expect.poll(jobs).toEqual([{}, { from, to: from + 1 }]);
});

test("without a shared cache nothing is queued", async () => {
  connectSharedCache({ name: "none", purge: async () => undefined });

  await followChanges(following.signal, 5);

  expect(await jobs()).toEqual([]);
});
