/** What stands round every page, in a real browser: loading bar, dialogs, scrolling, lost parts. */
import type { Browser, BrowserContextOptions, Page } from "playwright";
import { beforeAll, expect, test } from "vitest";

import { TEMPLATE_NAMES, emailOf } from "#tests/support/checks/email-fixtures.ts";
import { focusedText } from "#tests/support/people/focused-text.ts";
import { open } from "#tests/support/people/journey.ts";
import { sharedBrowser, visit } from "#tests/support/people/visit.ts";
import { type OpenShop, sharedShop } from "#tests/support/shops/server.ts";

const LISTING = "/c/wooden-toys";
const PHONE = { viewport: { width: 390, height: 700 }, isMobile: true, hasTouch: true };
const PATIENT = { timeout: 60_000 };

let browser: Browser;
let shop: OpenShop;

beforeAll(async () => {
  [browser, shop] = await Promise.all([sharedBrowser(), sharedShop()]);
});

/** A visitor with scripts at `path`; `steps` are theirs. */
async function at(path: string, steps: (page: Page) => Promise<void>, options: BrowserContextOptions = {}) {
  const { page, close } = await visit(browser, "on", options);
  await open({ page, origin: shop.origin, mode: "on" }, path);
  // React has the elements before its effects run, and an effect remembers where a page was left.
  await page.waitForFunction(() => history.scrollRestoration === "manual");
  await steps(page);
  await close();
}

const offline = (page: Page) => page.getByRole("dialog", { name: "No internet connection" });
const scrolled = (page: Page) => page.evaluate(() => window.scrollY);
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });
const firstCard = (page: Page) => page.locator("main article").first().getByRole("link").first();

test("while a page loads, a bar of 4 px in the shop's green is at the top", async () => {
  await at(LISTING, async (page) => {
    let release: () => void = () => undefined;
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    await page.route(/_data=/, async (route) => {
      await isReleased;
      await route.continue();
    });
    const bar = page.locator("body > [aria-hidden=true][data-loading]");
    const looks = () =>
      bar.evaluate((element) => {
        const { height, backgroundColor, opacity, transitionDelay, transitionDuration } =
          getComputedStyle(element);
        return { height, backgroundColor, opacity, transitionDelay, transitionDuration };
      });

    expect(await looks()).toMatchObject({
      height: "4px",
      backgroundColor: "rgb(71, 187, 156)",
      opacity: "0",
    });
    await firstCard(page).click();
    await expect.poll(async () => (await looks()).opacity, PATIENT).toBe("1");
    expect(await looks()).toMatchObject({ transitionDelay: "0.2s, 0.2s", transitionDuration: "0s, 2s" });
    release();
    await expect.poll(() => bar.getAttribute("data-loading"), PATIENT).toBe("false");
  });
});

test("the offline dialog takes, traps and returns the focus", async () => {
  await at(LISTING, async (page) => {
    await firstCard(page).focus();
    const before = await focusedText(page);

    await page.context().setOffline(true);
    await offline(page).waitFor();
    expect(await focusedText(page)).toBe("Close");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("main") === null)).toBe(true);
    await expect(firstCard(page).click({ timeout: 500 })).rejects.toThrow();

    await page.keyboard.press("Escape");
    await offline(page).waitFor({ state: "hidden" });
    expect(await focusedText(page)).toBe(before);
  });
});

test("of two dialogs the upper one is closed first, and the lower one stays", async () => {
  await at("/p/pushchairs/everyday/city-pushchair", async (page) => {
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
});

test("a swipe down closes a dialog on a phone, and a swipe up does not", async () => {
  const swipe = async (page: Page, by: number) => {
    const session = await page.context().newCDPSession(page);
    const box = await offline(page).boundingBox();
    const [x, y] = [box!.x + 20, box!.y + box!.height / 2];
    await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
    await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x, y: y + by }] });
    await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  await at(
    "/cart",
    async (page) => {
      await page.context().setOffline(true);
      await offline(page).waitFor();

      await swipe(page, -60);
      expect(await offline(page).isVisible()).toBe(true);
      await swipe(page, 60);
      await offline(page).waitFor({ state: "hidden" });
    },
    PHONE,
  );
});

test("a new page starts at its top, Back and Forward restore the position, and a hash takes precedence", async () => {
  await at(LISTING, async (page) => {
    // Of one colour, so that there is no swatch in its address.
    const card = page.locator('main article a[href^="/p/"]:not([href*="swatch="])').last();
    await card.scrollIntoViewIfNeeded();
    const there = await scrolled(page);
    expect(there).toBeGreaterThan(300);
    const name = (await card.textContent())?.trim() ?? "";

    await card.click();
    await heading(page, name).waitFor();
    expect(await scrolled(page)).toBe(0);
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
});

test("a reloaded document restores its scroll position by its own key or its page's", async () => {
  await at(LISTING, async (page) => {
    await page.evaluate(() => window.scrollTo(0, 900));
    await firstCard(page).evaluate((link: HTMLElement) => link.click());
    await page.waitForURL("**/p/**");
    await page.goto(`${shop.origin}/cart`);

    await page.evaluate(() => history.go(-2));
    await heading(page, "Wooden toys").waitFor();
    await expect.poll(() => scrolled(page), PATIENT).toBe(900);
  });
  await at("/information/delivery-and-return", async (page) => {
    await page.evaluate(() => window.scrollTo(0, 700));
    await page.goto(`${shop.origin}/cart`);
    await page.goto(`${shop.origin}/information/delivery-and-return`);

    await expect.poll(() => scrolled(page), PATIENT).toBe(700);
  });
});

test("a card with a swatch in its link preserves the listing's scroll position, and so does Back", async () => {
  await at(LISTING, async (page) => {
    const card = page.locator('main article a[href*="swatch="]').last();
    await card.scrollIntoViewIfNeeded();
    const there = await scrolled(page);
    expect(there).toBeGreaterThan(300);
    const name = (await card.textContent())?.trim() ?? "";

    await card.click();
    await heading(page, name).waitFor();
    expect(new URL(page.url()).searchParams.has("swatch")).toBe(true);
    const lowest = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
    expect(await scrolled(page)).toBe(Math.min(there, lowest));
    expect(await focusedText(page)).toBe(name);

    await page.evaluate(() => window.scrollTo(0, 100));
    await page.goBack();
    await heading(page, "Wooden toys").waitFor();
    await expect.poll(() => scrolled(page), PATIENT).toBe(there);
    await page.goForward();
    await heading(page, name).waitFor();
    await expect.poll(() => scrolled(page), PATIENT).toBe(100);
  });
});

test("the first form error is scrolled to 75 px below the top, with the focus in its field", async () => {
  await at(
    "/register",
    async (page) => {
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
    },
    { viewport: { width: 390, height: 300 } },
  );
});

test("every email fits a phone screen, also in a client that removes its style sheet", async () => {
  const { page, close } = await visit(browser, "off", { viewport: { width: 360, height: 640 } });
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
  await close();
});

test("an optional part whose code is gone leaves the page and its input unchanged", async () => {
  const look = async (page: Page) => {
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
  };

  await at(LISTING, look, { viewport: { width: 1440, height: 900 } });
});

test("a page whose code is gone is loaded as a document once, and is an error page within ten seconds of that", async () => {
  const lostAt = Date.parse("2026-11-21T12:00:00Z");
  await at(LISTING, async (page) => {
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
});
