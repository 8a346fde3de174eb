/** What the fast lane keeps, and what ends it: a change of anything shown, and the minute. */
import http, { IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, Socket } from "node:net";

import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

import { mayChangePages, TABLES_NOT_ON_PAGES } from "#app/db/cache-invalidation.server.ts";
import { db, transact } from "#app/db/db.server.ts";
import { encodedBody, storePage } from "#app/http/cache/render-cache.server.ts";
import { REFUSED_HEADERS, responseCacheKey } from "#app/http/cache/response-cache-key.server.ts";
import {
  answerAgain,
  findCandidate,
  keepWhenSent,
  renewsResponseCache,
  sealCandidate,
} from "#app/http/cache/response-cache.server.ts";
import type { VisitorPart } from "#app/http/request/page-personalisation.server.ts";
import { newPage, pageResponse } from "#app/http/response/html.server.ts";
import { startWhenFree } from "#app/http/server/open-requests.server.ts";
import { cartIdCookie } from "#app/http/session/cookies.server.ts";
import { commitSession, readSession } from "#app/http/session/session.server.ts";
import { addToCart } from "#app/models/cart/cart.server.ts";
import { changeProduct } from "#app/models/catalogue/editing/change-product.server.ts";
import { durabilityFieldText } from "#app/models/catalogue/editing/safety-facts.ts";
import { logOut } from "#app/models/customer/session.server.ts";
import { ok, refused } from "#app/models/shared/result.ts";
import { loader as root } from "#app/root.tsx";
import { loader as backInStock } from "#app/routes/catalogue/back-in-stock.tsx";
import { loader as brand } from "#app/routes/catalogue/brand.tsx";
import { loader as brands } from "#app/routes/catalogue/brands.tsx";
import { loader as categories } from "#app/routes/catalogue/categories.tsx";
import { loader as category } from "#app/routes/catalogue/category.tsx";
import { loader as giftsByAge } from "#app/routes/catalogue/gifts-by-age.tsx";
import { loader as newIn } from "#app/routes/catalogue/new-in.tsx";
import { loader as newThisWeek } from "#app/routes/catalogue/new-this-week.tsx";
import { loader as product } from "#app/routes/catalogue/product.tsx";
import { loader as search } from "#app/routes/catalogue/search.tsx";
import { loader as article } from "#app/routes/content/article.tsx";
import { loader as blog } from "#app/routes/content/blog.tsx";
import { loader as contact } from "#app/routes/content/contact.tsx";
import { loader as information } from "#app/routes/content/information.tsx";
import { loader as informationIndex } from "#app/routes/content/information-index.tsx";
import { loader as home } from "#app/routes/storefront/home.tsx";
import { loader as layout } from "#app/routes/storefront/layout.tsx";
import { refreshSearch } from "#app/models/search/index-sync.server.ts";
import { connectSearch, searchPort } from "#app/services/search/search.server.ts";
import { connectContent, content } from "#app/services/content/content.server.ts";
import { listQueries } from "#tests/support/checks/count-queries.ts";
import { customerWithBrowser, savedAddress } from "#tests/support/people/customer.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { changeRows } from "#tests/support/shops/rows.ts";

useTestDatabase();

const ID = "test";
const PERSON = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0";
const STACKERS = "/c/wooden-toys/building-and-stacking/stackers";

const NOTHING: VisitorPart = { cartCount: 0, favourites: [], compared: [], consent: null };

let server: http.Server;
/** What pages that are made show of their visitor. */
let shown = NOTHING;
/** Answers that were made, not sent again. */
let made = 0;
/** Of each of them, whether it made anew what had run out. */
const renewals: Array<boolean> = [];
/** Done while an answer is being made. */
let meanwhile: () => Promise<unknown> = async () => undefined;

