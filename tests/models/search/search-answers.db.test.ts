import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { NO_FILTERS } from "#app/models/listing/filter.ts";
import { bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { searchProducts } from "#app/models/search/search.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { NOW } from "#tests/support/now.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { changeRows, rowsOf } from "#tests/support/shops/rows.ts";
import { changeSettings } from "#tests/support/shops/change-settings.ts";

useTestDatabase();

type Expected = Readonly<{
  query: string;
  /** The first product is one of these. */
  first?: ReadonlyArray<string>;
  firstStarts?: string;
  /** All of these stand among the first three. */
  among?: ReadonlyArray<string>;
  /** No name of the first four products has any of these in it. */
  never?: ReadonlyArray<string>;
  /** Each of the first four products is in one of these categories, by path, or in one below it. */
  within?: ReadonlyArray<string>;
  /** Each of the first four products was made in one of these countries. */
  madeIn?: ReadonlyArray<string>;
  /** Another query with the same first four products. */
  sameAs?: string;
  /** The first department that the page leads to. */
  category?: string;
  /** The heading of the note above the products; where nothing is said there is none. */
  notice?: string;
  /** Conditions that the page says it read out of the query, if they matter. */
  filters?: ReadonlyArray<string>;
}>;

const RIGHT_MIN = 97;
const FIRST = 4;
const AMONG = 3;

const QUERIES = readJson("tests/models/search/search-answers.json") as ReadonlyArray<Expected>;

type Product = Readonly<{ name: string; categories: ReadonlyArray<string>; made_in: string }>;
const PRODUCTS = new Map(
  (readJson("content/catalogue/products.json") as ReadonlyArray<Product>).map((product) => [
    product.name,
    product,
  ]),
);

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(process.cwd(), path), "utf8"));
}

const searchFor = (query: string, changes = {}) => searchProducts({ query, page: 1, now: NOW, ...changes });

async function answerTo(query: string) {
  const results = await searchFor(query);
  return { results, names: results.listing.products.map(({ name }) => name) };
}

/** What is wrong with the answer to `expected`; empty if nothing is. */
async function faultsOf(expected: Expected): Promise<ReadonlyArray<string>> {
  const { results, names } = await answerTo(expected.query);
  const first = names.slice(0, FIRST);
  const offered = results.category ?? results.categories[0];
  const [best = ""] = names;
  const { among = [], never = [], within, madeIn } = expected;
  const isIn = (path: string) => (own: string) => own === path || own.startsWith(`${path}/`);
  const categoriesOf = (name: string) => PRODUCTS.get(name)?.categories ?? [];
  const faults = [
    expected.first && !expected.first.includes(best) ? "another product is first" : "",
    expected.firstStarts && !best.startsWith(expected.firstStarts) ? "another kind is first" : "",
    among.every((name) => names.slice(0, AMONG).includes(name)) ? "" : "a product is missing",
    first.some((name) => never.some((part) => name.includes(part))) ? "a wrong product is there" : "",
    within && !first.every((name) => within.some((path) => categoriesOf(name).some(isIn(path))))
      ? "another department is there"
      : "",
    madeIn && !first.every((name) => madeIn.includes(PRODUCTS.get(name)?.made_in ?? ""))
      ? "another country is there"
      : "",
    names.length === 0 ? "there is nothing" : "",
    expected.category && offered?.name !== expected.category ? "no such department" : "",
    (results.notice?.title ?? "") === (expected.notice ?? "") ? "" : "another note",
    expected.filters && results.filters.map(({ text }) => text).join() !== expected.filters.join()
      ? "other filters"
      : "",
  ];
  if (expected.sameAs !== undefined) {
    const other = (await answerTo(expected.sameAs)).names.slice(0, FIRST);
    if (other.join() !== first.join()) faults.push(`${expected.sameAs} finds others`);
  }
  const found = faults.filter((fault) => fault !== "");
  return found.length === 0 ? [] : [`${expected.query}: ${found.join(", ")} (${first.join(", ")})`];
}

