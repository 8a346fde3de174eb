import { readFileSync } from "node:fs";

import type { BrowserContextOptions, Page } from "playwright";
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";

import { violations, WCAG_AA_AND_BEST_PRACTICE } from "#tests/support/checks/axe.ts";
import {
  arrived,
  atThePaymentPage,
  type Journey,
  open,
  takeDogToPayment,
  taken,
} from "#tests/support/people/journey.ts";
import { follow, send } from "#tests/support/people/steps.ts";
import { type ScriptMode, visit } from "#tests/support/people/visit.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";
import { openTagHosts, type TagHosts } from "#tests/support/vendors/tag-hosts.ts";

const DOG = "/p/wooden-toys/pull-alongs/pull-along-dog";
/** Ten pages of every kind; the purchase that follows has its own. */
const TEN_PAGES = [
  "/",
  "/c/wooden-toys",
  "/c/wooden-toys?page=2",
  DOG,
  "/search?q=rainbow",
  "/brands",
  "/blog",
  "/information/cookies",
  "/cart",
  "/no/such/page",
];
const QUIET_PAGES = ["/login", "/register", "/forgot-password", "/set-password", "/account", "/orders"];
/** How far one had scrolled, and that a page was loaded again: needed, told in the list of cookies, gone with the tab. */
const NEEDED_IN_TAB = ["positions", "reloaded-at"];
/** The longest that tags take to arrive on a busy machine. */
const ARRIVAL = { timeout: 60_000 };

let hosts: TagHosts;

const shop = useShop(async () => {
  hosts = await openTagHosts();
  return { env: hosts.env };
});

afterAll(() => hosts.close());

beforeEach(() => hosts.forget());

type Visitor = Journey &
  Readonly<{
    /** Every request so far that did not go to the shop. */
    outside: ReadonlyArray<string>;
  }>;

async function visitor(mode: ScriptMode, options: BrowserContextOptions = {}): Promise<Visitor> {
  const { page, complaints } = await visit(mode, options);
  const outside: Array<string> = [];
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== shop.origin && protocol !== "data:") outside.push(request.url());
  });
  onTestFinished(() => expect(complaints).toEqual([]));
  return { page, origin: shop.origin, mode, outside };
}

const banner = (page: Page) => page.getByRole("region", { name: "Cookies on this site" });
const choose = (page: Page, name: "Accept" | "Reject") => banner(page).getByRole("button", { name }).click();

/** Names of this browser's cookies that the list of needed cookies does not have. */
async function unlistedCookies(page: Page): Promise<ReadonlyArray<string>> {
  const [needed = ""] = readFileSync("content/information/cookies.md", "utf8").split("## Only if you agree");
  const names = (await page.context().cookies()).map(({ name }) => name);
  return names.filter((name) => !needed.includes(`| \`${name}\` |`));
}

async function stored(page: Page): Promise<ReadonlyArray<string>> {
  const names = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  return names.filter((name) => !NEEDED_IN_TAB.includes(name));
}

/** Nobody was asked for anything, and nothing is kept that is not needed. */
async function expectNothing({ page, outside }: Visitor): Promise<void> {
  expect(outside).toEqual([]);
  expect(hosts.requested()).toEqual([]);
  expect(await unlistedCookies(page)).toEqual([]);
  expect(await stored(page)).toEqual([]);
}

/** Where no script runs nobody but the shop could ask for anything, and it answers as with scripts: three will do. */
async function pagesOfEveryKind(journey: Visitor): Promise<void> {
  const paths = journey.mode === "on" ? TEN_PAGES : TEN_PAGES.slice(0, 3);
  for (const path of paths) await open(journey, path);
}

async function purchase(journey: Visitor): Promise<void> {
  await takeDogToPayment(journey);
  await atThePaymentPage(journey, /^Pay £/);
  await journey.page.getByRole("heading", { name: "Thank you, Hannah" }).waitFor();
}

/** Addresses of the scripts in the page that are not the shop's own. */
async function foreignScripts(page: Page): Promise<ReadonlyArray<string>> {
  const addresses = await page
    .locator("script[src]")
    .evaluateAll((all) => all.map((one) => (one as HTMLScriptElement).src));
  return addresses.filter((address) => !address.startsWith(`${shop.origin}/assets/`));
}