beforeEach(() => {
  // In the middle of a minute, so that none ends while a test goes on; nor does the second of PostgreSQL.
  vi.useFakeTimers({ toFake: ["Date", "performance"], now: new Date("2026-11-24T12:00:30.000Z") });
});

beforeAll(async () => {
  server = http.createServer((request, response) =>
    startWhenFree(request, response, () => void serve(request, response)),
  );
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
});

afterEach(() => {
  vi.useRealTimers();
  connectContent(null);
  meanwhile = async () => undefined;
  shown = NOTHING;
});

afterAll(() => new Promise((settle) => server.close(settle)));

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const answer = { response, requestId: ID };
  const candidate = await findCandidate(request, request.url ?? "");
  if (candidate && answerAgain(candidate, request, answer)) return;
  if (candidate) keepWhenSent(candidate, request, answer);
  if (candidate) renewals.push(renewsResponseCache(candidate, response));
  made += 1;
  const requested = new Request("http://localhost:3000/", { headers: { "x-request-id": ID } });
  const page = newPage(`key-${request.url}-${made}`, `<!DOCTYPE html><p>${made}</p>`);
  storePage(page);
  await meanwhile();
  await sealCandidate(requested, { page, shown });
  const { status, headers } = pageResponse({ request: requested, status: 200, headers: new Headers(), page });
  for (const [name, value] of headers) response.setHeader(name, value);
  response.statusCode = status;
  response.end(encodedBody(page, "identity"));
}

/** True when the page at `path` was made for this request, false when it was sent again. */
async function isMade(path: string, headers: http.OutgoingHttpHeaders = {}): Promise<boolean> {
  const before = made;
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((settle, fail) => {
    http
      .get({ port, host: "127.0.0.1", path, headers, agent: false }, (response) => {
        response.resume();
        response.once("end", settle);
      })
      .once("error", fail);
  });
  return made > before;
}

async function warm(path: string): Promise<void> {
  await isMade(path);
  expect(await isMade(path)).toBe(false);
}

/** The Cookie header of somebody with so many units in their basket. */
async function basketOf(quantity: number): Promise<string> {
  const added = await addToCart(null, [{ variantId: 5000, quantity }], new Date());
  if (!added.ok) throw new Error(added.code);
  return (await cartIdCookie(added.value.cart.id)).split(";", 1)[0] ?? "";
}

/** Null for a page that is made anew each time. */
async function keyOf(path: string, headers: Readonly<Record<string, string>>): Promise<string | null> {
  const request = Object.assign(new IncomingMessage(new Socket()), { url: path, headers });
  return (await responseCacheKey(request, path))?.text ?? null;
}

const REQUESTS_MAX = 500;

const setStock = (units: number) =>
  db().updateTable("variants").set({ on_hand: units }).where("id", "=", 5000).execute();

test("a response is cached until a table that it shows changes", async () => {
  await warm("/c/one");

  await setStock(3);

  expect([await isMade("/c/one"), await isMade("/c/one")]).toEqual([true, false]);
});

test("baskets and other private changes invalidate nothing", async () => {
  await warm("/c/two");

  expect((await addToCart(null, [{ variantId: 5000, quantity: 1 }], new Date())).ok).toBe(true);

  expect(await isMade("/c/two")).toBe(false);
});

test("PostgreSQL is queried once a second for changes, and SQLite knows the writer", async () => {
  await warm("/c/ten");
  await addToCart(null, [{ variantId: 5000, quantity: 1 }], new Date());
  expect(await isMade("/c/ten")).toBe(false);

  vi.advanceTimersByTime(1_000);

  expect(await isMade("/c/ten")).toBe(process.env["TEST_ENGINE"] === "postgres");
});

