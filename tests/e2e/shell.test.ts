/** What stands round every page, in a real browser: dialogs, scrolling, lost parts. */
import type { Page } from "playwright";
import { expect, test } from "vitest";

import { violations, WCAG_AA } from "#tests/support/checks/axe.ts";
import { TEMPLATE_NAMES, emailOf } from "#tests/support/checks/email-fixtures.ts";
import { focusedText } from "#tests/support/people/focused-text.ts";
import { open } from "#tests/support/people/journey.ts";
import { visit, type VisitOptions } from "#tests/support/people/visit.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const LISTING = "/c/wooden-toys";
const PATIENT = { timeout: 60_000 };

const shop = useShop();

/** A visitor with scripts at `path`. */
async function at(path: string, options: VisitOptions = {}): Promise<Page> {
  const { page } = await visit("on", options);
  await open({ page, origin: shop.origin, mode: "on" }, path);
  // React has the elements before its effects run, and an effect remembers where a page was left.
  await page.waitForFunction(() => history.scrollRestoration === "manual");
  return page;
}

const offline = (page: Page) => page.getByRole("dialog", { name: "No internet connection" });
const scrolled = (page: Page) => page.evaluate(() => window.scrollY);
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });
const firstCard = (page: Page) => page.locator("main article").first().getByRole("link").first();

test("the offline dialog says what is wrong, takes, traps and returns the focus", async () => {
  const page = await at(LISTING, { bypassCSP: true });
  await firstCard(page).focus();
  const before = await focusedText(page);

  await page.context().setOffline(true);
  await offline(page).waitFor();
  expect(await offline(page).getByRole("paragraph").textContent()).toBe(
    "You must be connected to the internet to continue interacting with this website",
  );
  expect(await violations(page, WCAG_AA)).toEqual([]);
  expect(await focusedText(page)).toBe("Close");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.closest("main") === null)).toBe(true);
  await expect(firstCard(page).click({ timeout: 500 })).rejects.toThrow();

  await page.keyboard.press("Escape");
  await offline(page).waitFor({ state: "hidden" });
  await expect.poll(() => focusedText(page)).toBe(before);
});

test("of two dialogs the upper one is closed first, and the lower one stays", async () => {
  const page = await at("/p/pushchairs/everyday/city-pushchair");
  await page.getByRole("link", { name: /^Zoom/ }).click();
  const zoom = page.getByRole("dialog", { name: "Images of City Pushchair" });
  await zoom.waitFor();

  await page.context().setOffline(true);
  await offline(page).waitFor();
  expect(await offline(page).evaluate((dialog) => dialog.style.zIndex)).toBe("1002");
  await offline(page).getByRole("button", { name: "Close" }).click();
  await offline(page).waitFor({ state: "hidden" });

  expect(await zoom.isVisible()).toBe(true);
  expect(await page.evaluate(() => document.activeElement?.closest("dialog") !== null)).toBe(true);
  await page.keyboard.press("Escape");
  await zoom.waitFor({ state: "hidden" });
});

test("a new page starts at its top, Back and Forward restore the position, and a hash takes precedence", async () => {
  const page = await at(LISTING);
  // A swatch keeps the position on the page of its own product alone.
  const card = page.locator('main article a[href*="swatch="]').last();
  await card.scrollIntoViewIfNeeded();
  const there = await scrolled(page);
  expect(there).toBeGreaterThan(300);
  const name = (await card.textContent())?.trim() ?? "";

  await card.click();
  await heading(page, name).waitFor();
  expect(await scrolled(page)).toBe(0);
  await expect.poll(() => focusedText(page)).toBe(name);
  await page.evaluate(() => window.scrollTo(0, 200));
  await page.goBack();
  await heading(page, "Wooden toys").waitFor();
  await expect.poll(() => scrolled(page), PATIENT).toBe(there);
  await page.goForward();
  await heading(page, name).waitFor();
  await expect.poll(() => scrolled(page), PATIENT).toBe(200);

  await page.evaluate(() => {
    window.location.hash = "";
    document.querySelector("footer")!.id = "foot";
    window.location.hash = "foot";
  });
  await expect.poll(() => scrolled(page), PATIENT).toBeGreaterThan(200);
});

test("a reloaded document restores its scroll position by its own key", async () => {
  const page = await at(LISTING);
  await page.evaluate(() => window.scrollTo(0, 900));
  await firstCard(page).evaluate((link: HTMLElement) => link.click());
  await page.waitForURL("**/p/**");
  await page.goto(`${shop.origin}/cart`);

  await page.evaluate(() => history.go(-2));
  await heading(page, "Wooden toys").waitFor();
  await expect.poll(() => scrolled(page), PATIENT).toBe(900);
});

