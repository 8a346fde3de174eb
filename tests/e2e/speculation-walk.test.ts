/**
 * Random walks through the shop in a browser that fetches pages ahead: no page may show a count of before a change. By
 * hand: `SPECULATION_WALKS=200 npx vitest run --project e2e tests/e2e/speculation-walk.test.ts`.
 */
import type { BrowserContext, Page } from "playwright";
import { beforeAll, expect, test } from "vitest";

import { type RandomDraw, seededRandom } from "#scripts/seeded-random.ts";
import { newCustomer, PASSWORD } from "#tests/support/people/customer/customer-visitor.ts";
import { taken } from "#tests/support/people/journey.ts";
import { type ScriptMode, visit } from "#tests/support/people/visit.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const WALKS = Number(process.env["SPECULATION_WALKS"] ?? 2);
const STEPS = 6;
const WALK_MAX_MS = 150_000;
/** Time for the browser to fetch what is pointed at: moderate eagerness waits 200 ms. */
const AHEAD_MS = 700;
/** Looks at the counts of a page that scripts may still be updating, on a machine that has much else to do. */
const SETTLE_LOOKS = 20;
const EMAIL = "ida@example.org";
const VARIANTS = ["5000", "1003"];
const SAVED = ["101-5000", "102"];
/** A page with links to lists, products and articles. */
const START = "/";
/** Linked there, and drawn ahead. */
const DEPARTMENT = "/c/wooden-toys";
const LINKS_LEAST = 5;
const LINKS = ["/p/", "/c/", "/blog/"].map((start) => `main a[href^="${start}"]:visible`).join(", ");

type Counts = Readonly<{ basket: string; favourites: string }>;

const shop = useShop();

beforeAll(async () => {
  await newCustomer(shop, EMAIL);
});

test.each(["off", "on"] as const)(
  `with scripts %s, no page of ${WALKS} random walks shows a count that the server does not have`,
  async (mode) => {
    const stale: Array<unknown> = [];
    let aheadShown = 0;
    for (let seed = 1; seed <= WALKS; seed += 1) {
      const walk = await walkOnce(mode, seed);
      stale.push(...walk.stale.map((step) => ({ seed, ...step })));
      aheadShown += walk.aheadShown;
    }

    expect(stale).toEqual([]);
    // Scripts follow links themselves, and fetch data ahead instead of documents.
    if (mode === "off") expect(aheadShown).toBeGreaterThan(0);
  },
  WALKS * WALK_MAX_MS,
);

async function walkOnce(mode: ScriptMode, seed: number) {
  const { page: shown, close } = await visit(mode, { keepsPages: true, fetchesAhead: true });
  const context = shown.context();
  const other = await context.newPage();
  await Promise.all([shown.goto(shop.origin + START), other.goto(`${shop.origin}/information`)]);
  await taken(shown, mode);
  const random = seededRandom(seed, 0);
  const stale: Array<Readonly<{ change: string; path: string; counts: Counts; server: Counts }>> = [];
  let aheadShown = 0;
  // Without scripts in another tab: in this one every form loads a document, which has nothing fetched ahead. Scripts
  // keep their page and its counts until it changes something itself.
  const changeAhead = (drawn: RandomDraw) => (mode === "off" ? changeIn(other, drawn) : pressHeart(shown));
  for (let step = 0; step < STEPS; step += 1) {
    await shown.bringToFront();
    if (mode === "on" && random.is(0.5)) {
      await changeIn(shown, random);
      await shown.goto(shop.origin + START);
      await taken(shown, mode);
    }
    if ((await shown.locator(LINKS).count()) < LINKS_LEAST) await shown.goto(shop.origin + START);
    const drawn = shown.locator(LINKS).nth(random.whole(0, LINKS_LEAST - 1));
    const isFirst = mode === "off" && step === 0;
    const href = isFirst ? DEPARTMENT : ((await drawn.getAttribute("href")) ?? "");
    const target = new URL(href, shop.origin).href;
    // By its address: while a page still loads, its n-th link can become another.
    const link = shown.locator(`main a[href="${href}"]:visible`).first();
    if (target === shown.url()) continue;
    const written = shop.logs().length;
    await link.hover();
    // The first is shown as it was fetched ahead, however long that takes on this machine.
    if (isFirst) await expect.poll(() => shop.logs().slice(written)).toContain(`"path":"${DEPARTMENT}"`);
    else await shown.waitForTimeout(AHEAD_MS);
    // Half of the links are followed without a change: what was fetched ahead is shown.
    const change = isFirst || random.is(0.5) ? "nothing" : await changeAhead(random);
    await Promise.all([shown.waitForURL(target, { waitUntil: "load" }), link.click()]);
    if (mode === "on") await isDrawn(shown);
    if (await wasFetchedAhead(shown)) aheadShown += 1;
    const server = await countsOfServer(context);
    const counts = mode === "on" ? await settledCounts(shown, server) : await countsOn(shown);
    if (JSON.stringify(counts) !== JSON.stringify(server))
      stale.push({ change, path: new URL(shown.url()).pathname, counts, server });
  }
  await close();
  return { stale, aheadShown };
}

