/** The fast lane beside the slow one, as the built shop sends them: the same bytes, and nobody in it who must not be. */
import { expect, test, vi } from "vitest";

import {
  bytesOf,
  type CachedPageAnswer,
  cachedPageClient,
  type CachedPageHeaders,
  withinOneMinute,
} from "#tests/support/people/cached-pages.ts";
import { inGroupsOf } from "#tests/support/people/in-groups.ts";
import { addToBasket, goToPayment } from "#tests/support/people/purchase.ts";
import { Shopper } from "#tests/support/people/shopper.ts";
import { write } from "#tests/support/shops/shop-data.ts";
import { shopForTest, useShop } from "#tests/support/shops/use-shop.ts";
import { sampled } from "#tests/support/test-part.ts";

const RAINBOW = "/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker";
const BOT = "Googlebot/2.1";
/** Every kind of page that is for everybody. */
const PAGES = [
  RAINBOW,
  "/",
  "/category",
  "/c",
  "/c/wooden-toys",
  "/c/wooden-toys?page=2&sort=price-asc",
  "/c/wooden-toys/building-and-stacking/stackers",
  "/c/new",
  "/c/new/week/new",
  "/c/back-in-stock",
  "/c/gifts/gifts-by-age",
  "/brands",
  "/brands/hollybough-workshop",
  "/search/train",
  "/search?q=travel+system",
  "/blog",
  "/blog/play/5",
  "/information",
  "/information/delivery-and-return",
  "/information/contact-us",
];
const ENCODINGS = ["gzip, deflate, br, zstd", "gzip", "identity", "deflate", null];
const RAINBOW_MUTED = 5000;

const shop = useShop();
const ask = cachedPageClient(shop);

const slowly = (path: string, headers: CachedPageHeaders, method?: string) =>
  ask(path, { ...headers, Cookie: "x=1" }, method);

const withSmallName = (line: string) => line.replace(/^[\w-]+:/, (name) => name.toLowerCase());

/** Asks for `path` until it is packed as small as it will be (decision 0021): from then on its bytes stay. */
async function askOften(path: string): Promise<void> {
  await vi.waitUntil(
    async () =>
      /^etag: "[\w-]+-small"$/im.test((await ask(path, { "Accept-Encoding": "br" })).head.join("\n")),
    { timeout: 60_000, interval: 20 },
  );
}

