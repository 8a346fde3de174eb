import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { healthSettings } from "#app/services/health/health-settings.server.ts";
import { findHealth } from "#app/models/health/health.server.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { searchIndexState } from "#app/models/search/index-state.server.ts";
import { planSearchIndex, updateSearchIndex } from "#app/models/search/index-sync.server.ts";
import { searchProducts } from "#app/models/search/search.server.ts";
import { algoliaSearch } from "#app/services/search/search-algolia.server.ts";
import { embeddedSearch } from "#app/services/search/embedded/search.server.ts";
import type { HostedSearch } from "#app/services/search/search-hosted.ts";
import { meilisearchSearch } from "#app/services/search/search-meilisearch.server.ts";
import type { SearchPort } from "#app/services/search/search-port.ts";
import { connectSearch } from "#app/services/search/search.server.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { rowOf, rowsOf } from "#tests/support/shops/rows.ts";
import {
  APP_ID,
  type FakeEngine,
  SEARCH_KEY,
  startAlgolia,
  startMeilisearch,
  WRITE_KEY,
} from "#tests/support/vendors/search-engine.ts";

useTestDatabase();

const RAINBOW_STACKER = 101;
const KEYS = { searchKey: SEARCH_KEY, writeKey: WRITE_KEY, indexName: "products" };

type Bench = Readonly<{
  name: string;
  start: () => Promise<FakeEngine>;
  connect: (url: string, keys?: typeof KEYS) => HostedSearch;
}>;

const HOSTED: ReadonlyArray<Bench> = [
  {
    name: "Algolia",
    start: startAlgolia,
    connect: (url, keys = KEYS) => algoliaSearch({ provider: "algolia", appId: APP_ID, url, ...keys }),
  },
  {
    name: "Meilisearch",
    start: startMeilisearch,
    connect: (url, keys = KEYS) => meilisearchSearch({ provider: "meilisearch", url, ...keys }),
  },
];

async function names(query: string): Promise<ReadonlyArray<string>> {
  const { listing } = await searchProducts({ query, page: 1, now: new Date() });
  return listing.products.map(({ name }) => name);
}

/** Whatever of the hidden variant a document could have. */
const ZANZIBAR = /zanzibar|ZNZ-0777|0200000777777|100000001/i;
const HIDDEN = 100_000_001;
const COLOUR = 1011;

/** A hidden variant of the rainbow, with stock. */
async function addZanzibar(): Promise<void> {
  const value = { option_id: COLOUR, key: "zanzibar", label: "Zanzibar", hex: "#0777aa", position: 9 };
  await db()
    .insertInto("product_option_values")
    .values({ ...value, created_by: "desk", is_visible: 0 })
    .execute();
  await db()
    .insertInto("variants")
    .values({
      ...{ id: HIDDEN, product_id: RAINBOW_STACKER, sku: "ZNZ-0777", gtin: "0200000777777" },
      ...{ label: "Zanzibar", options: JSON.stringify({ Colour: "zanzibar" }), price_minor: 777 },
      ...{ sale_price_minor: null, on_hand: 50, image: "products/rainbow-stacker-1.jpg", position: 9 },
      ...({ created_by: "desk", is_visible: 0 } as const),
    })
    .execute();
}

async function showZanzibar(isVisible: boolean): Promise<void> {
  const shown = { is_visible: isVisible ? 1 : 0 } as const;
  await db().updateTable("variants").set(shown).where("id", "=", HIDDEN).execute();
  await db().updateTable("product_option_values").set(shown).where("key", "=", "zanzibar").execute();
  await bumpCatalogueVersion();
}

async function removeZanzibar(): Promise<void> {
  await db().deleteFrom("variants").where("id", "=", HIDDEN).execute();
  await db().deleteFrom("product_option_values").where("key", "=", "zanzibar").execute();
}

async function change(id: number, values: Readonly<{ name?: string; is_visible?: 0 | 1 }>): Promise<void> {
  await db().updateTable("products").set(values).where("id", "=", id).execute();
}

/** What every engine must do, whoever it is. */
function searchContract(port: () => SearchPort): void {
  test("finds a product by its name, first, and nothing for unknown words", async () => {
    expect((await port().search("rainbow stacker")).productIds[0]).toBe(RAINBOW_STACKER);
    expect(await port().search("zzqx")).toEqual({ productIds: [], corrected: null });
  });

  test("returns each product once, by id only", async () => {
    const { productIds } = await port().search("wooden");

    expect(productIds.length).toBeGreaterThan(24);
    expect(new Set(productIds).size).toBe(productIds.length);
    expect(productIds.every(Number.isSafeInteger)).toBe(true);
  });

  test.each([
    '"rainbow',
    "-rainbow",
    "rainbow AND (",
    "rainbow:*",
    "<b>",
    "'; DROP TABLE products",
    "ﷺ".repeat(30),
  ])("takes %s for words", async (words) => {
    await expect(port().search(words)).resolves.toHaveProperty("productIds");
  });
}

describe("the embedded engine", () => {
  searchContract(() => embeddedSearch);
});

