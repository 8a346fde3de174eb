/** The demo shop as a search engine walks through it: sitemap, feed, every page, every link. */
import { beforeAll, expect, test } from "vitest";

import { type FeedItem, readFeed, readSitemap } from "#tests/support/checks/feed.ts";
import { offersOf, readStructured, type StructuredThing } from "#tests/support/checks/structured-data.ts";
import { type Answer, Shopper, unescapeHtml } from "#tests/support/people/shopper.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

/** Pages asked for at the same time. */
const CRAWLERS = 4;
/** More is cut off in lists of results. */
const TITLE_MAX_CHARACTERS = 90;
/** What robots.txt closes is not walked, nor are images: tests/server/every-page.test.ts asks for them. */
const CLOSED = /^\/(?:image|account|api|cart|checkout|compare|favourites|search|test-payment)(?:[/?]|$)/;

/** What a search engine takes from a page. Read without a document: there are some two hundred pages. */
type Page = Readonly<{
  title: string;
  canonicals: ReadonlyArray<string>;
  /** Content by name or property. */
  meta: ReadonlyMap<string, string>;
  links: ReadonlyArray<string>;
  ids: ReadonlySet<string>;
  structured: ReadonlyArray<string>;
  /** The words of the part that is the page's own. */
  words: string;
}>;
type Visited = Readonly<{ answer: Answer; page: Page | null }>;

const shop = useShop();
let listed: ReadonlyArray<string> = [];
let feed: ReadonlyArray<FeedItem> = [];
const visited = new Map<string, Visited>();
/** Where the first link to an address was found. */
const foundOn = new Map<string, string>();

beforeAll(async () => {
  const bot = new Shopper(shop.origin, { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" });
  const files = readSitemap((await bot.get("/sitemap.xml")).body).map(({ loc }) => pathOf(loc));
  const found = new Set<string>();
  for (const file of files) {
    for (const { loc } of readSitemap((await bot.get(file)).body)) found.add(pathOf(loc));
  }
  listed = [...found];
  feed = readFeed((await bot.get("/feeds/google.xml")).body);
  await walk(bot);
});

/** From the home page along every link; then whatever of the sitemap no link led to. */
async function walk(bot: Shopper): Promise<void> {
  const queue = ["/"];
  const known = new Set(queue);
  let busy = 0;
  const crawl = async () => {
    for (;;) {
      const path = queue.shift();
      if (path === undefined) {
        if (busy === 0) return;
        await new Promise((resolve) => setImmediate(resolve));
        continue;
      }
      busy += 1;
      for (const link of await visit(bot, path)) {
        if (known.has(link)) continue;
        known.add(link);
        foundOn.set(link, path);
        queue.push(link);
      }
      busy -= 1;
    }
  };
  await Promise.all(Array.from({ length: CRAWLERS }, crawl));
  for (const path of listed) if (!visited.has(path)) await visit(bot, path);
}

/** Keeps the answer and tells the links of the page, or where it leads. */
async function visit(bot: Shopper, path: string): Promise<ReadonlyArray<string>> {
  const answer = await bot.get(path);
  const isPage = String(answer.headers["content-type"]).startsWith("text/html") && answer.location === null;
  const page = isPage ? readPage(answer.body) : null;
  visited.set(path, { answer, page });
  if (answer.location !== null) return [answer.location];
  return page ? linksOf(page, path) : [];
}

/** The attributes of each `name` tag. */
function tagsOf(html: string, name: string): ReadonlyArray<ReadonlyMap<string, string>> {
  const tags = html.matchAll(new RegExp(`<${name}\\s([^>]*)>`, "g"));
  return [...tags].map(([, attributes = ""]) => {
    const pairs = attributes.matchAll(/([\w:-]+)="([^"]*)"/g);
    return new Map([...pairs].map(([, key = "", value = ""]) => [key, unescapeHtml(value)]));
  });
}

function readPage(html: string): Page {
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "";
  const canonicals = tagsOf(html, "link").filter((link) => link.get("rel") === "canonical");
  return {
    title: unescapeHtml(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ""),
    canonicals: canonicals.flatMap((link) => link.get("href") ?? []),
    meta: new Map(
      tagsOf(html, "meta").map((meta) => [
        meta.get("name") ?? meta.get("property") ?? "",
        meta.get("content") ?? "",
      ]),
    ),
    links: tagsOf(html, "a").flatMap((link) => link.get("href") ?? []),
    ids: new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id = ""]) => id)),
    structured: [...html.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)].map(
      ([, text = ""]) => text,
    ),
    words: unescapeHtml(main.replace(/<script[^>]*>[^<]*<\/script>|<!--.*?-->|<[^>]*>/g, " ")).replace(
      /\s+/g,
      " ",
    ),
  };
}

