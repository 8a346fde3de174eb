import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { listAgeBands } from "#app/routes/catalogue/age-bands.server.ts";
import { loader as backInStockLoader } from "#app/routes/catalogue/back-in-stock.tsx";
import { loader as brandLoader } from "#app/routes/catalogue/brand.tsx";
import { loader as brandById } from "#app/routes/catalogue/brand-by-id.tsx";
import { loader as brands } from "#app/routes/catalogue/brands.tsx";
import { loader as categoriesLoader } from "#app/routes/catalogue/categories.tsx";
import { loader as categoryLoader } from "#app/routes/catalogue/category.tsx";
import { loader as giftsByAge } from "#app/routes/catalogue/gifts-by-age.tsx";
import { loader as newInLoader } from "#app/routes/catalogue/new-in.tsx";
import { loader as newThisWeekLoader } from "#app/routes/catalogue/new-this-week.tsx";
import { loader as productLoader } from "#app/routes/catalogue/product.tsx";
import { loader as searchLoader } from "#app/routes/catalogue/search.tsx";
import { loader as homeLoader } from "#app/routes/storefront/home.tsx";
import { answering } from "#tests/support/people/loader-call.ts";
import { answerOf, requested } from "#tests/support/people/loader-requests.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

const backInStock = answering(backInStockLoader);
const brand = answering(brandLoader);
const categories = answering(categoriesLoader);
const category = answering(categoryLoader);
const newIn = answering(newInLoader);
const newThisWeek = answering(newThisWeekLoader);
const product = answering(productLoader);
const search = answering(searchLoader);
const home = answering(homeLoader);

useTestDatabase();

const statusAndPlace = (answer: Response) => [answer.status, answer.headers.get("Location")];

type Source = Readonly<{ id: number; categories: ReadonlyArray<string>; is_visible: boolean }>;
const SOURCES = JSON.parse(readFileSync("content/catalogue/products.json", "utf8")) as ReadonlyArray<Source>;

test("the article number of a variant leads to that variant, and one of nothing is searched for", async () => {
  const found = await Promise.all(
    ["HB-0160-WALN", "hb-0160-waln", "HB-0160-NONE", "walnut"].map((query) =>
      answerOf(() => search(requested(`/search/${query}`))),
    ),
  );

  const walnut = expect.stringMatching(/^\/p\/.+\?variant=\d+$/);
  expect(found.map(statusAndPlace)).toEqual([
    [303, walnut],
    [303, walnut],
    [200, null],
    [200, null],
  ]);
  const shown = await answerOf(() => product(requested(String(found[0]?.headers.get("Location")))));
  expect((await shown.json()).variant.sku).toBe("HB-0160-WALN");
});

test("a department lists and counts all products in it and below it, 24 on a page", async () => {
  const expected = SOURCES.filter(
    (one) =>
      one.is_visible &&
      one.categories.some((path) => path === "pushchairs" || path.startsWith("pushchairs/")),
  );

  const { page, head } = await (await category(requested("/c/pushchairs"))).json();

  expect(page.listing.total).toBe(expected.length);
  expect(page.count).toBe(`${expected.length} products`);
  expect(page.title).toBe("Pushchairs");
  expect(head.canonicalPath).toBe("/c/pushchairs");
});

test("pages hold 24 products each, share none, and have addresses of their own", async () => {
  const first = await (await category(requested("/c/wooden-toys"))).json();
  const second = await (await category(requested("/c/wooden-toys?page=2&utm_source=letter"))).json();

  const ids = [...first.page.listing.products, ...second.page.listing.products].map(({ id }) => id);
  expect(first.page.listing.products).toHaveLength(24);
  expect(new Set(ids).size).toBe(first.page.listing.total);
  expect(second.head.canonicalPath).toBe("/c/wooden-toys?page=2");
  expect(second.head.title).not.toBe(first.head.title);
});

test("a page beyond the last is not found, and an invalid page number leads to the first", async () => {
  const behind = await answerOf(() => category(requested("/c/wooden-toys?page=3")));
  const odd = await answerOf(() => category(requested("/c/wooden-toys?page=abc&sort=name")));

  expect(behind.status).toBe(404);
  expect(await behind.text()).toBe("Page Not Found: /c/wooden-toys?page=3");
  expect(statusAndPlace(odd)).toEqual([303, "/c/wooden-toys?sort=name"]);
});

test("sorting by price goes from low to high and keeps the canonical address", async () => {
  const { page, head } = await (await category(requested("/c/wooden-toys?sort=price-asc"))).json();

  const prices = page.listing.products.map(({ price }) => price.now.minor);
  expect(prices).toEqual([...prices].sort((a, b) => a - b));
  expect(page.query).toEqual([["sort", "price-asc"]]);
  expect(head.canonicalPath).toBe("/c/wooden-toys");
});

test("an unknown sort order falls back to the default", async () => {
  const { page } = await (await category(requested("/c/wooden-toys?sort=%3Cscript%3E"))).json();

  expect(page.listing.sort).toBe("featured");
  expect(page.query).toEqual([]);
});