test("a product's page is exact for somebody with a basket, also a moment after another process's change", async () => {
  const cookie = await basketOf(2);
  shown = { ...NOTHING, cartCount: 2 };
  // Tests beside this one write to other databases of the same server, which PostgreSQL counts too.
  let isCached = false;
  for (let requests = 0; requests < REQUESTS_MAX && !isCached; requests += 1)
    isCached = !(await isMade("/p/one", { cookie }));
  expect(isCached).toBe(true);

  // This process counts no change of baskets, as it counts none of another process's. PostgreSQL tells of any.
  await addToCart(null, [{ variantId: 5000, quantity: 1 }], new Date());

  expect(await isMade("/p/one", { cookie })).toBe(process.env["TEST_ENGINE"] === "postgres");
});

test("a transaction counts when it is committed, also for pages drawn while it was open", async () => {
  await warm("/c/three");

  await transact(async () => {
    await setStock(4);
    return ok(null);
  });
  expect(await isMade("/c/three")).toBe(true);

  meanwhile = () =>
    transact(async () => {
      await setStock(5);
      return refused("cart-not-found");
    });
  expect([await isMade("/c/four"), await isMade("/c/four")]).toEqual([true, true]);
});

test("no cached response outlives its minute", async () => {
  vi.setSystemTime(new Date("2026-11-24T13:59:59.900Z"));
  await warm("/c/five");

  vi.setSystemTime(new Date("2026-11-24T14:00:00.000Z"));

  expect(await isMade("/c/five")).toBe(true);
});

test("one of all concurrent requests for an expired page draws it again, and an uncacheable page is drawn by each", async () => {
  vi.setSystemTime(new Date("2026-11-24T13:59:59.900Z"));
  renewals.length = 0;
  await warm("/c/fourteen");
  vi.setSystemTime(new Date("2026-11-24T14:00:00.000Z"));
  // While it is being made, somebody else asks.
  meanwhile = async () => {
    meanwhile = async () => undefined;
    await isMade("/c/fourteen");
  };

  await isMade("/c/fourteen");
  expect(renewals).toEqual([false, true, false]);

  vi.setSystemTime(new Date("2026-11-24T14:01:00.000Z"));
  await isMade("/c/fourteen");
  expect(renewals.at(-1)).toBe(true);
});

test("a response that was started in the previous minute is not cached", async () => {
  vi.setSystemTime(new Date("2026-11-24T13:59:59.900Z"));
  meanwhile = async () => vi.setSystemTime(new Date("2026-11-24T14:00:00.000Z"));

  expect([await isMade("/c/six"), await isMade("/c/six")]).toEqual([true, true]);
});

test.each(REFUSED_HEADERS)("a request with %s bypasses the response cache", async (name) => {
  const values: Readonly<Record<string, string>> = {
    "content-length": "0",
    "transfer-encoding": "chunked",
    expect: "100-continue",
  };
  await warm("/c/eight");

  expect(await isMade("/c/eight", { [name]: values[name] ?? "x" })).toBe(true);
});

test("a request with an unknown cookie bypasses the response cache", async () => {
  await warm("/c/eleven");

  expect([await isMade("/c/eleven", { cookie: "x=1" }), await isMade("/c/eleven", { cookie: "" })]).toEqual([
    true,
    true,
  ]);
});

test("a visitor gets the page of another visitor with the same visible state, and of no other", async () => {
  const cookie = await basketOf(2);
  shown = { ...NOTHING, cartCount: 2 };
  const see = async (who: string) => isMade("/c/twelve", { cookie: who });

  expect([await see(cookie), await see(cookie), await see(await basketOf(2))]).toEqual([true, false, false]);
  expect([await see(await basketOf(1)), await isMade("/c/twelve")]).toEqual([true, true]);
});

test.each(["/c/fifteen", "/p/fifteen"])("%s costs one query for somebody with a basket", async (path) => {
  const cookie = await basketOf(2);
  shown = { ...NOTHING, cartCount: 2 };
  let texts: ReadonlyArray<string> = [];
  const answers: Array<boolean> = [];
  // Tests beside this one write to other databases of the same server, which PostgreSQL counts too.
  while (answers.length < REQUESTS_MAX && answers.at(-1) !== false)
    texts = await listQueries(async () => answers.push(await isMade(path, { cookie })));

  expect(answers.at(-1)).toBe(false);
  expect(texts.filter((text) => text !== "pragma data_version")).toEqual([
    expect.stringContaining('from "cart_lines"'),
  ]);
});