describe.each(["on", "off", "aborted"] as const)("scripts %s", (mode) => {
  test("before the consent question is answered, pages of every kind and a purchase send nothing to others and store nothing", async () => {
    const journey = await visitor(mode);
    await pagesOfEveryKind(journey);
    await open(journey, "/");
    await banner(journey.page).waitFor();
    await purchase(journey);

    expect(await banner(journey.page).count()).toBe(0);
    await expectNothing(journey);
  });

  test("a rejection holds on its page and on all others", async () => {
    const journey = await visitor(mode);
    const { page } = journey;
    await open(journey, "/c/wooden-toys?page=2");
    await choose(page, "Reject");
    await banner(page).waitFor({ state: "detached" });

    expect(page.url()).toBe(`${shop.origin}/c/wooden-toys?page=2`);
    await pagesOfEveryKind(journey);
    expect(await banner(page).count()).toBe(0);
    // What a purchase does without scripts it does here too: it was walked above.
    if (mode === "on") await purchase(journey);
    await expectNothing(journey);
  });
});

test("a browser that sends Global Privacy Control sees no question, and the settings explain why", async () => {
  const journey = await visitor("on", { extraHTTPHeaders: { "Sec-GPC": "1" } });
  const { page } = journey;
  await pagesOfEveryKind(journey);
  expect(await banner(page).count()).toBe(0);
  await open(journey, "/privacy/cookies");

  await page.getByText("Global Privacy Control").waitFor();
  expect(await page.getByRole("main").getByRole("button").count()).toBe(0);
  await purchase(journey);
  await expectNothing(journey);
});

/** What the hosts were told, without the scripts themselves. */
const reported = () => hosts.requested().filter((line) => !line.startsWith("script "));
const views = (path: string) =>
  reported().filter((line) => line.startsWith("view ") && line.split(/[ ?]/)[1] === shop.origin + path)
    .length;
const tracked = (path: string) => reported().filter((line) => line === `tracked $pageViewed ${path}`).length;

/** Until both services were told of the page at `path`, once. */
async function expectReported(path: string): Promise<void> {
  await expect
    .poll(() => ({ views: views(path), tracked: tracked(path), reported: reported() }), ARRIVAL)
    .toEqual({ views: 1, tracked: 1, reported: expect.any(Array) });
}

test("after consent the services see each page once, and none of checkout, login and account", async () => {
  const journey = await visitor("on");
  const { page } = journey;
  await open(journey, "/");
  await choose(page, "Accept");

  await expectReported("/");
  expect(reported().filter((line) => line.startsWith("consent "))).toEqual([
    "consent default denied denied",
    "consent update granted granted",
  ]);
  expect(reported()).toContain("brandID brand12345");
  expect(await banner(page).count()).toBe(0);
  await page.getByRole("link", { name: "Shop wooden toys" }).first().click();
  await page.getByRole("heading", { level: 1, name: "Wooden toys" }).waitFor();
  await expectReported("/c/wooden-toys");
  await follow(page, /^Rainbow Stacker$/, "Rainbow Stacker");
  await expectReported("/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker");
  expect(hosts.requested().filter((line) => line.startsWith("script "))).toEqual([
    "script /gtm.js?id=GTM-TEST123",
    "script /inshop/launcher-v2.js",
  ]);

  // A move by script from a page with tags to one without.
  await page.getByRole("link", { name: "Account", exact: true }).first().click();
  await arrived({ page, mode: "on" }, /Log in|Welcome/);
  await expectQuiet(page);
  await open(journey, DOG);
  await expectReported(DOG);
  await takeDogToPayment(journey);
  await expectQuiet(page);
  await atThePaymentPage(journey, /^Pay £/);
  await page.getByRole("heading", { name: "Thank you, Hannah" }).waitFor();
  await expectQuiet(page);
  for (const path of QUIET_PAGES) {
    await open(journey, path);
    await expectQuiet(page);
  }
  // And back again by a link: the tags are back, too.
  hosts.forget();
  await page.getByRole("contentinfo").getByRole("link", { name: "New in" }).click();
  await page.getByRole("heading", { level: 1, name: "New in" }).waitFor();
  await expectReported("/c/new");
});

/** No script of anybody else, no door open to one, and nobody was told of this page. */
async function expectQuiet(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  const { pathname } = new URL(page.url());
  expect(await foreignScripts(page), pathname).toEqual([]);
  expect(await page.evaluate(() => "dataLayer" in window || "omnisend" in window), pathname).toBe(false);
  expect(reported().filter((line) => line.includes(pathname))).toEqual([]);
}

