import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";

import { startBackground, stopBackground } from "#app/background.server.ts";
import { db, inTransaction, transact } from "#app/db/db.server.ts";
import { uncommittedChanges } from "#app/db/cache-invalidation.server.ts";
import { isSqlite } from "#app/db/is-sqlite.ts";
import { waitAfterTry } from "#app/models/jobs/job.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { countOf } from "#app/models/search/spelling.ts";
import { currentLexicon } from "#app/services/search/embedded/vocabulary.server.ts";
import { findHealth } from "#app/models/health/health.server.ts";
import { healthSettings } from "#app/services/health/health-settings.server.ts";
import { reserveStock } from "#app/models/catalogue/inventory/stock.server.ts";
import { announceProducts, bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { planSearchRefresh, refreshSearch, refreshSearchNow } from "#app/models/search/index-sync.server.ts";
import { vocabularyWords } from "#app/models/search/query-terms.ts";
import { unpackFields } from "#app/models/search/rank.ts";
import { emptyIndex, indexChanges, markedCount } from "#app/services/search/embedded/indexing.server.ts";
import { listenToServices } from "#app/services/outgoing/service-answers.server.ts";
import { embeddedSearch, suggestSearches } from "#app/services/search/embedded/search.server.ts";
import { NOW } from "#tests/support/now.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { changeRows, rowOf, rowsOf } from "#tests/support/shops/rows.ts";

useTestDatabase();

const RAINBOW_STACKER = 101;
const BROKEN = 103;

beforeEach(async () => {
  await indexChanges({ chunk: 100, budgetMs: 60_000 });
});

async function ids(query: string): Promise<ReadonlyArray<number>> {
  return (await embeddedSearch.search(query)).productIds;
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
  const rows = await db().selectFrom("search_vocabulary").selectAll().where("count", "<>", 0).execute();
  return Object.fromEntries(rows.map(({ word, count }) => [word, count]));
}

/** Every visible product once, and all its words counted. */
async function expectWholeIndex(): Promise<void> {
  const rows = await indexRows();
  const visible = await db().selectFrom("products").select("id").where("is_visible", "=", 1).execute();
  const counts = new Map<string, number>();
  for (const { fields } of rows)
    for (const word of vocabularyWords(unpackFields(fields))) counts.set(word, (counts.get(word) ?? 0) + 1);

  expect(rows.map(({ product_id }) => product_id)).toEqual(visible.map(({ id }) => id).sort((a, b) => a - b));
  expect(await countedWords()).toEqual(Object.fromEntries(counts));
}

test("the index has every visible product once, and counts all its words", expectWholeIndex);

/** As an edit of the product does it. */
function edit(values: Parameters<typeof changeRows<"products">>[2]): Promise<void> {
  return inTransaction(async () => {
    await changeRows("products", { id: RAINBOW_STACKER }, values);
    await announceProducts([RAINBOW_STACKER]);
  });
}

type Change = readonly [
  what: string,
  table: Parameters<typeof changeRows>[0],
  key: Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, unknown>>,
];

/** Everything that a search reads. */
const CHANGES: ReadonlyArray<Change> = [
  ["its name", "products", { id: RAINBOW_STACKER }, { name: "Quixotic Stacker" }],
  ["its keywords", "products", { id: RAINBOW_STACKER }, { search_keywords: "quixotic" }],
  ["its description", "products", { id: RAINBOW_STACKER }, { description: "A quixotic toy." }],
  ["its country", "products", { id: RAINBOW_STACKER }, { details: '{"made_in":"Quixotic"}' }],
  ["its article number", "products", { id: RAINBOW_STACKER }, { sku: "QUIXOTIC" }],
  [
    "a variant's article number",
    "variants",
    { product_id: RAINBOW_STACKER, position: 0 },
    { sku: "QUIXOTIC" },
  ],
];

describe("a change is found by the next search, as is the change back", () => {
  test.each(CHANGES)("%s", async (_, table, key, values) => {
    const before = [await indexRows(), await countedWords()];
    const [row] = (await rowsOf(table)).filter((one) =>
      Object.entries(key).every(([name, value]) => (one as Record<string, unknown>)[name] === value),
    );
    const old = Object.fromEntries(
      Object.keys(values).map((name) => [name, (row as unknown as Record<string, unknown>)[name]]),
    );
    const change = (to: object) =>
      inTransaction(async () => {
        await changeRows(table, key, to);
        await announceProducts([RAINBOW_STACKER]);
      });

    await change(values);
    expect(await ids("quixotic")).toEqual([RAINBOW_STACKER]);
    expect(await markedCount()).toBe(0);
    await change(old);

    expect(await ids("quixotic")).toEqual([]);
    expect([await indexRows(), await countedWords()]).toEqual(before);
  });

  test.each(["brands", "categories", "product_option_values"] as const)(
    "a name in %s, for all its products",
    async (table) => {
      const before = await indexRows();
      const name = table === "product_option_values" ? "label" : "name";
      const rename = async (to: Readonly<Record<string, string>>) => {
        for (const [from, into] of Object.entries(to))
          await db()
            .updateTable(table)
            .set({ [name]: into })
            .where(name as never, "=", from as never)
            .execute();
        await refreshSearch();
      };
      // The longest name is no part of another.
      const names = (await rowsOf(table)).map(
        (row) => (row as unknown as Record<string, string>)[name] ?? "",
      );
      const [longest = ""] = [...names].sort((a, b) => b.length - a.length);

      await rename({ [longest]: "Quixotic" });
      expect((await ids("quixotic")).length).toBeGreaterThan(0);
      await rename({ Quixotic: longest });

      expect(await indexRows()).toEqual(before);
    },
  );

  test("hidden and shown", async () => {
    const change = (isVisible: number) => edit({ is_visible: isVisible });

    await change(0);
    expect(await ids("rainbow stacker")).not.toContain(RAINBOW_STACKER);
    await change(1);
    expect((await ids("rainbow stacker"))[0]).toBe(RAINBOW_STACKER);
  });

  test("more popular", async () => {
    const change = (count: number) => edit({ rating_count: count });
    const [row] = (await rowsOf("products")).filter(({ id }) => id === RAINBOW_STACKER);
    const words = await countedWords();

    await change(1_000_000);
    const first = await db()
      .selectFrom("search_documents")
      .select("product_id")
      .orderBy("place")
      .limit(1)
      .execute();

    expect(first).toEqual([{ product_id: RAINBOW_STACKER }]);
    expect(await countedWords()).toEqual(words);
    await change(row?.rating_count ?? 0);
  });
});

test("a change that is rolled back leaves the index as it was", async () => {
  await transact(async () => {
    await changeRows("products", { id: RAINBOW_STACKER }, { name: "Quixotic Stacker" });
    await announceProducts([RAINBOW_STACKER]);
    return { ok: false };
  });

  expect(await ids("quixotic")).toEqual([]);
  expect(await markedCount()).toBe(0);
});

test("a new price or stock is no work for the index", async () => {
  await changeRows("products", { id: RAINBOW_STACKER }, { price_minor: 1_234 });
  await changeRows("variants", { product_id: RAINBOW_STACKER }, { on_hand: 7, reserved: 0 });

  expect(await markedCount()).toBe(0);
});

test("a sale indexes nobody's products, and goes through where one cannot be indexed", async () => {
  const { details } = await rowOf("products", { id: RAINBOW_STACKER });
  await changeRows("products", { id: RAINBOW_STACKER }, { details: "{" });
  const [variant] = await rowsOf("variants", { product_id: RAINBOW_STACKER });
  const { id = 0, on_hand = 0, reserved = 0 } = variant ?? {};

  const sold = await transact(() => reserveStock([{ variantId: id, quantity: on_hand - reserved }]));

  expect([sold.ok, await markedCount()]).toEqual([true, 1]);
  await edit({ details });
});

test("the beginning of a new word is found by the next search, and is nobody's once the word is gone", async () => {
  await ids("rainbow");

  await edit({ search_keywords: "quixotic" });
  expect(await ids("quixo")).toEqual([RAINBOW_STACKER]);
  await edit({ search_keywords: "exotic" });

  expect(await ids("quixo")).toEqual([]);
  expect(await ids("quixotic")).toEqual([]);
});

test("changed synonyms are known to the next search", async () => {
  const { value } = await rowOf("settings", { key: "search_synonyms" });
  const synonyms = JSON.parse(value) as { groups: ReadonlyArray<ReadonlyArray<string>> };
  const write = async (text: string) => {
    await changeRows("settings", { key: "search_synonyms" }, { value: text });
    await bumpCatalogueVersion();
  };
  expect(await ids("quixotic")).toEqual([]);

  await write(JSON.stringify({ ...synonyms, groups: [...synonyms.groups, ["quixotic", "rainbow stacker"]] }));
  expect(await ids("quixotic")).toContain(RAINBOW_STACKER);
  await write(value);

  expect(await ids("quixotic")).toEqual([]);
});

test.runIf(process.env["TEST_ENGINE"] === "postgres")(
  "slices that the catalogue has outgrown are made again for all products",
  async () => {
    const progress = { total: 10_000, perStep: [] };
    await changeRows("search_progress", { id: 1 }, { slicing: JSON.stringify(progress) });

    await refreshSearch();

    const { slicing } = await rowOf("search_progress");
    const visible = await rowsOf("products", { is_visible: 1 });
    expect(JSON.parse(slicing ?? "")).toHaveProperty("total", visible.length);
    expect((await ids("rainbow stacker"))[0]).toBe(RAINBOW_STACKER);
    await expectWholeIndex();
    await changeRows("search_progress", { id: 1 }, { slicing: null });
  },
);

describe("a change of many products", () => {
  /** Of products that are gone, so that a small catalogue has many. */
  async function markMany(): Promise<void> {
    const marks = Array.from({ length: 300 }, (_, at) => ({ product_id: 900_000 + at }));
    await db().insertInto("search_marks").values(marks).execute();
    await changeRows("products", { id: RAINBOW_STACKER }, { name: "Quixotic Stacker" });
  }

  const putBack = () => edit({ name: "Rainbow Stacker" });

  test("leaves an edit beside it to nobody", async () => {
    await markMany();

    await edit({ name: "Exotic Stacker" });

    expect(await ids("exotic")).toEqual([RAINBOW_STACKER]);
    expect(await markedCount()).toBe(300);
    await putBack();
  });

  test("has pages made anew once, and not with each piece", async () => {
    await markMany();
    const before = uncommittedChanges();

    await indexChanges({ chunk: 10, budgetMs: 60_000 });

    expect(uncommittedChanges()).toBe(before + 1);
    await putBack();
  });

  test("has pages made anew also when it fails half-way", async () => {
    await markMany();
    const before = uncommittedChanges();
    const onProgress = () => {
      throw new Error("the disk is full");
    };

    await expect(indexChanges({ chunk: 10, budgetMs: 60_000, onProgress })).rejects.toThrow(
      "the disk is full",
    );

    expect(uncommittedChanges()).toBe(before + 1);
    await putBack();
  });

  test("is left to a job, which is queued once and works in pieces", async () => {
    await markMany();
    expect(await ids("quixotic")).toEqual([]);

    await planSearchRefresh();
    await planSearchRefresh();
    const queued = await db().selectFrom("jobs").select("kind").execute();
    expect(queued).toEqual([{ kind: "search-refresh" }]);
    expect(await indexChanges({ chunk: 10, budgetMs: 0 })).toBe(false);
    await refreshSearch();

    expect(await ids("quixotic")).toEqual([RAINBOW_STACKER]);
    await putBack();
  });

  test.each(["done", "dead"] as const)("is queued where a job before it is %s", async (status) => {
    await markMany();
    await planSearchRefresh();
    await db().updateTable("jobs").set({ status, finished_at: NOW.toISOString() }).execute();

    await planSearchRefresh();

    expect(await rowsOf("jobs")).toMatchObject([{ kind: "search-refresh", status: "waiting", tries: 0 }]);
    await refreshSearch();
    await putBack();
  });

  test("is queued by the next start", async () => {
    await markMany();

    await startBackground();
    await expect.poll(markedCount).toBe(0);
    await stopBackground();
    listenToServices(null);

    expect(await ids("quixotic")).toEqual([RAINBOW_STACKER]);
    await putBack();
  });

  test("may be the work of several processes, beside edits", async () => {
    const keywords = new Map((await rowsOf("products")).map((row) => [row.id, row.search_keywords]));
    const write = (text: string) =>
      sql`update products set search_keywords = ${text} || id || search_keywords`.execute(db());
    await write("quixotic, exotic ");

    const edits = ["zebra", "aardvark"].map((word) => edit({ search_keywords: word }));
    await Promise.all([...edits, ...[20, 7, 11].map((chunk) => indexChanges({ chunk, budgetMs: 60_000 }))]);
    await refreshSearch();

    expect(await markedCount()).toBe(0);
    await expectWholeIndex();
    for (const [id, text] of keywords) await changeRows("products", { id }, { search_keywords: text });
  });

  test("may be made anew beside edits, and all words are counted", async () => {
    for (const word of ["zebra", "aardvark", "okapi"]) {
      const edits = [edit({ search_keywords: word }), edit({ name: `${word} Stacker` })];
      await Promise.all([...edits, emptyIndex(), indexChanges({ chunk: 7, budgetMs: 60_000 }), emptyIndex()]);
      await refreshSearch();

      expect(await markedCount()).toBe(0);
      await expectWholeIndex();
    }
    await edit({ name: "Rainbow Stacker", search_keywords: "" });
  });

  test("holds up no other product where one cannot be taken in, and names that one", async () => {
    const { details } = await rowOf("products", { id: BROKEN });
    await markMany();
    await changeRows("products", { id: BROKEN }, { details: "{" });
    await planSearchRefresh();

    await runDueJobs({ "search-refresh": refreshSearch });

    expect(await ids("quixotic")).toEqual([RAINBOW_STACKER]);
    expect(await rowsOf("search_marks")).toEqual([{ product_id: BROKEN }]);
    expect(await rowOf("jobs")).toMatchObject({
      status: "waiting",
      last_error: expect.stringContaining(`Products ${BROKEN} cannot be taken in: `) as string,
    });
    await changeRows("products", { id: BROKEN }, { details });
    await putBack();
    await refreshSearch();
  });

  test("is done at once where its job waits after a failure", async () => {
    await markMany();
    await planSearchRefresh();
    await changeRows("jobs", { kind: "search-refresh" }, { run_at: "2999-01-01T00:00:00.000Z", tries: 20 });

    await planSearchRefresh();
    await runDueJobs({ "search-refresh": refreshSearch });

    expect(await markedCount()).toBe(0);
    expect(waitAfterTry("search-refresh", 20, 1)).toBeLessThanOrEqual(60_000);
    await putBack();
  });

  test("is shown while it is done", async () => {
    await markMany();
    const seen: Array<readonly [number, number]> = [];

    await refreshSearchNow((done, total) => seen.push([done, total]));

    expect(seen.at(-1)).toEqual([301, 301]);
    await putBack();
  });
});

test("an index that lacks things, or has them wrongly, is made anew", async () => {
  const before = [await indexRows(), await countedWords()];
  await db().deleteFrom("search_vocabulary").execute();
  await db().deleteFrom("search_documents").where("product_id", "=", RAINBOW_STACKER).execute();

  await emptyIndex();
  expect(await ids("rainbow stacker")).toEqual([]);
  await refreshSearch();

  expect([await indexRows(), await countedWords()]).toEqual(before);
  expect((await ids("rainbow stacker"))[0]).toBe(RAINBOW_STACKER);
});

test("a process that runs on forgets the words of an index that is made anew", async () => {
  const before = await currentLexicon();
  const revision = before.revision + 1;
  await db().insertInto("search_vocabulary").values({ word: "wrongword", count: 5, revision }).execute();
  await changeRows("search_progress", { id: 1 }, { revision });
  expect(countOf((await currentLexicon()).speller, "wrongword")).toBe(5);

  await emptyIndex();
  await refreshSearch();

  const { speller } = await currentLexicon();
  expect(countOf(speller, "wrongword")).toBe(0);
  for (const [word, count] of Object.entries(await countedWords()))
    expect([word, countOf(speller, word)]).toEqual([word, count]);
});

/** As a build from before the revisions of words counts them: the counter moves last, and no word has a revision. */
function countAsBefore(words: Readonly<Record<string, number>>): Promise<void> {
  return inTransaction(async () => {
    for (const [word, count] of Object.entries(words))
      await sql`insert into search_vocabulary (word, count) values (${word}, ${count})
        on conflict (word) do update set count = search_vocabulary.count + excluded.count`.execute(db());
    await sql`update search_progress set revision = revision + 1`.execute(db());
  });
}

test("a process that runs on learns the words of a build before it, and of its own build, whoever writes first", async () => {
  const knows = async (word: string) => countOf((await currentLexicon()).speller, word);
  const name = { name: "Quibbleton Stacker" };
  expect([await knows("quibbleton"), await knows("zanzibar")]).toEqual([0, 0]);

  await countAsBefore({ zanzibar: 2, quibbleton: 1 });
  expect([await knows("zanzibar"), await knows("quibbleton")]).toEqual([2, 1]);
  await edit(name);
  expect(await knows("quibbleton")).toBe(2);
  await countAsBefore({ zanzibar: -2, quibbleton: 1 });
  expect([await knows("zanzibar"), await knows("quibbleton")]).toEqual([0, 3]);
});

test("words that several processes of both builds write at once are all learned", async () => {
  const words = ["aardvark", "basilisk", "chinchilla", "dromedary"];
  await currentLexicon();
  const edits = words.map((_, at) =>
    inTransaction(async () => {
      const [id, name] = [RAINBOW_STACKER + at, `Menagerie ${at}`];
      await changeRows("products", { id }, { name });
      await announceProducts([id]);
    }),
  );
  const reads = words.map(() => currentLexicon());
  await Promise.all([...words.map((word) => countAsBefore({ [word]: 1, menagerie: 1 })), ...edits, ...reads]);

  const { speller } = await currentLexicon();
  expect(words.map((word) => countOf(speller, word))).toEqual([1, 1, 1, 1]);
  expect(countOf(speller, "menagerie")).toBe((await rowOf("search_vocabulary", { word: "menagerie" })).count);
});

/** Health of the search's index, for a job that has waited for long. */
async function healthLines() {
  const all = await findHealth({ ...healthSettings(), services: [] }, { isSound: true, now: NOW });
  return all.filter(({ what }) => what === "search index");
}

describe("an index that is damaged", () => {
  const breakIndex = () =>
    isSqlite(db())
      ? sql`drop table search_terms`.execute(db())
      : sql`alter table search_documents rename column fingerprint to lost`.execute(db());
  const mendTable = async () => {
    if (!isSqlite(db()))
      await sql`alter table search_documents rename column lost to fingerprint`.execute(db());
  };

  test("stops no change of a product, and health says how it is made anew", async () => {
    await breakIndex();

    await edit({ is_visible: 0, name: "Recalled Stacker" });
    expect(await rowOf("products", { id: RAINBOW_STACKER })).toMatchObject({ is_visible: 0 });
    expect(await rowsOf("search_marks")).toEqual([{ product_id: RAINBOW_STACKER }]);
    await planSearchRefresh();
    await runDueJobs({ "search-refresh": refreshSearch });
    await changeRows("jobs", { kind: "search-refresh" }, { created_at: "2026-01-01T00:00:00.000Z" });
    expect(await healthLines()).toMatchObject([
      { verdict: "fail", words: expect.stringMatching(/Products 101 cannot be taken in: .*search rebuild/) },
    ]);

    await mendTable();
    await emptyIndex();
    await refreshSearchNow(() => undefined);
    expect(await healthLines()).toEqual([]);
    expect(await ids("recalled stacker")).not.toContain(RAINBOW_STACKER);
    await edit({ is_visible: 1, name: "Rainbow Stacker" });
    await expectWholeIndex();
  });
});

test("the health of the shop says when the index is behind", async () => {
  const lines = healthLines;
  await changeRows("products", { id: RAINBOW_STACKER }, { search_keywords: "quixotic" });
  await planSearchRefresh();
  expect(await lines()).toEqual([]);
  await changeRows("jobs", { kind: "search-refresh" }, { created_at: "2026-01-01T00:00:00.000Z" });

  expect(await lines()).toMatchObject([{ verdict: "fail", words: expect.stringMatching(/^behind since/) }]);
  await refreshSearch();
});

test("whole searches are suggested, including corrected ones", async () => {
  // Names are read again in the background after a change.
  await expect.poll(() => suggestSearches("rainb", 4)).toContain("rainbow stacker");
  expect(await suggestSearches("ranbow", 4)).toContain("rainbow stacker");
});