/** What of a page's links is walked: pages, and the further pages of lists; choices lead to the same content. */
function linksOf({ links }: Page, path: string): ReadonlyArray<string> {
  return links
    .map((link) => new URL(link, shop.origin + path))
    .filter(({ origin, protocol }) => origin === shop.origin && /^https?:$/.test(protocol))
    .map(({ pathname, searchParams }) => {
      const page = searchParams.size === 1 ? searchParams.get("page") : null;
      return page === null ? pathname : `${pathname}?page=${page}`;
    })
    .filter((one) => !CLOSED.test(one));
}

function pathOf(address: string): string {
  expect(address.startsWith(`${shop.origin}/`)).toBe(true);
  return address.slice(shop.origin.length);
}

const pages = () =>
  [...visited].flatMap(([path, { answer, page }]) => (page ? [{ path, answer, page }] : []));
const isUnlisted = ({ meta }: Page) => meta.get("robots") === "noindex";
const structuredOf = ({ structured }: Page): ReadonlyArray<StructuredThing> =>
  structured.flatMap(readStructured);

test("every link leads to a page, with one redirect at most", () => {
  const bad = [...visited].filter(([, { answer }]) => {
    if (answer.location === null) return answer.status !== 200;
    const target = visited.get(answer.location);
    return ![301, 302, 303].includes(answer.status) || (target !== undefined && target.answer.status !== 200);
  });

  process.stdout.write(`${visited.size} addresses walked, ${listed.length} of them in the sitemap\n`);
  expect(bad.map(([path, { answer }]) => `${path} on ${foundOn.get(path) ?? ""}: ${answer.status}`)).toEqual(
    [],
  );
  expect(visited.size).toBeGreaterThan(listed.length);
});

test("every link to an anchor leads to an existing one", () => {
  const bad = pages().flatMap(({ path, page }) =>
    page.links
      .map((link) => new URL(link, shop.origin + path))
      .filter(({ origin, hash }) => origin === shop.origin && hash !== "")
      .filter(({ pathname, hash }) => {
        const target = visited.get(pathname)?.page;
        return target && !target.ids.has(decodeURIComponent(hash.slice(1)));
      })
      .map(({ pathname, hash }) => `${pathname}${hash} on ${path}`),
  );

  expect(bad).toEqual([]);
});

test("every page has exactly one canonical address, which is absolute and a page itself", () => {
  const wrong = pages().flatMap(({ path, page }) => {
    const [canonical, ...more] = page.canonicals;
    const target = canonical ? visited.get(pathOf(canonical)) : undefined;
    const isRight = more.length === 0 && target?.answer.status === 200;
    return isRight ? [] : [`${path}: ${canonical ?? "none"}`];
  });

  expect(wrong).toEqual([]);
});

test("the sitemap lists exactly the indexable pages: no orphan, no alias, no closed page", () => {
  const own = pages()
    .filter(({ path, page }) => !isUnlisted(page) && page.canonicals[0] === shop.origin + path)
    // Further pages of a list are found through its first one.
    .filter(({ path }) => !path.includes("?page="))
    .map(({ path }) => path);

  expect([...listed].sort()).toEqual(own.sort());
  expect(listed.filter((path) => path !== "/" && !foundOn.has(path))).toEqual([]);
  expect(listed.length).toBeGreaterThan(150);
});