async function expectRight(): Promise<void> {
  const wrong: Array<string> = [];
  for (const expected of QUERIES) wrong.push(...(await faultsOf(expected)));

  console.log(`search answers: ${QUERIES.length - wrong.length} of ${QUERIES.length} right`);
  expect(QUERIES).toHaveLength(100);
  expect(QUERIES.length - wrong.length, wrong.join("\n")).toBeGreaterThanOrEqual(RIGHT_MIN);
}

const RIGHT = `at least ${RIGHT_MIN} of 100 searches show the thing itself first`;

test(RIGHT, expectRight);

test("each brand of the list gets a kind answer with products beside it, unless the shop sells it by now", async () => {
  const { brandsNotSold } = await findStore();
  const sold = brandsNotSold.at(-1)?.name ?? "";
  const [brand] = await rowsOf("brands");
  await changeRows("brands", { id: brand?.id ?? 0 }, { name: sold.toUpperCase() });
  await bumpCatalogueVersion();
  const answers: Array<string> = [];
  for (const { name } of brandsNotSold) {
    const { results, names } = await answerTo(name.toLowerCase());
    answers.push(
      `${name}: ${results.notice?.title ?? "no note"}, ${names.length > 0 ? "products" : "nothing"}`,
    );
  }

  expect(brandsNotSold).toHaveLength(30);
  expect(answers.slice(0, -1)).toEqual(
    brandsNotSold.slice(0, -1).map(({ name }) => `${name}: We do not sell ${name}, products`),
  );
  expect(answers.at(-1)).toMatch(/: no note,/);
});

test.each([
  ["maxicosi", "We do not sell Maxi-Cosi", "2-in-1 Travel System"],
  ["pushchair that fits maxi cosi", "We do not sell Maxi-Cosi", "Pushchair"],
  ["lego train set", "We do not sell Lego", "Train"],
])("a search for %j says so, and finds what else was typed", async (query, title, first) => {
  const { results, names } = await answerTo(query);
  expect(results.notice?.title).toBe(title);
  expect(names.slice(0, FIRST).join()).toContain(first);
});

test("an owner's own list counts at once, and a brand without anything in its place has the note alone", async () => {
  await changeSettings("shop", { "brands-not-sold": "Acme Toys" }, NOW);

  expect((await answerTo("maxi-cosi")).results.notice).toBeNull();
  const { results, names } = await answerTo("acme toys");
  expect(results.notice).toMatchObject({
    title: "We do not sell Acme Toys",
    also: { path: "/information/contact-us?about=Acme+Toys" },
  });
  expect(names).toEqual([]);
});

test.each([
  ["travel system", "/c/prams/travel-systems"],
  ["Travel systems", "/c/prams/travel-systems"],
  ["pushchairs", "/c/pushchairs"],
  ["wooden toys", "/c/wooden-toys"],
  ["rainbow", null],
  ["green pushchair", "/c/pushchairs"],
  ["adapter for a pushchair", null],
])("a search for %j offers the category %s on top, and only there", async (query, path) => {
  const { category, categories } = await searchFor(query);

  expect(category?.path ?? null).toBe(path);
  expect(categories.map((one) => one.path)).not.toContain(path ?? "");
});

test("the only product of the category that is searched for is shown large, in the whole answer alone", async () => {
  const { featuredText, listing } = await searchFor("travel system");
  const requested = { ...NO_FILTERS, values: { colour: ["sage"] } };

  expect(listing.products[0]?.name).toBe("2-in-1 Travel System");
  expect(featuredText).toMatch(/^One chassis/);
  for (const changes of [{ sort: "price-asc" }, { requested }])
    expect((await searchFor("travel system", changes)).featuredText).toBeNull();
});

test.each(["pushchairs", "rainbow stacker", "adapter for a pushchair", "car seat", "zzgrmpf"])(
  "a search for %j shows no product large",
  async (query) => {
    expect((await searchFor(query)).featuredText).toBeNull();
  },
);