describe.each(HOSTED)("$name", ({ start, connect }) => {
  let engine: FakeEngine;
  let hosted: HostedSearch;

  beforeAll(async () => {
    engine = await start();
    hosted = connect(engine.url);
    connectSearch(hosted);
    await updateSearchIndex();
  });

  beforeEach(() => {
    engine.misbehave(null);
    connectSearch(connect(engine.url));
  });

  afterEach(() => connectSearch(undefined));
  afterAll(() => engine.stop());

  searchContract(() => hosted.port);

  test("received every visible product, the settings and the synonyms", async () => {
    const visible = await db().selectFrom("products").select("id").where("is_visible", "=", 1).execute();

    expect(engine.documents.size).toBe(visible.length);
    expect(JSON.stringify(engine.settings)).toContain("stroller");
    expect(engine.settings).toHaveProperty("searchableAttributes");
  });

  test("receives only changes, including deletions", async () => {
    await updateSearchIndex();
    await change(RAINBOW_STACKER, { name: "Quixotic Stacker" });
    await change(102, { is_visible: 0 });
    engine.requests.length = 0;

    await updateSearchIndex();

    expect(engine.documents.get(String(RAINBOW_STACKER))).toMatchObject({ name: "Quixotic Stacker" });
    expect(engine.documents.has("102")).toBe(false);
    expect(engine.requests.filter((one) => /settings|synonyms/.test(one))).toEqual([]);
    await change(RAINBOW_STACKER, { name: "Rainbow Stacker" });
    await change(102, { is_visible: 1 });
    await updateSearchIndex();
    expect(engine.documents.has("102")).toBe(true);
  });

  test("that refuses one product gets all others, names it, and gets it once it has changed", async () => {
    const { name } = await db()
      .selectFrom("products")
      .select("name")
      .where("id", "=", 103)
      .executeTakeFirstOrThrow();
    await db()
      .updateTable("products")
      .set({ description: "木".repeat(9_990) })
      .where("id", "=", 104)
      .execute();
    await change(103, { name: "Unwanted Stacker" });
    await change(RAINBOW_STACKER, { name: "Quixotic Stacker" });
    await planSearchIndex();
    await runDueJobs({ "search-index": updateSearchIndex });

    expect(engine.documents.get(String(RAINBOW_STACKER))).toMatchObject({ name: "Quixotic Stacker" });
    expect(JSON.stringify(engine.documents.get("104"))).toContain("木木木");
    expect(await searchIndexState()).toEqual({
      ...{ behindSince: null, failure: null },
      refused: [{ id: 103, name: "Unwanted Stacker" }],
    });
    engine.requests.length = 0;
    await updateSearchIndex();
    expect(engine.requests).toEqual([]);

    await change(103, { name });
    await change(RAINBOW_STACKER, { name: "Rainbow Stacker" });
    await updateSearchIndex();
    expect(await searchIndexState()).toMatchObject({ refused: [] });
    expect(engine.documents.get("103")).toMatchObject({ name });
  });

  test("that refuses more products than a few gets all others, and names each", async () => {
    const ids = (await rowsOf("products", { is_visible: 1 })).map(({ id }) => id);
    const unwanted = ids.filter((id) => id !== RAINBOW_STACKER).slice(0, 45);
    const names = new Map<number, string>();
    for (const id of unwanted) {
      names.set(id, (await rowOf("products", { id })).name);
      await change(id, { name: `Unwanted ${id}` });
    }
    await change(RAINBOW_STACKER, { name: "Quixotic Stacker" });

    await updateSearchIndex();

    expect(engine.documents.get(String(RAINBOW_STACKER))).toMatchObject({ name: "Quixotic Stacker" });
    expect((await searchIndexState()).refused.map(({ id }) => id)).toEqual(
      unwanted.toSorted((a, b) => a - b),
    );
    engine.requests.length = 0;
    await updateSearchIndex();
    expect(engine.requests).toEqual([]);
    for (const [id, name] of names) await change(id, { name });
    await change(RAINBOW_STACKER, { name: "Rainbow Stacker" });
    await updateSearchIndex();
  });

  test("that refuses the synonyms gets every product, and the refusal names them", async () => {
    await db().deleteFrom("search_index_entries").where("product_id", "=", 0).execute();
    await change(RAINBOW_STACKER, { name: "Quixotic Stacker" });
    engine.misbehave((response) => response.writeHead(400).end("{}"), /\/(?:synonyms\/batch|settings)$/);

    await expect(updateSearchIndex()).rejects.toThrow("The service refuses the synonyms");

    expect(engine.documents.get(String(RAINBOW_STACKER))).toMatchObject({ name: "Quixotic Stacker" });
    engine.misbehave(null);
    await change(RAINBOW_STACKER, { name: "Rainbow Stacker" });
    await updateSearchIndex();
  });

  test("that refuses everything for a while gets everything afterwards", async () => {
    const shortDescriptions = (text: string) =>
      db().updateTable("products").set({ description: text }).where("is_visible", "=", 1).execute();
    await shortDescriptions("A quixotic toy");
    engine.misbehave((response) => response.writeHead(400).end("{}"));
    for (let tries = 0; tries < 3; tries += 1) await expect(updateSearchIndex()).rejects.toThrow();
    expect(await searchIndexState()).toMatchObject({ refused: [] });

    engine.misbehave(null);
    await updateSearchIndex();
    for (const document of engine.documents.values())
      expect(JSON.stringify(document)).toContain("A quixotic toy");
  });

  test("that takes nothing leaves the index behind, and says since when", async () => {
    await planSearchIndex();
    await change(RAINBOW_STACKER, { name: "Quixotic Stacker" });
    engine.misbehave((response) => response.writeHead(503).end("{}"));
    await runDueJobs({ "search-index": updateSearchIndex });

    const job = await db().selectFrom("jobs").select("created_at").executeTakeFirstOrThrow();
    const state = await searchIndexState();
    expect(state).toMatchObject({ behindSince: job.created_at });
    expect(state.failure).not.toBeNull();
    const after = new Date(Date.parse(job.created_at) + 61 * 60_000);
    const lines = await findHealth({ ...healthSettings(), services: [] }, { isSound: true, now: after });
    expect(lines.find(({ what }) => what === "search index")).toMatchObject({ verdict: "fail" });
    await change(RAINBOW_STACKER, { name: "Rainbow Stacker" });
  });

  test("learns nothing of a hidden variant, also of one that was shown before", async () => {
    await addZanzibar();
    await updateSearchIndex();
    expect(JSON.stringify([...engine.documents])).not.toMatch(ZANZIBAR);
    expect(engine.documents.has(String(RAINBOW_STACKER))).toBe(true);

    await showZanzibar(true);
    await updateSearchIndex();
    expect(JSON.stringify(engine.documents.get(String(RAINBOW_STACKER)))).toMatch(ZANZIBAR);

    await showZanzibar(false);
    await updateSearchIndex();
    expect(JSON.stringify([...engine.documents])).not.toMatch(ZANZIBAR);
    expect(JSON.stringify(engine.settings)).not.toMatch(ZANZIBAR);
    await removeZanzibar();
  });

  test("gets one job for each version of the catalogue", async () => {
    await planSearchIndex();
    await planSearchIndex();
    await bumpCatalogueVersion();
    await planSearchIndex();

    const jobs = await db().selectFrom("jobs").select("kind").execute();
    expect(jobs.map(({ kind }) => kind)).toEqual(["search-index", "search-index"]);
  });

  test("is used when available, with its sort order", async () => {
    engine.requests.length = 0;

    expect(await names("rainbow stacker")).toContain("Rainbow Stacker");
    expect(engine.requests).toHaveLength(1);
  });

  test("that refuses a wrong key is replaced by the embedded engine", async () => {
    const wrong = connect(engine.url, { ...KEYS, searchKey: "wrong", writeKey: "wrong" });

    await expect(wrong.port.search("rainbow")).rejects.toThrow();
    await expect(wrong.index.remove([1])).rejects.toThrow();
    connectSearch(wrong);
    expect(await names("rainbow stacker")).toContain("Rainbow Stacker");
  });

  test("that returns unknown or hidden products has them left out", async () => {
    const products = db().selectFrom("products").select(["id", "name"]);
    const hidden = await products.where("is_visible", "=", 0).execute();
    expect(hidden.length).toBeGreaterThan(0);
    const ids = [999_999, ...hidden.map(({ id }) => id)];
    for (const id of ids) engine.documents.set(String(id), { name: "Rainbow Stacker", productId: id });

    const found = await names("rainbow stacker");

    for (const id of ids) engine.documents.delete(String(id));
    expect(found).toContain("Rainbow Stacker");
    expect(found.filter((name) => hidden.some((one) => one.name === name))).toEqual([]);
  });

  test.each([
    ["says 500", (r) => r.writeHead(500).end("{}")],
    ["sends HTML", (r) => r.writeHead(200, { "Content-Type": "text/html" }).end("<h1>Welcome</h1>")],
    ["sends garbage", (r) => r.writeHead(200).end('{"hits":[{"objectID":"../x","productId":"x"}]}')],
    ["sends half an answer", (r) => r.writeHead(200, { "Content-Length": 500 }).end('{"hits"')],
    ["drops the connection", (r) => r.destroy()],
    ["sends a huge body", (r) => r.writeHead(200).end(`{"hits":[${" ".repeat(3_000_000)}]}`)],
    ["sends the shopper elsewhere", (r) => r.writeHead(302, { Location: "http://127.0.0.1:1/" }).end()],
    ["says nothing at all", () => undefined],
  ] satisfies ReadonlyArray<readonly [string, Parameters<FakeEngine["misbehave"]>[0]]>)(
    "%s: the page is right nevertheless",
    async (_, how) => {
      engine.misbehave(how);

      expect(await names("rainbow stacker")).toContain("Rainbow Stacker");
    },
  );

  test("is not called after three failures, at no cost", async () => {
    engine.misbehave((response) => response.destroy());
    for (let failure = 0; failure < 3; failure += 1) await names("rainbow");
    engine.requests.length = 0;

    expect(await names("rainbow stacker")).toContain("Rainbow Stacker");
    expect(engine.requests).toEqual([]);
  });
});