test("a page that is packed smaller keeps its ETag for programs that take it unpacked", async () => {
  const tag = async () => {
    const { head } = await slowly("/brands/hollybough-workshop", { "Accept-Encoding": "identity" });
    return head.find((line) => /^etag:/i.test(line));
  };
  const first = await tag();
  await askOften("/brands/hollybough-workshop");

  expect(first).toMatch(/-identity"$/);
  expect(await tag()).toBe(first);
});

test.each(sampled(PAGES, 3))("%s has the same bytes with and without the response cache", async (path) => {
  await askOften(path);
  for (const encoding of ENCODINGS) {
    const headers: CachedPageHeaders = encoding === null ? {} : { "Accept-Encoding": encoding };
    const [slow, first, again] = await withinOneMinute(() => [
      () => slowly(path, headers),
      () => ask(path, headers),
      () => ask(path, headers),
    ]);

    // A browser that takes nothing but deflate is served by remix-serve's own compression, each time anew.
    expect([path, encoding, slow.isFast, again.isFast]).toEqual([
      path,
      encoding,
      false,
      encoding !== "deflate",
    ]);
    expect(bytesOf(first)).toEqual(bytesOf(slow));
    expect(bytesOf(again)).toEqual(bytesOf(slow));
  }
});

test.each(sampled(PAGES, 3))("%s is the same for HEAD and for a browser that has it", async (path) => {
  const headers = { "Accept-Encoding": "br" };
  await askOften(path);
  const tag = /^etag: (.+)$/im.exec((await ask(path, headers)).head.join("\n"))?.[1] ?? "";
  const asking = { ...headers, "If-None-Match": `"other", W/${tag}` };

  const [, slowHead, fastHead, slowMatch, fastMatch] = await withinOneMinute(() => [
    () => ask(path, headers),
    () => slowly(path, headers, "HEAD"),
    () => ask(path, headers, "HEAD"),
    () => slowly(path, asking),
    () => ask(path, asking),
  ]);

  expect([slowHead.isFast, fastHead.isFast, slowMatch.isFast, fastMatch.isFast]).toEqual([
    false,
    true,
    false,
    true,
  ]);
  expect(bytesOf(fastHead)).toEqual(bytesOf(slowHead));
  // Without a body there is nothing to compress, and what compresses leaves the names of headers as they are.
  expect(fastMatch.head.map(withSmallName)).toEqual(slowMatch.head.map(withSmallName));
  expect([fastMatch.head[0], fastMatch.body]).toEqual(["HTTP/1.1 304 Not Modified", ""]);
});

test("Save-Data and Global Privacy Control have cached responses of their own", async () => {
  const kinds: ReadonlyArray<CachedPageHeaders> = [
    { "Save-Data": "on" },
    { "Sec-GPC": "1" },
    { "Save-Data": "on", "Sec-GPC": "1" },
  ];
  for (const headers of kinds) {
    const [plain, slow, first, again] = await withinOneMinute(() => [
      () => ask("/c/prams"),
      () => slowly("/c/prams", headers),
      () => ask("/c/prams", headers),
      () => ask("/c/prams", headers),
    ]);

    expect([slow.isFast, again.isFast]).toEqual([false, true]);
    expect([bytesOf(first), bytesOf(again)]).toEqual([bytesOf(slow), bytesOf(slow)]);
    expect(again.body).not.toBe(plain.body);
  }
});

test.each<readonly [string, CachedPageHeaders, string]>([
  ["a cookie", { Cookie: "x=1" }, "GET"],
  ["an empty cookie", { Cookie: "" }, "GET"],
  ["somebody's name", { Authorization: "Bearer x" }, "GET"],
  ["a body", { "Content-Length": "0" }, "GET"],
  ["a form", { "Content-Length": "0", "Sec-Fetch-Site": "same-origin" }, "POST"],
  ["another name of the shop", { Host: "nowhere.example" }, "GET"],
])("%s is never answered by the response cache", async (_, headers, method) => {
  const requested = await withinOneMinute(() => [
    () => ask("/c/pushchairs"),
    () => ask("/c/pushchairs"),
    () => ask("/c/pushchairs", headers, method),
    () => ask("/c/pushchairs", headers, method),
  ]);

  expect(requested.slice(1).map(({ isFast }) => isFast)).toEqual([true, false, false]);
});

test.each([
  "/cart",
  "/checkout",
  "/login",
  "/favourites",
  "/privacy/cookies",
  "/nowhere",
  "/c/no-such-list",
  "/c/stackers",
  "/C/WOODEN-TOYS",
  "/robots.txt",
  "/favicon.svg",
  "/manifest.webmanifest",
  "/search-suggestions?q=tr",
  "/c/wooden-toys?_data=category-1",
])("%s is not a cacheable page", async (path) => {
  await ask(path);

  expect((await ask(path)).isFast).toBe(false);
});

test("a person's first visit to a product is stored, with and without the cache, and a bot's is not", async () => {
  const bot = { "User-Agent": BOT };
  const [first, again, byBot, againByBot] = await withinOneMinute(() => [
    () => ask(RAINBOW),
    () => ask(RAINBOW),
    () => ask(RAINBOW, bot),
    () => ask(RAINBOW, bot),
  ]);
  const cookiesOf = ({ head }: CachedPageAnswer) =>
    head.filter((line) => /^set-cookie:/i.test(line)).map((line) => line.slice(0, line.indexOf("=")));

  expect([again.isFast, againByBot.isFast]).toEqual([true, true]);
  expect([first, again].map(cookiesOf)).toEqual([["set-cookie: viewed"], ["set-cookie: viewed"]]);
  expect([byBot, againByBot].map(cookiesOf)).toEqual([[], []]);
});

test("a redirect of another shop's query goes before the page that was stored for it, until it is removed", async () => {
  const statusOf = async (path: string) => Number((await ask(path)).head[0]?.split(" ")[1]);
  const statuses = async () => [await statusOf("/?p=12"), await statusOf("/?p=13"), await statusOf("/")];
  const values = ["/?p=12", "/?p=12", "/c/prams", "owner", "2026-11-30T12:00:00.000Z"];
  const columns = "from_path_key, from_path, to_path, source, created_at";

  const page = () => ask("/?p=12");
  expect(await withinOneMinute(() => [page, page])).toMatchObject([{}, { isFast: true }]);
  write(shop, `INSERT INTO redirects (${columns}) VALUES (?, ?, ?, ?, ?)`, ...values);
  expect([await statuses(), await statuses()]).toEqual([
    [301, 200, 200],
    [301, 200, 200],
  ]);
  write(shop, "DELETE FROM redirects WHERE from_path_key = ?", "/?p=12");
  expect(await statuses()).toEqual([200, 200, 200]);
});

test("changes by the shop and by other programs are shown at once, and a basket invalidates nothing", async () => {
  const bot = { "User-Agent": BOT };
  const left = async () => {
    const { body, isFast } = await ask(RAINBOW, bot);
    return { isFast, most: Number(/name="quantity"[^>]* max="(\d+)"/.exec(body)?.[1]) };
  };
  const setFree = (units: number) =>
    write(shop, "update variants set on_hand = reserved + ? where id = ?", units, RAINBOW_MUTED);
  setFree(3);
  const shopper = new Shopper(shop.origin);

  expect(await withinOneMinute(() => [left, left])).toMatchObject([{ most: 3 }, { isFast: true, most: 3 }]);
  await addToBasket(shopper, RAINBOW_MUTED, 2);
  expect(await left()).toMatchObject({ most: 3 });
  await goToPayment(shopper);
  expect(await left()).toEqual({ isFast: false, most: 1 });
  expect(await withinOneMinute(() => [left, left])).toMatchObject([{ most: 1 }, { isFast: true, most: 1 }]);
  setFree(2);
  expect(await left()).toEqual({ isFast: false, most: 2 });
});

test("cached responses count towards an address's rate limit", async () => {
  const strict = await shopForTest({ env: { RATE_LIMIT_SCALE: "0.1" } });
  const statusOf = async () => (await fetch(`${strict.origin}/brands`)).status;
  expect([await statusOf(), await statusOf()]).toEqual([200, 200]);
  expect(await inGroupsOf(7, 21, statusOf)).toContain(429);
});