/** Waits until the page of the address is shown: scripts change the address first, while links of the page before it stay. */
async function isDrawn(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
    return canonical !== null && new URL(canonical.href).pathname === location.pathname;
  });
  await page.waitForTimeout(AHEAD_MS);
}

/** Changes something in another tab, by the shop's own forms. Answers with what it was. */
async function changeIn(tab: Page, random: RandomDraw): Promise<string> {
  const lines = await tab.evaluate(async () => {
    const html = await (await fetch("/cart")).text();
    return [...html.matchAll(/name="lineId" value="([^"]+)"/g)].map(([, id = ""]) => id);
  });
  const variantId = random.one(VARIANTS);
  const saved = random.one(SAVED);
  const changes: ReadonlyArray<readonly [string, string, Record<string, string>]> = [
    ["add", "/cart", { intent: "add", variantId, quantity: "1" }],
    ["remove", "/cart", { intent: "remove", lineId: lines[0] ?? "" }],
    ["save", "/favourites", { save: saved }],
    ["forget", "/favourites", { remove: saved }],
    ["log in", "/login", { email: EMAIL, password: PASSWORD }],
    ["log out", "/logout", {}],
  ];
  const [name, path, fields] = random.one(changes);
  await tab.evaluate(
    async ([to, values]) => {
      await fetch(to, { method: "POST", body: new URLSearchParams(values) });
    },
    [path, fields] as const,
  );
  return name;
}

/** Saves the first card's product, or forgets it, by the button on the page. */
async function pressHeart(page: Page): Promise<string> {
  const heart = page.locator('main button:is([name="save"], [name="remove"]):visible').first();
  if ((await heart.count()) === 0) return "nothing";
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  await heart.click();
  await answered;
  return "heart";
}

const COUNTS = /aria-label="Favourites, (\d+) items?"[\s\S]*?aria-label="Basket, (\d+) items?"/;

async function countsOn(page: Page): Promise<Counts> {
  return readCounts(await page.locator("header").first().innerHTML());
}

/** The page's counts once they are `server`, or those that it still shows after a while: what is stale stays so. */
async function settledCounts(page: Page, server: Counts): Promise<Counts> {
  for (let looked = 0; looked < SETTLE_LOOKS; looked += 1) {
    if (JSON.stringify(await countsOn(page)) === JSON.stringify(server)) return server;
    await page.waitForTimeout(AHEAD_MS);
  }
  return countsOn(page);
}

/** What the basket's page says, which is made anew for each request. */
async function countsOfServer(context: BrowserContext): Promise<Counts> {
  return readCounts(await (await context.request.get(`${shop.origin}/cart`)).text());
}

function readCounts(html: string): Counts {
  const [, favourites, basket] = COUNTS.exec(html) ?? [];
  if (favourites === undefined || basket === undefined) throw new Error(`No counts in ${html.slice(0, 500)}`);
  return { basket, favourites };
}

function wasFetchedAhead(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const [entry] = performance.getEntriesByType("navigation") as Array<
      PerformanceNavigationTiming & { activationStart?: number; deliveryType?: string }
    >;
    return (entry?.activationStart ?? 0) > 0 || entry?.deliveryType === "navigational-prefetch";
  });
}