test("filters have one canonical address, the chosen sort order, and noindex", async () => {
  const { page, head } = await (
    await category(requested("/c/wooden-toys?colour=sage&sort=price-asc&age=1-2-years&utm_source=letter"))
  ).json();

  expect(head.canonicalPath).toBe("/c/wooden-toys");
  expect(head.noindex).toBe(true);
  expect(page.query).toEqual([
    ["age", "1-2-years"],
    ["colour", "sage"],
    ["sort", "price-asc"],
  ]);
  expect(page.filters?.applied.map(({ label }) => label)).toEqual(["1 to 2 years", "Sage"]);
  expect(page.aside).toBe("of 37");
});

test("an unfiltered list is indexable, and so is each of its pages", async () => {
  const first = await (await category(requested("/c/wooden-toys"))).json();
  const second = await (await category(requested("/c/wooden-toys?page=2&colour=nonsense"))).json();

  expect([first.head.noindex, second.head.noindex]).toEqual([false, false]);
  expect(second.head.canonicalPath).toBe("/c/wooden-toys?page=2");
});

test("every list can be filtered: brand, new in, back in stock and gifts", async () => {
  const lists = await Promise.all([
    brand(requested("/brands/snedholt?stock=in-stock")),
    newIn(requested("/c/new?stock=in-stock")),
    newThisWeek(requested("/c/new/week/new?stock=in-stock")),
    backInStock(requested("/c/back-in-stock?stock=in-stock")),
    giftsByAge(requested("/c/gifts/gifts-by-age?age=2-3-years&stock=in-stock")),
  ]);

  for (const answer of lists) {
    const { page } = await answer.json();
    expect(page.filters?.applied.map(({ label }) => label)).toEqual(["In stock now"]);
  }
});

test("the gift finder retains its answers while filters change, and says what is for an older child", async () => {
  const { page, head, heading, hidden, finder } = await (
    await giftsByAge(
      requested("/c/gifts/gifts-by-age?age=1-2-years&budget=50&interest=nonsense&brand=snedholt"),
    )
  ).json();

  expect(heading).toBe("1 to 2 years");
  expect(hidden).toMatch(/^We have left out \d+ gifts because they are for older children\.$/);
  expect(page.query).toEqual([
    ["age", "1-2-years"],
    ["budget", "50"],
    ["brand", "snedholt"],
  ]);
  expect(page.filters?.offered.map(({ key }) => key)).not.toContain("age");
  expect(finder.ages.filter(({ isChosen }) => isChosen).map(({ slug }) => slug)).toEqual(["1-2-years"]);
  expect(finder.answersText).toBe("1 to 2 years, up to £50");
  expect(page.filters?.price, "the finder has asked for it").toBeNull();
  expect(head).toMatchObject({ canonicalPath: "/c/gifts/gifts-by-age", noindex: true });
});

const HOSTILE = [
  "' OR 1=1 --",
  "1; DROP TABLE products",
  '" NEAR(a b)',
  "%00",
  "../../etc/passwd",
  "__proto__",
  "constructor",
  "<script>alert(1)</script>",
  "{{7*7}}",
  "9".repeat(400),
  "\u{1f9f8}".repeat(50),
  "-1",
  "1e309",
  "NaN",
];

test.each(HOSTILE)("hostile input such as %j gets a response without an error", async (payload) => {
  const value = encodeURIComponent(payload);
  const ofLists = ["min", "max", "brand", "colour", "stock", "sort", "page", value];
  const ofGifts = ["age", "budget", "interest", "occasion"];
  const answers = [
    ...ofLists.map((name) => answerOf(() => category(requested(`/c/wooden-toys?${name}=${value}`)))),
    ...ofGifts.map((name) => answerOf(() => giftsByAge(requested(`/c/gifts/gifts-by-age?${name}=${value}`)))),
  ];
  for (const { status } of await Promise.all(answers)) expect([200, 303, 404]).toContain(status);
});

test("a category with wrong parents redirects to its true path with the query", async () => {
  const answer = await answerOf(() => category(requested("/c/prams/pull-alongs?sort=name&page=1")));

  expect(statusAndPlace(answer)).toEqual([301, "/c/wooden-toys/pull-alongs?sort=name&page=1"]);
});

test("an ambiguous or unknown category is not found", async () => {
  const ambiguous = await answerOf(() => category(requested("/c/for-two")));
  const unknown = await answerOf(() => category(requested("/c/wooden-toys/%3Cb%3E?x=1")));

  expect([ambiguous.status, unknown.status]).toEqual([404, 404]);
});

test("one category is shown under both of its parents", async () => {
  const one = await (await category(requested("/c/pushchairs/for-two"))).json();
  const other = await (await category(requested("/c/prams/for-two"))).json();

  expect(one.head.canonicalPath).toBe("/c/pushchairs/for-two");
  expect(other.head.canonicalPath).toBe("/c/prams/for-two");
});