test("every indexable page has a description and sharing tags", () => {
  const lacking = pages()
    .filter(({ page }) => !isUnlisted(page))
    .flatMap(({ path, page: { title, meta, canonicals } }) => {
      const parts = {
        title: title.length > 5 && title.length <= TITLE_MAX_CHARACTERS,
        description: (meta.get("description") ?? "").length > 20,
        "og:title": meta.get("og:title") !== undefined && title.startsWith(meta.get("og:title") ?? ""),
        "og:url": meta.get("og:url") === canonicals[0],
        "og:image": meta.get("og:image")?.startsWith(`${shop.origin}/share/`),
        "twitter:card": meta.get("twitter:card") === "summary_large_image",
      };
      return Object.entries(parts).flatMap(([part, isThere]) => (isThere ? [] : [`${path}: ${part}`]));
    });

  expect(lacking).toEqual([]);
});

test("the structured data of every page is valid for Google, and of the page's kind", () => {
  const kinds = new Map<string, number>();
  for (const { path, page } of pages()) {
    const things = structuredOf(page);
    const types = things.map((thing) => thing["@type"]);
    for (const type of types) kinds.set(type, (kinds.get(type) ?? 0) + 1);
    if (path === "/") expect(types).toEqual(["OnlineStore", "WebSite"]);
    if (path.startsWith("/p/")) expect([path, types[0]]).toEqual([path, expect.stringMatching(/^Product/)]);
    if (/^\/blog\/.+\/\d+$/.test(path)) expect(types).toContain("BlogPosting");
    if (/^\/(?:p|c|brands|information|blog)\//.test(path)) {
      expect([path, types]).toEqual([path, expect.arrayContaining(["BreadcrumbList"])]);
    }
  }

  process.stdout.write(`structured data: ${JSON.stringify(Object.fromEntries(kinds))}\n`);
});

test("every product costs the same on its page, in its structured data and in the feed", () => {
  const items = new Map(feed.map((item) => [item.get("id"), item]));
  let compared = 0;
  for (const { path, page } of pages().filter((one) => one.path.startsWith("/p/"))) {
    const offers = offersOf(structuredOf(page));
    const prices = [...offers].map(([sku, offer]) => {
      const item = items.get(sku);
      const former = offer.priceSpecification?.price ?? null;
      expect([sku, item?.get("sale_price") ?? item?.get("price")]).toEqual([sku, `${offer.price} GBP`]);
      expect([sku, item?.get("sale_price") ? item.get("price") : null]).toEqual([
        sku,
        former && `${former} GBP`,
      ]);
      expect([sku, item?.get("link")]).toEqual([sku, offer.url]);
      compared += 1;
      return {
        sku,
        words: former ? `Was ${pounds(former)}, now ${pounds(offer.price)}` : pounds(offer.price),
      };
    });
    // The page begins with one variant: its product code and, after the heading, its price.
    const [, sku = ""] = /Product code (\S+?)\.?\s/.exec(page.words) ?? [];
    const shown = /Was £[\d,.]+\d, now £[\d,.]+\d|£[\d,.]+\d/.exec(page.words)?.[0];
    expect([path, shown]).toEqual([path, prices.find((one) => one.sku === sku)?.words]);
    expect(prices.length).toBeGreaterThan(0);
  }

  process.stdout.write(`${compared} prices compared\n`);
  expect(compared).toBe(feed.length);
});

function pounds(amount: string): string {
  return new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" }).format(Number(amount));
}

test("a rating is in the structured data only where reviews are shown", () => {
  const reported = pages()
    .filter(({ path }) => path.startsWith("/p/"))
    .map(({ path, page }) => {
      const rating = structuredOf(page)
        .flatMap((thing) =>
          "aggregateRating" in thing && thing.aggregateRating ? [thing.aggregateRating] : [],
        )
        .at(0);
      return {
        path,
        count: rating?.reviewCount ?? 0,
        shows: /out of 5, from \d+ (?:person|people)/.test(page.words),
      };
    });

  expect(reported.filter(({ count, shows }) => count > 0 !== shows)).toEqual([]);
  expect(reported.some(({ count }) => count > 0) && reported.some(({ count }) => count === 0)).toBe(true);
});