test("a page that shows another basket than its visitor had is not cached", async () => {
  const cookie = await basketOf(1);
  shown = { ...NOTHING, cartCount: 2 };

  expect([await isMade("/c/thirteen", { cookie }), await isMade("/c/thirteen", { cookie })]).toEqual([
    true,
    true,
  ]);
});

test.each(["save-data=on", "sec-gpc=1", "accept-encoding=br", "user-agent=Googlebot", "host=other"])(
  "a request with %s has cached responses of its own",
  async (text) => {
    const [name = "", value] = text.split("=");
    const path = `/c/nine-${name}`;
    const plain = { "user-agent": PERSON };
    const other = { ...plain, [name]: value };
    await isMade(path, plain);

    expect([await isMade(path, other), await isMade(path, other), await isMade(path, plain)]).toEqual([
      true,
      false,
      false,
    ]);
  },
);

test("changed articles and pages invalidate the cache", async () => {
  const own = content();
  let mark = 1;
  connectContent({ ...own, mark: async () => mark });
  await warm("/blog/seven");

  mark = 2;

  expect(await isMade("/blog/seven")).toBe(true);
});

test("a search is cached until the job has taken in changes", async () => {
  await db().updateTable("products").set({ name: "Steam Train" }).where("id", "=", 101).execute();
  await warm("/search/train");

  await refreshSearch();

  expect([await isMade("/search/train"), await isMade("/search/train")]).toEqual([true, false]);
});

const ENGINE_INDEX = {
  name: "engine",
  configure: async () => undefined,
  save: async () => undefined,
  remove: async () => undefined,
};

test("a search by a hosted engine is never cached", async () => {
  await searchPort().search("train");
  connectSearch({ port: searchPort(), index: ENGINE_INDEX });
  try {
    expect([await isMade("/search/rainbow"), await isMade("/search/rainbow")]).toEqual([true, true]);
  } finally {
    connectSearch(undefined);
  }
});

const PAGES = [
  ["/", home],
  ["/category", categories],
  [STACKERS, category],
  ["/c/new", newIn],
  ["/c/new/week/new", newThisWeek],
  ["/c/back-in-stock", backInStock],
  ["/c/gifts/gifts-by-age", giftsByAge],
  ["/brands", brands],
  ["/brands/hollybough-workshop", brand],
  ["/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker", product],
  // By appointment: its days fill up with orders, and come back with those that end.
  ["/p/nursery-furniture/sleep/cot-beds/cot-bed", product],
  ["/search/train", search],
  ["/blog", blog],
  ["/blog/play/5", article],
  ["/information", informationIndex],
  ["/information/delivery-and-return", information],
  ["/information/contact-us", contact],
  ["/information/contact", contact],
] as const;
const PARAMS = {
  brandSlug: "hollybough-workshop",
  slug1: "play",
  articleId: "5",
  slug: "delivery-and-return",
};

/** The index of the search counts once for each piece of work on it, as other tests show. */
test.each(PAGES)("no table that %s shows to every visitor is declared as unshown", async (at, page) => {
  const args = { request: new Request(`http://localhost:3000${at}`), params: PARAMS, context: {} };

  const texts = await listQueries(() => Promise.all([root(args), layout(args), page(args)]));

  expect(tablesIn(texts)).toContain("catalogue_version");
  expect(privateTablesIn(texts)).toEqual([]);
});

function tablesIn(texts: ReadonlyArray<string>): ReadonlyArray<string> {
  return texts.flatMap((text) =>
    [...text.matchAll(/\b(?:from|join)\s+"(\w+)"/gi)].map(([, table = ""]) => table),
  );
}

