import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { Postponed } from "#app/models/jobs/job.ts";
import { bumpCatalogueVersion, catalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { planSearchRefresh, refreshSearch, refreshSearchNow } from "#app/models/search/index-sync.server.ts";
import { vocabularyWords } from "#app/models/search/query-terms.ts";
import { unpackFields } from "#app/models/search/rank.ts";
import { embeddedSearch, suggestSearches } from "#app/services/search/embedded/search.server.ts";
import { dueRefresh, refreshFulltext } from "#app/services/search/embedded/refresh.server.ts";
import { forceDatabaseSearch } from "#app/services/search/embedded/size.server.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { takeCatalogueIn } from "#tests/support/shops/search-at-size.ts";

useTestDatabase();

const RAINBOW_STACKER = 101;
const LATER = new Date(Date.now() + 3_600_000);

beforeEach(async () => {
  forceDatabaseSearch(true);
  await takeCatalogueIn();
});

afterEach(() => forceDatabaseSearch(null));

async function ids(words: string): Promise<ReadonlyArray<number>> {
  return (await embeddedSearch.search(words)).productIds;
}

async function change(values: { name?: string; is_visible?: number; rating_count?: number }) {
  await db().updateTable("products").set(values).where("id", "=", RAINBOW_STACKER).execute();
}

/** The index as rows: which product, where, with which words. */
async function indexRows() {
  return db()
    .selectFrom("search_documents")
    .select(["product_id", "place", "fields", "fingerprint"])
    .orderBy("product_id")
    .execute();
}

async function countedWords(): Promise<Readonly<Record<string, number>>> {
  const rows = await db().selectFrom("search_vocabulary").selectAll().orderBy("word").execute();
  return Object.fromEntries(rows.map(({ word, count }) => [word, count]));
}

describe("indexing the catalogue", () => {
  test("includes every visible product once, and counts all its words", async () => {
    const rows = await indexRows();
    const visible = await db().selectFrom("products").select("id").where("is_visible", "=", 1).execute();
    const counts = new Map<string, number>();
    for (const { fields } of rows)
      for (const word of vocabularyWords(unpackFields(fields))) counts.set(word, (counts.get(word) ?? 0) + 1);

    expect(rows.map(({ product_id }) => product_id)).toEqual(
      visible.map(({ id }) => id).sort((a, b) => a - b),
    );
    expect(await countedWords()).toEqual(Object.fromEntries(counts));
  });

  test("finds a new name and not the old one, and a change back leaves nothing behind", async () => {
    const before = await indexRows();
    const words = await countedWords();

    await change({ name: "Quixotic Stacker" });
    await takeCatalogueIn();

    await expect.poll(() => ids("quixotic")).toEqual([RAINBOW_STACKER]);
    expect(await ids("quixotci")).toEqual([RAINBOW_STACKER]);
    await change({ name: "Rainbow Stacker" });
    await takeCatalogueIn();
    expect(await indexRows()).toEqual(before);
    expect(await countedWords()).toEqual(words);
    expect(await ids("quixotic")).toEqual([]);
  });

  test("removes hidden products", async () => {
    await change({ is_visible: 0 });
    await takeCatalogueIn();

    expect(await ids("rainbow stacker")).not.toContain(RAINBOW_STACKER);
    await change({ is_visible: 1 });
    await takeCatalogueIn();
    expect((await ids("rainbow stacker"))[0]).toBe(RAINBOW_STACKER);
  });

  test("moves a more popular product to the front", async () => {
    const { rating_count: before } = await db()
      .selectFrom("products")
      .select("rating_count")
      .where("id", "=", RAINBOW_STACKER)
      .executeTakeFirstOrThrow();
    await change({ rating_count: 1_000_000 });
    await takeCatalogueIn();

    const first = await db()
      .selectFrom("search_documents")
      .select("product_id")
      .orderBy("place")
      .limit(1)
      .execute();

    expect(first).toEqual([{ product_id: RAINBOW_STACKER }]);
    await change({ rating_count: before });
    await takeCatalogueIn();
  });

  test("in small steps gives the same index as in one", async () => {
    const whole = await indexRows();
    await db().deleteFrom("search_documents").where("product_id", ">", 150).execute();
    await db().updateTable("search_progress").set({ crawl_version: null }).execute();

    let turns = 1;
    for (; (await refreshFulltext({ chunk: 10, budgetMs: 0 })) === "more"; turns += 1)
      expect((await indexRows()).length).toBeLessThanOrEqual(whole.length);

    expect(turns).toBeGreaterThan(3);
    expect((await indexRows()).map(({ fields }) => fields)).toEqual(whole.map(({ fields }) => fields));
  });

  test("never runs twice at once", async () => {
    const outcomes = await Promise.all([1, 2].map(() => refreshFulltext({ chunk: 50, budgetMs: 60_000 })));

    expect(outcomes.sort()).toEqual(["busy", "done"]);
  });
});

describe("the indexing job", () => {
  test("is queued once for a changed catalogue, after other jobs, and only for large catalogues", async () => {
    await bumpCatalogueVersion();
    const kinds = async () =>
      (await db().selectFrom("jobs").select("kind").execute()).map(({ kind }) => kind);

    forceDatabaseSearch(false);
    await planSearchRefresh(LATER);
    expect(await kinds()).toEqual([]);
    forceDatabaseSearch(true);
    await planSearchRefresh(new Date(0));
    expect(await kinds()).toEqual([]);
    await planSearchRefresh(LATER);
    await planSearchRefresh(LATER);

    expect(await kinds()).toEqual(["search-refresh"]);
    await refreshSearch();
    expect(await dueRefresh(await catalogueVersion(), LATER)).toBeNull();
  });

  test("waits while another process is indexing", async () => {
    await db().updateTable("search_progress").set({ leased_until: LATER.toISOString() }).execute();

    await expect(refreshSearch()).rejects.toBeInstanceOf(Postponed);
    expect(await refreshSearchNow(() => undefined)).toBe(false);
    await db().updateTable("search_progress").set({ leased_until: "" }).execute();
  });
});

test("whole searches are suggested, including corrected ones", async () => {
  expect(await suggestSearches("rainb", 4)).toContain("rainbow stacker");
  expect(await suggestSearches("ranbow", 4)).toContain("rainbow stacker");
});