test("aliases have the canonical address of their page", async () => {
  const heads = await Promise.all(
    [
      categories(requested("/c")),
      newIn(requested("/category/new")),
      newThisWeek(requested("/category/week")),
      backInStock(requested("/category/back-in-stock")),
      giftsByAge(requested("/category/gifts-by-age")),
    ].map(async (answer) => (await (await answer).json()).head.canonicalPath as string),
  );

  expect(heads).toEqual([
    "/category",
    "/c/new",
    "/c/new/week/new",
    "/c/back-in-stock",
    "/c/gifts/gifts-by-age",
  ]);
});

test("an empty period shows the newest 24 products and says so", async () => {
  const times = await db().selectFrom("products").select(["id", "created_at"]).execute();
  await db().updateTable("products").set({ created_at: "2020-01-01T00:00:00.000Z" }).execute();
  await bumpCatalogueVersion();

  const { page } = await (await newThisWeek(requested("/c/new/week/new"))).json();

  for (const { id, created_at } of times) {
    await db().updateTable("products").set({ created_at }).where("id", "=", id).execute();
  }
  await bumpCatalogueVersion();
  expect(page.listing.products).toHaveLength(24);
  expect(page.note).toBe("Nothing new has come in this week. Here are the newest 24.");
});

test("every age band is a category with a link and a count", async () => {
  const bands = await listAgeBands();

  expect(bands.map(({ to }) => to)).toContain("/c/gifts/gifts-by-age/1-2-years");
  for (const band of bands) expect(band.countText).toMatch(/^\d+ gifts?$/);
});

test("the gift finder offers every age once", async () => {
  const { finder, page } = await (await giftsByAge(requested("/c/gifts/gifts-by-age"))).json();
  expect([finder.answersText, page.filters?.price]).toEqual([null, expect.objectContaining({ min: "" })]);

  expect(finder.ages.map(({ name }) => name)).toEqual((await listAgeBands()).map(({ name }) => name));
  expect(page.kinds).toEqual([]);
  expect(page.filters?.offered.map(({ key }) => key)).not.toContain("age");
});

test("brands are listed by name, and each has its products", async () => {
  const { brands: list } = await (await brands()).json();
  const one = await (await brand(requested("/brands/snedholt"))).json();

  expect(list).toHaveLength(10);
  expect(list.map(({ name }) => name)).toEqual([...list.map(({ name }) => name)].sort());
  expect(one.page.count).toBe(list.find(({ slug }) => slug === "snedholt")?.count);
  expect((await answerOf(() => brand(requested("/brands/nobody")))).status).toBe(404);
});

test("/brand redirects to the list, or to the named brand", async () => {
  const ways = await Promise.all(
    ["/brand", "/brand?id=2", "/brand?slug=snedholt", "/brand?id=999"].map((path) =>
      answerOf(() => brandById(requested(path))),
    ),
  );

  expect(ways.map(statusAndPlace)).toEqual([
    [303, "/brands"],
    [303, "/brands/osmundley"],
    [303, "/brands/snedholt"],
    [404, null],
  ]);
});

test("searching by path and by form gives the same page, with noindex", async () => {
  const byPath = await (await search(requested("/search/wooden+train"))).json();
  const byForm = await (await search(requested("/search?q=wooden+train"))).json();

  expect(byPath.query).toBe("wooden train");
  expect(byForm.results).toEqual(byPath.results);
  expect(byForm.head.canonicalPath).toBe("/search/wooden%20train");
  expect(byForm.head.noindex).toBe(true);
});

test("search results can be filtered and sorted", async () => {
  const { list, help } = await (
    await search(requested("/search/wooden?stock=in-stock&age=1-2-years&sort=price-asc"))
  ).json();

  expect(list.filters?.applied.map(({ label }) => label)).toEqual(["1 to 2 years", "In stock now"]);
  expect(list.listing.total).toBeGreaterThan(0);
  expect(list.sorts[0]?.label).toBe("Best match");
  expect(help).toBeNull();
});

test("an encoded plus in a search stays a plus", async () => {
  const { query } = await (await search(requested("/search/2%2B1"))).json();

  expect(query).toBe("2+1");
});

test("a search without results says so and offers other ways", async () => {
  const { count, help, results } = await (await search(requested("/search?q=zzzzqqqq"))).json();

  expect(results.listing.total).toBe(0);
  expect(count).toBe("No products");
  expect(help?.products).toHaveLength(4);
  expect(help?.bands.length).toBeGreaterThan(0);
});

test("the home page has its texts, its rows and the shop's own title", async () => {
  const data = await (await home(requested("/"))).json();

  expect(data.hero.heading).toBe("Made to be passed on");
  expect(data.fresh.products).toHaveLength(4);
  expect(data.popular.products).toHaveLength(8);
  expect(data.articles.map(({ id }) => id)).toEqual(["1", "5", "4"]);
  expect(data.head.title).toBe("Wooden toys, prams and nursery furniture");
});
