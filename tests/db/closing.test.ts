/** A database that is closed is not used any more by what goes on in the background, and loses nothing of it. */
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { closeDatabase, connectTo, db, inBackground, transact } from "#app/db/db.server.ts";
import { sqliteDialect } from "#app/db/dialect.server.ts";
import { findListing } from "#app/models/listing/listing-index/cache.server.ts";
import { bumpCatalogueVersion, catalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { ok } from "#app/models/shared/result.ts";
import { generateCatalogue } from "#scripts/bench/catalogue/generate.ts";
import { interceptQueries } from "#tests/support/checks/count-queries.ts";
import { newFolder } from "#tests/support/shops/new-folder.ts";
import { copySeededDatabase } from "#tests/support/shops/seeded-database.ts";

/** As few as are stored at all. */
const PRODUCTS = 1_000;
const file = join(newFolder(), "shop.db");

beforeAll(async () => {
  await copySeededDatabase("none", file);
  connectTo(sqliteDialect(file));
  await generateCatalogue({ products: PRODUCTS, seed: 7, now: new Date("2026-11-22T11:00:00Z") });
});

beforeEach(() => connectTo(sqliteDialect(file)));

afterAll(closeDatabase);

/** Begins to close the database as the first query like `text` of a listing is sent. */
async function closeAt(like: RegExp): Promise<PromiseSettledResult<unknown>> {
  let closing: Promise<void> | null = null;
  const [found] = await interceptQueries(
    async (text, run) => {
      if (like.test(text)) closing ??= closeDatabase();
      return run();
    },
    async () => {
      const settled = await Promise.allSettled([findListing()]);
      await expect.poll(() => closing).not.toBeNull();
      await closing;
      return settled;
    },
  );
  return found;
}

test("what is being stored is stored before the database is closed", async () => {
  await db().deleteFrom("stored_listings").execute();

  expect(await closeAt(/insert into "stored_listings"/)).toMatchObject({ status: "fulfilled" });

  connectTo(sqliteDialect(file));
  const version = await catalogueVersion();
  expect(await db().selectFrom("stored_listings").select("version").execute()).toEqual([{ version }]);
});

test("a reading of all products ends where it is, and stores nothing", async () => {
  await transact(async () => {
    await bumpCatalogueVersion();
    return ok(null);
  });
  await db().deleteFrom("stored_listings").execute();

  const found = await closeAt(/from "products" .*order by "products"\."id"/);

  expect(found).toMatchObject({ status: "rejected", reason: { message: "The database is being closed" } });
  connectTo(sqliteDialect(file));
  expect(await db().selectFrom("stored_listings").select("version").execute()).toEqual([]);
});

test("what fails in the background, and what begins at its end, keeps nothing open", async () => {
  const ended: Array<string> = [];
  const last = async () => ended.push(`last of ${await catalogueVersion()}`);
  const first = async () => {
    await catalogueVersion();
    inBackground(last());
    throw new Error("no");
  };
  const version = await catalogueVersion();
  inBackground(first());

  await closeDatabase();

  expect(ended).toEqual([`last of ${version}`]);
});
