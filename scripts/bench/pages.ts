/** Lighthouse on every kind of page: a phone by simulated throttling, a first visit to each. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import lighthouse, { type Flags, type Result } from "lighthouse";
import { type BrowserContext, chromium } from "playwright";

import { CHROMIUM_FLAGS, findChromium, HOW_TO_GET_CHROMIUM } from "#tests/support/people/chromium.ts";
import { freePort } from "#tests/support/shops/listening.ts";
import { type RunningShop, startShop } from "#tests/support/shops/server.ts";

import { newVisitors, PAGE_TYPES, type PageType } from "./page-types.ts";

/** The audit of search engines that a page fails by being nobody's search result. */
const INDEXING = "is-crawlable";
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
/** Before a page is measured. */
const VISITS = 10;
const PACKING_MS = 300;
/** As large as the phone that Lighthouse emulates: images of these sizes are made before they are measured. */
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};

/** What Lighthouse says of a page. Scores from 0 to 100, times in milliseconds. */
export type PageScore = Readonly<{
  name: string;
  path: string;
  scores: ReadonlyArray<number>;
  lcp: number;
  cls: number;
  tbt: number;
  /** The audits that cost points, by id. */
  failed: ReadonlyArray<string>;
}>;

type Options = Readonly<{
  /** Names of page types; null for all. */
  only: ReadonlyArray<string> | null;
  /** Folder for Lighthouse's reports, as JSON; null for none. */
  reports: string | null;
  /** The phone's processor is so many times slower than this machine's. */
  slowdown: number;
  /** How often each page is looked at: the look in the middle counts, by its performance. */
  looks: number;
  say: (line: string) => void;
}>;

/** Measures every kind of page of a shop of its own. Throws when there is no Chromium. */
export async function measurePages({
  only,
  reports,
  slowdown,
  looks,
  say,
}: Options): Promise<ReadonlyArray<PageScore>> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error(`No Chromium. ${HOW_TO_GET_CHROMIUM}`);
  if (reports) mkdirSync(reports, { recursive: true });
  const shop = await startShop({ env: { LOG_LEVEL: "warn" } });
  const port = await freePort();
  const scores: Array<PageScore> = [];
  try {
    const visitors = await newVisitors(shop);
    for (const page of PAGE_TYPES.filter(({ name }) => only?.includes(name) ?? true)) {
      // A browser of its own: nothing of the page before is left.
      const browser = await chromium.launch({
        executablePath,
        args: [...CHROMIUM_FLAGS, `--remote-debugging-port=${port}`],
      });
      const session = await browser.newBrowserCDPSession();
      const cookies = cookiesOf(visitors[page.by], shop.origin);
      const context = await browser.newContext(PHONE);
      await context.addCookies([...cookies]);
      await (await context.newPage()).goto(shop.origin + page.path, { waitUntil: "networkidle" });
      await visitOften(context, shop.origin + page.path);
      await context.close();
      const begin = () => session.send("Storage.setCookies", { cookies: [...cookies] });
      const result = await lookOften({ shop, port, page, slowdown, begin }, looks).finally(() =>
        browser.close(),
      );
      if (reports) writeFileSync(join(reports, `${page.name}.json`), JSON.stringify(result));
      const score = scoreOf(page, result);
      scores.push(score);
      say(`  ${score.name}: ${score.scores.join("/")} ${score.failed.join(", ")}`);
    }
  } finally {
    await shop.stop();
  }
  return scores;
}

/** As a page that others have looked at: packed as small as it goes (decision 0021). */
async function visitOften(context: BrowserContext, address: string): Promise<void> {
  for (let visits = 0; visits < VISITS; visits += 1) await context.request.get(address);
  await pause(PACKING_MS);
}

/** A Cookie header as the browser keeps it. Lighthouse empties the cache before it looks, and leaves cookies alone. */
function cookiesOf(header: string, url: string) {
  return header
    .split("; ")
    .filter((pair) => pair !== "")
    .map((pair) => ({
      name: pair.slice(0, pair.indexOf("=")),
      value: pair.slice(pair.indexOf("=") + 1),
      url,
    }));
}

/** On a busy machine the browser's trace may lack its beginning. */
const ATTEMPTS = 3;

type Look = Readonly<{
  shop: RunningShop;
  port: number;
  page: PageType;
  slowdown: number;
  /** Called before each look: the last one has taken the visitor's cookies along. */
  begin: () => Promise<unknown>;
}>;

/** What Lighthouse says of `times` looks: one scores as much as the one in the middle. */
async function lookOften(look: Look, times: number): Promise<Result> {
  const results: Array<Result> = [];
  while (results.length < times) results.push(await lookAt(look));
  const performance = ({ categories }: Result) => categories["performance"]?.score ?? 0;
  results.sort((one, other) => performance(one) - performance(other));
  const middle = results[Math.floor((results.length - 1) / 2)];
  if (!middle) throw new Error(`Lighthouse was to look at ${look.page.path} ${times} times`);
  return middle;
}

async function lookAt({ shop, port, page, slowdown, begin }: Look): Promise<Result> {
  const flags: Flags = {
    port,
    logLevel: "error",
    throttling: { cpuSlowdownMultiplier: slowdown },
    onlyCategories: [...CATEGORIES],
    skipAudits: page.isUnlisted ? [INDEXING] : [],
  };
  let problem = "";
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    await begin();
    const outcome = await lighthouse(shop.origin + page.path, flags);
    problem = outcome?.lhr.runtimeError?.message ?? "";
    if (!outcome || problem !== "") continue;
    return outcome.lhr;
  }
  throw new Error(`Lighthouse could not measure ${page.path}: ${problem}`);
}

function scoreOf({ name, path }: PageType, { categories, audits, finalDisplayedUrl }: Result): PageScore {
  const { origin, pathname } = new URL(finalDisplayedUrl);
  const isThere = pathname === new URL(path, origin).pathname;
  const valueOf = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  const failed = CATEGORIES.flatMap((id) => categories[id]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => id);
  return {
    name,
    path,
    // A redirect to another page says nothing about the requested one.
    scores: CATEGORIES.map((id) => (isThere ? 1 : 0) * Math.round((categories[id]?.score ?? 0) * 100)),
    lcp: valueOf("largest-contentful-paint"),
    cls: valueOf("cumulative-layout-shift"),
    tbt: valueOf("total-blocking-time"),
    failed: isThere ? failed : [`led to ${pathname}`],
  };
}