test("consent is withdrawn within two clicks from any page, and the services' cookies are deleted", async () => {
  const journey = await visitor("on");
  const { page, outside } = journey;
  await open(journey, "/blog");
  await choose(page, "Accept");
  await expectReported("/blog");
  await expect
    .poll(() => unlistedCookies(page), ARRIVAL)
    .toEqual(expect.arrayContaining(["_ga", "omnisendSessionID"]));

  await page.getByRole("contentinfo").getByRole("link", { name: "Cookie settings" }).click();
  await page.getByText("You accepted statistics and marketing cookies.").waitFor();
  await expectReported("/privacy/cookies");
  await page.getByRole("main").getByRole("button", { name: "Reject" }).click();
  await page.getByText("You rejected optional cookies. We use essential cookies only.").waitFor();
  const before = outside.length;
  hosts.forget();
  await pagesOfEveryKind(journey);

  expect(outside.slice(before)).toEqual([]);
  expect(hosts.requested()).toEqual([]);
  expect(await unlistedCookies(page)).toEqual([]);
  expect(await stored(page)).toEqual([]);
});

test("with consent to statistics only, the tag manager gets that state and the launcher does not load", async () => {
  const journey = await visitor("on");
  const { page } = journey;
  await open(journey, "/");
  await banner(page).getByRole("link", { name: "Choose" }).click();
  await page.getByRole("checkbox", { name: "Statistics" }).check();
  await send(page, "Save choices", "You accepted statistics cookies.");

  await expect.poll(() => reported(), ARRIVAL).toContain("consent update granted denied");
  expect(hosts.requested().filter((line) => line.includes("launcher") || line.startsWith("tracked"))).toEqual(
    [],
  );
});

test.each(["off", "aborted"] as const)(
  "the consent settings work with scripts %s, and no service starts",
  async (mode) => {
    const journey = await visitor(mode);
    const { page } = journey;
    await open(journey, "/cart");
    await choose(page, "Accept");
    await banner(page).waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname).toBe("/cart");
    await page.getByRole("contentinfo").getByRole("link", { name: "Cookie settings" }).click();
    await page.getByText("You accepted statistics and marketing cookies.").waitFor();
    await page.getByRole("checkbox", { name: "Marketing" }).uncheck();
    await send(page, "Save choices", "You accepted statistics cookies.");
    expect(journey.outside).toEqual([]);
    expect(await stored(page)).toEqual([]);
  },
);

test("a blocker of third-party scripts has no effect that the shopper notices", async () => {
  const journey = await visitor("on");
  const { page } = journey;
  await page.route(/after-consent|127\.0\.0\.1/, (route) => route.abort());
  await open(journey, "/");
  // The page is loaded anew, with a policy that lets the services in.
  await Promise.all([page.waitForEvent("load"), choose(page, "Accept")]);
  await taken(page, "on");
  const loads: Array<string> = [];
  page.on("load", () => loads.push(page.url()));
  await page.waitForLoadState("networkidle");
  await page.getByRole("link", { name: "Shop wooden toys" }).first().click();

  await page.getByRole("heading", { level: 1, name: "Wooden toys" }).waitFor();
  expect(loads).toEqual([]);
  expect(hosts.requested()).toEqual([]);
});

test.each([
  [1280, 800],
  [320, 640],
])("the consent question fits at %i pixels and covers nothing that has the focus", async (width, height) => {
  const journey = await visitor("on", { bypassCSP: true, viewport: { width, height } });
  const { page } = journey;
  await open(journey, "/blog");
  await banner(page).waitFor();
  expect(await violations(page, WCAG_AA_AND_BEST_PRACTICE)).toEqual([]);
  const boxes = await Promise.all(
    (await banner(page).locator("form > button, form > a").all()).map((one) => one.boundingBox()),
  );
  expect(boxes).toHaveLength(3);
  for (const box of boxes) {
    expect(box?.width).toBeCloseTo(boxes[0]?.width ?? 0, 0);
    expect(box?.height).toBeGreaterThanOrEqual(44);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

  const covered: Array<string> = [];
  await page.evaluate(() => document.body.focus());
  for (let stop = 0; stop < 200; stop++) {
    await page.keyboard.press("Tab");
    const found = await page.evaluate(hiddenByBanner);
    if (found === null) break;
    if (found) covered.push(found);
  }
  expect(covered).toEqual([]);

  await open(journey, "/privacy/cookies");
  expect(await violations(page, WCAG_AA_AND_BEST_PRACTICE)).toEqual([]);
});

/** In the browser: what has the keyboard and lies wholly under the question; empty if it does not, null at the end. */
function hiddenByBanner(): string | null {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return null;
  const box = focused.getBoundingClientRect();
  const over = document.getElementById("ask")?.parentElement;
  if (!over || over.contains(focused)) return "";
  const ask = over.getBoundingClientRect();
  const isUnder =
    box.left >= ask.left && box.right <= ask.right && box.top >= ask.top && box.bottom <= ask.bottom;
  return isUnder ? focused.textContent.trim() || focused.tagName : "";
}
