/** A large catalogue's lists begin with what the database holds of them: it answers as a full reading does, or is not used. */
import { setTimeout } from "node:timers/promises";

import fc from "#tests/support/fast-check.ts";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";

import { db, transact } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import type { SortKey } from "#app/models/catalogue/sort-key.ts";
import { setStock } from "#app/models/catalogue/inventory/stock.server.ts";
import { FILTERS, NO_FILTERS } from "#app/models/listing/filter.ts";
import { countListed } from "#app/models/listing/listing-index/count.ts";
import { findListing, readListing } from "#app/models/listing/listing-index/cache.server.ts";
import type { ListingIndex } from "#app/models/listing/listing-index/listing-index.server.ts";
import { membersOf } from "#app/models/listing/listing-index/product-id-set.ts";
import { findStoredListing, storeListing } from "#app/models/listing/listing-index/stored.server.ts";
import { SORTS } from "#app/models/listing/listing.ts";
import { bumpCatalogueVersion, catalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { inMarket } from "#app/models/platform/market.server.ts";
import { ok } from "#app/models/shared/result.ts";
import { generateCatalogue } from "#scripts/bench/catalogue/generate.ts";
import { interceptQueries, listQueries } from "#tests/support/checks/count-queries.ts";
import { findMatches } from "#tests/support/checks/filter-oracle.ts";
import { anyFilters } from "#tests/support/checks/filters.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { indexOf, MADE_UP_VALUES, manyFacts } from "#tests/support/shops/many-products.ts";

useTestDatabase();

const RUNS = 25;
const ALL_SORTS: ReadonlyArray<SortKey> = SORTS.map(({ key }) => key);
/** As few as are stored at all. */
const GENERATED = 1_000;
const ON_SALE = { ...NO_FILTERS, values: { sale: ["yes"], stock: ["in-stock"] } };

const bump = (ids?: ReadonlyArray<number>) =>
  transact(async () => {
    await bumpCatalogueVersion(ids);
    return ok(null);
  });

/** A currency that nobody has asked for has nothing in memory, like a process that starts. */
let starts = 0;
const inProcess = <Value>(work: () => Promise<Value>): Promise<Value> =>
  inMarket({ currency: `START-${starts}`, locale: null }, work);

async function start(changes: Readonly<Partial<Database["stored_listings"]>> = {}) {
  starts += 1;
  await db()
    .updateTable("stored_listings")
    .set({ currency: `START-${starts}`, ...changes })
    .execute();
}

const storedRow = () => db().selectFrom("stored_listings").selectAll().executeTakeFirst();

const isOfAll = (text: string) =>
  /from "products" .*order by "products"\."id"/.test(text) && !/ in \(/.test(text);

/** What a start finds, and whether it had to read all products for it. */
async function firstListing(): Promise<Readonly<{ index: ListingIndex; hasReadAll: boolean }>> {
  let index: ListingIndex | null = null;
  const texts = await listQueries(() => inProcess(async () => (index = await findListing())));
  return { index: index!, hasReadAll: texts.some(isOfAll) };
}

async function expectSame(one: ListingIndex, other: ListingIndex): Promise<void> {
  expect(one.columns.product).toEqual(other.columns.product);
  expect(one.columns.variantPrices).toEqual(other.columns.variantPrices);
  expect(one.vocabulary).toEqual(other.vocabulary);
  expect(one.bands).toEqual(other.bands);
  for (const filters of [NO_FILTERS, ON_SALE]) {
    const [mine, theirs] = [one.listed(one.all, filters), other.listed(other.all, filters)];
    expect([...membersOf(mine.matches)]).toEqual([...membersOf(theirs.matches)]);
    expect(mine.counts).toEqual(theirs.counts);
  }
  for (const sort of ALL_SORTS)
    expect(await one.ordered(one.all, sort), sort).toEqual(await other.ordered(other.all, sort));
}

it("finds, counts and sorts what was stored like the products themselves", async () => {
  const many = manyFacts(4_000, 20_261_129);
  const made = indexOf(many);
  await storeListing(made, await catalogueVersion());
  const { contents, version } = (await findStoredListing())!;

  expect(version).toBe(await catalogueVersion());
  expect(contents.columns).toEqual(made.columns);
  const { columns } = contents;
  const scopes = [made.all.set, columns.categories.get(3)!, columns.categories.get(9)!];
  fc.assert(
    fc.property(anyFilters(MADE_UP_VALUES, 120_000), fc.constantFrom(...scopes), (filters, scope) => {
      const inside = [...membersOf(scope)].map((ordinal) => many[ordinal]!);
      const expected = findMatches(inside, filters);
      const { matches, counts } = countListed(columns, scope, filters);
      expect([...membersOf(matches)].map((ordinal) => many[ordinal]!.id)).toEqual(
        expected.matches.map(({ product }) => product.id),
      );
      expect(counts.prices).toEqual(expected.counts.prices);
      for (const { key } of FILTERS)
        expect(Object.fromEntries(counts.values[key]), key).toEqual(
          Object.fromEntries(expected.counts.values[key]),
        );
    }),
    { numRuns: RUNS, seed: 1 },
  );
});

it("stores nothing of a small catalogue", async () => {
  await db().deleteFrom("stored_listings").execute();
  await storeListing(indexOf(manyFacts(GENERATED - 1, 1)), 1);
  expect(await storedRow()).toBeUndefined();
});

describe("a start of a large catalogue", () => {
  beforeAll(() => generateCatalogue({ products: GENERATED, seed: 7, now: new Date("2026-11-22T11:00:00Z") }));
  beforeEach(async () => {
    await db().deleteFrom("stored_listings").execute();
    await storeListing(await readListing(), await catalogueVersion());
  });

  it("stores what it has read", async () => {
    await db().deleteFrom("stored_listings").execute();
    expect((await firstListing()).hasReadAll).toBe(true);
    await expect.poll(storedRow).toMatchObject({ version: await catalogueVersion() });
  });

  it("reads no product but those that have changed since", async () => {
    const { sku } = await db()
      .selectFrom("variants")
      .select("sku")
      .where("id", "=", 5_000)
      .executeTakeFirstOrThrow();
    expect(await setStock(sku, 0, { reason: "counted", now: new Date() })).toMatchObject({ ok: true });
    await start();

    const { index, hasReadAll } = await firstListing();
    expect(hasReadAll).toBe(false);
    await expectSame(index, await readListing());
    expect(await inProcess(findListing)).toBe(index);
  });

  it.each([
    ["is torn", async () => start({ data: (await storedRow())!.data.slice(0, 2_000) })],
    ["is no listing", () => start({ data: "AAAA" })],
    ["has columns of another shape", () => start({ shape: "another" })],
    [
      "is of a state that the database has yet to reach",
      async () => start({ version: (await catalogueVersion()) + 1 }),
    ],
    [
      "is older than a change that names no products",
      async () => {
        await bump();
        await start();
      },
    ],
    [
      "is older than more changes than are applied one by one",
      async () => {
        for (let change = 0; change <= 500; change += 1) await bump([]);
        await start();
      },
    ],
  ])("reads everything if what is stored %s, and stores that", async (_, spoil) => {
    await spoil();
    const spoilt = await storedRow();
    const { index, hasReadAll } = await firstListing();
    expect(hasReadAll).toBe(true);
    await expectSame(index, await readListing());

    await expect.poll(storedRow).not.toEqual(spoilt);
    await start();
    expect((await firstListing()).hasReadAll).toBe(false);
  });

  it("begins with what another build has stored, and reads everything behind", async () => {
    const { build } = (await storedRow())!;
    await start({ build: "another" });
    const { index } = await firstListing();

    await expect.poll(() => inProcess(findListing)).not.toBe(index);
    await expectSame(index, await inProcess(findListing));
    await expect.poll(storedRow).toMatchObject({ build });
  });

  it("does not store what another build has made as its own", async () => {
    await start({ build: "another" });
    const version = (await catalogueVersion()) + 300;
    const stored: Array<string> = [];
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const hook = async (text: string, run: () => Promise<unknown>) => {
      if (isOfAll(text)) await gate;
      if (text.startsWith('insert into "stored_listings"')) stored.push(text);
      return run();
    };
    await interceptQueries(hook, async () => {
      const index = await inProcess(findListing);
      for (let change = 0; change < 300; change += 1) await bump([101]);
      expect(await inProcess(findListing)).toBe(index);
      release();
      await expect.poll(() => inProcess(findListing)).not.toBe(index);
      // What was read, and the changes since.
      await expect
        .poll(async () => [stored.length > 1, (await storedRow())?.version])
        .toEqual([true, version]);
    });

    expect(stored).toHaveLength(2);
  });

  it("is the later of two that are stored at the same time, also where the earlier takes longer", async () => {
    const index = await readListing();
    const version = await catalogueVersion();
    let inserts = 0;
    const hook = async (text: string, run: () => Promise<unknown>) => {
      if (text.startsWith('insert into "stored_listings"')) {
        inserts += 1;
        if (inserts === 1) await setTimeout(50);
      }
      return run();
    };
    await interceptQueries(hook, () =>
      Promise.all([storeListing(index, version - 1), storeListing(index, version)]),
    );

    expect(inserts).toBe(2);
    expect(await storedRow()).toMatchObject({ version });
  });

  it("stores the listing again before too much has changed to apply it", async () => {
    await start();
    await firstListing();
    const before = await catalogueVersion();
    for (let change = 0; change < 300; change += 1) await bump([101]);
    await inProcess(findListing);
    await expect.poll(storedRow).toMatchObject({ version: before + 300 });
    await start();
    expect((await firstListing()).hasReadAll).toBe(false);
  });
});