test("the first form error is scrolled to 75 px below the top, with the focus in its field", async () => {
  const page = await at("/register", { viewport: { width: 390, height: 300 } });
  await page
    .getByRole("button", { name: /account/i })
    .last()
    .click();
  const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
  await summary.waitFor();
  const topOf = (id: string) =>
    page.evaluate(
      (field) => Math.round(document.getElementById(field)!.closest("div")!.getBoundingClientRect().top),
      id,
    );
  const link = summary.getByRole("link").first();
  const field = (await link.getAttribute("href"))!.slice(1);

  await link.click();

  expect(await page.evaluate(() => document.activeElement?.id)).toBe(field);
  await expect.poll(async () => Math.abs((await topOf(field)) - 75), PATIENT).toBeLessThanOrEqual(1);
});

test("every email fits a phone screen, also in a client that removes its style sheet", async () => {
  const { page } = await visit("off", { viewport: { width: 360, height: 640 } });
  await page.route(/./, (route) => route.abort());

  const wide: Array<string> = [];
  for (const kind of TEMPLATE_NAMES) {
    const { html } = emailOf(kind);
    for (const shown of [html, html.replace(/<style>.*?<\/style>/gs, "").replace(/ class="[^"]*"/g, "")]) {
      await page.setContent(shown, { waitUntil: "domcontentloaded" });
      const width = await page.locator("html").evaluate((root) => root.scrollWidth);
      if (width !== 360) wide.push(`${kind}: ${width}`);
    }
  }

  expect(wide).toEqual([]);
});

test("after an error page the next page has its styles, its title and its place in search results, and the other way round", async () => {
  const page = await at("/p/gone");
  const shown = () =>
    page.evaluate(() => ({
      title: document.title,
      isHidden: document.querySelector('meta[name="robots"][content*="noindex"]') !== null,
      hasListStyles: document.querySelector('link[rel="stylesheet"][href*="/lists-"]') !== null,
    }));
  const ofError = await shown();

  await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/c/wooden-toys"]')?.click());
  await heading(page, "Wooden toys").waitFor();
  const { title, ...rest } = await shown();
  expect(title).toMatch(/^Wooden toys/i);
  expect(rest).toEqual({ isHidden: false, hasListStyles: true });

  await page.goBack();
  await heading(page, "That doesn’t fit here").waitFor();
  expect(await shown()).toEqual(ofError);
});

test("a page that Back brings whole, from before, counts the basket anew", async () => {
  const page = await at("/p/wooden-toys/pull-alongs/pull-along-dog", { keepsPages: true });
  const session = await page.context().newCDPSession(page);
  const ways: Array<string> = [];
  session.on("Page.frameNavigated", ({ type }) => ways.push(type));
  await session.send("Page.enable");
  await page.goto(`${shop.origin}/robots.txt`);
  const other = await page.context().newPage();
  await other.goto(`${shop.origin}/p/wooden-toys/pull-alongs/pull-along-dog`);
  await other.getByRole("button", { name: "Add to basket" }).click();
  await other.getByRole("link", { name: /^Basket, 1 item/ }).waitFor();

  await page.goBack({ waitUntil: "commit" });

  await page.getByRole("link", { name: /^Basket, 1 item/ }).waitFor();
  expect(ways.at(-1)).toBe("BackForwardCacheRestore");
});

test("an optional part whose code is gone leaves the page and its input unchanged", async () => {
  const page = await at(LISTING, { viewport: { width: 1440, height: 900 } });
  let requested = 0;
  await page.route(/\/assets\/search-suggestions-[^/]+\.js/, (route) => {
    requested += 1;
    return route.abort();
  });
  const documents: Array<string> = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) documents.push(request.url());
  });
  const field = page.locator("header input[name=q]:visible").first();

  await field.fill("train");
  await expect.poll(() => requested, PATIENT).toBeGreaterThan(0);
  await page.waitForLoadState("networkidle");

  expect(documents).toEqual([]);
  expect(await field.inputValue()).toBe("train");
});

test("a page whose code is gone is loaded as a document once, and is an error page within ten seconds of that", async () => {
  const lostAt = Date.parse("2026-11-21T12:00:00Z");
  const page = await at(LISTING);
  const documents: Array<string> = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
  });
  let isGone = false;
  await page.route(/\/assets\/product-[^/]+\.js/, (route) => (isGone ? route.abort() : route.continue()));
  const path = new URL((await firstCard(page).getAttribute("href")) ?? "", shop.origin).pathname;
  /** From a listing that is whole to the product whose part is lost. The document works without its scripts. */
  const losePart = async (laterMs: number) => {
    await page.clock.setFixedTime(lostAt + laterMs);
    isGone = false;
    await open({ page, origin: shop.origin, mode: "on" }, LISTING);
    isGone = true;
    documents.length = 0;
    await firstCard(page).click();
  };
  const isThere = async () => {
    await page.waitForURL((url) => url.pathname === path);
    await heading(page, /./).waitFor();
    return documents;
  };

  await losePart(0);
  expect(await isThere()).toEqual([path]);
  await losePart(9_999);
  await heading(page, "Sorry, something went wrong").waitFor();
  expect(documents).toEqual([]);
  await losePart(10_000);
  expect(await isThere()).toEqual([path]);
});