function privateTablesIn(texts: ReadonlyArray<string>): ReadonlyArray<string> {
  return tablesIn(texts).filter((table) => TABLES_NOT_ON_PAGES.has(table) && !/^search_/.test(table));
}

test.each(PAGES)(
  "%s reads no private table of a customer that its key does not read too",
  async (at, page) => {
    const { customer, cookie } = await customerAtBrowser();
    await savedAddress(customer.id);
    const durability = durabilityFieldText({ brand: "The Workshop", model: "RS-7", years: 5 });
    await changeProduct(101, { durability }, { now: new Date() });
    const headers = { cookie: `${cookie}; ${await basketOf(1)}`, "user-agent": PERSON };
    const draw = () => {
      const request = new Request(`http://localhost:3000${at}`, { headers });
      const args = { request, params: PARAMS, context: {} };
      return Promise.all([root(args), layout(args), page(args)]);
    };
    // The first look takes in the change of the catalogue.
    await draw();

    const shown = await listQueries(draw);
    const key = await keyOf(at, headers);
    const keyed = await listQueries(() => keyOf(at, headers));

    expect(privateTablesIn(shown)).toContain("customer_sessions");
    // Without a key the page is made anew each time.
    if (key === null) expect(at).toMatch(/^\/information\/contact/);
    else expect(privateTablesIn(keyed)).toEqual(expect.arrayContaining([...privateTablesIn(shown)]));
  },
);

test("a customer's new country shows on the next look at a product, and a guest's page reads no address", async () => {
  const { customer, cookie } = await customerAtBrowser();
  await savedAddress(customer.id);
  const moveTo = (country_code: string) =>
    changeRows("customer_addresses", { customer_id: customer.id }, { country_code, is_default_delivery: 1 });
  await moveTo("GB");
  const key = () => keyOf("/p/one", { cookie });
  const before = await key();

  await moveTo("IE");
  const after = await key();
  await moveTo("GB");

  expect(after).not.toBe(before);
  expect(await key()).toBe(before);
  const guest = { cookie: await basketOf(1) };
  const read = await listQueries(() => keyOf("/p/one", guest));
  expect(tablesIn(read)).not.toContain("customer_addresses");
});

test.each([
  ['select * from "variants" for update', false],
  ["begin", false],
  ["pragma data_version", false],
  ['insert into "jobs" ("id") values (?) on conflict do update set "kind" = ?', false],
  ['with "old" as (select 1) select * from "old"', false],
  ['update "variants" set "on_hand" = ?', true],
  ['update "variants" set "reserved" = ? returning "on_hand" /* its writer tells */', false],
  ["DELETE FROM products", true],
  ['with "x" as (update "variants" set "reserved" = 0 returning *) select * from "x"', true],
  ['insert into "jobs" select * from "carts"; update "reviews" set "rating" = 1', true],
  ["vacuum", true],
  ['alter table "brands" add column "x" text', true],
])("%s: %s", (text, isShown) => {
  expect(mayChangePages(text)).toBe(isShown);
});

/** A customer and the Cookie header of their browser. */
async function customerAtBrowser() {
  const { customer, token } = await customerWithBrowser();
  const session = await readSession(new Request("http://localhost:3000/"));
  session.logIn({ customerId: customer.id, token });
  return { customer, token, cookie: ((await commitSession(session)) ?? "").split(";", 1)[0] ?? "" };
}

test("a customer whose session has ended never gets a guest's cached page", async () => {
  const { token, cookie } = await customerAtBrowser();
  await isMade("/c/ended", { cookie });
  expect(await isMade("/c/ended", { cookie })).toBe(false);

  await logOut(token);

  expect([await isMade("/c/ended", { cookie }), await isMade("/c/ended", { cookie })]).toEqual([true, true]);
});
