import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { WCAG_AA, violations } from "#tests/support/checks/axe.ts";
import { focusedText } from "#tests/support/people/focused-text.ts";
import { addToBasket, checkOut, open, openBasket } from "#tests/support/people/journey.ts";
import { PAGE_STATES } from "#tests/support/people/page-states.ts";
import { sharedBrowser, startAnew, visit, type Visit } from "#tests/support/people/visit.ts";
import { type RunningShop, startShop } from "#tests/support/shops/server.ts";

const WIDTHS_PX = [1280, 320] as const;
const HEIGHT_PX = 800;
/** The longest that anything may still move for a visitor who asked for no motion. */
const STILL_MAX_MS = 5;
const DOG = "/p/wooden-toys/pull-alongs/pull-along-dog";
const RAINBOW = "/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker";

let browser: Browser;
let shop: RunningShop;

beforeAll(async () => {
  [browser, shop] = await Promise.all([sharedBrowser(), startShop()]);
});

afterAll(() => shop.stop());

/**
 * A visitor whose scripts run, with the page's policy out of the way of the checks. Their browser has said no to
 * cookies: the question would lie over whatever is behind it, and is looked at by itself (consent-journey.test.ts).
 */
async function visitor(options: Parameters<typeof visit>[2] = {}): Promise<Visit> {
  return visit(browser, "on", {
    bypassCSP: true,
    extraHTTPHeaders: { "Sec-GPC": "1" },
    viewport: { width: WIDTHS_PX[0], height: HEIGHT_PX },
    ...options,
  });
}

describe("every page in every state", () => {
  const checked = new Set<string>();
  let visited: Visit;

  beforeAll(async () => {
    visited = await visitor();
  });

  afterAll(() => visited.close());

  test.each(PAGE_STATES)(
    "$name: axe finds no violation, and the heading outline is valid",
    async ({ go, isNarrowOnly }) => {
      const { page } = visited;
      await startAnew(visited);
      await page.setViewportSize({ width: WIDTHS_PX[0], height: HEIGHT_PX });
      await go({ page, origin: shop.origin, mode: "on", dataDir: shop.dataDir });
      for (const width of isNarrowOnly ? WIDTHS_PX.slice(1) : WIDTHS_PX) {
        await page.setViewportSize({ width, height: HEIGHT_PX });
        expect.soft(await violations(page, WCAG_AA, checked), `axe at ${width} px`).toEqual([]);
        expect.soft(await outlineFaults(page), `outline at ${width} px`).toEqual([]);
      }
      expect(await widthBeyondScreen(page), "sideways scroll").toBe(0);
    },
  );
});

/** Not one h1, a skipped level of heading, an id that is there twice, no title. */
async function outlineFaults(page: Page): Promise<ReadonlyArray<string>> {
  return page.evaluate(() => {
    const isShown = (element: Element) => element.checkVisibility();
    const levels = [...document.querySelectorAll("h1,h2,h3,h4,h5,h6")]
      .filter(isShown)
      .map((heading) => ({ level: Number(heading.tagName.slice(1)), text: heading.textContent }));
    const inMain = [...document.querySelectorAll("main :is(h1,h2,h3,h4,h5,h6)")]
      .filter(isShown)
      .map((heading) => ({ level: Number(heading.tagName.slice(1)), text: heading.textContent }));
    const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
    return [
      ...(levels.filter(({ level }) => level === 1).length === 1 ? [] : ["not exactly one h1"]),
      ...inMain
        .filter(({ level }, at) => level > (inMain[at - 1]?.level ?? 0) + 1)
        .map(({ level, text }) => `h${level} "${text}" skips a level`),
      ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `two elements with the id ${id}`),
      ...(document.title === "" ? ["no title"] : []),
    ];
  });
}

async function widthBeyondScreen(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** What the live regions say, joined. */
async function output(page: Page): Promise<string> {
  const regions = await page.locator('[role="status"], [role="alert"]').allTextContents();
  return regions.join(" | ");
}

test("a client-side navigation announces the new title and moves the focus to the heading", async () => {
  const { page, close } = await visitor();
  await open({ page, origin: shop.origin, mode: "on" }, "/c/wooden-toys/pull-alongs");

  await page.evaluate(() => ((globalThis as { isSamePage?: true }).isSamePage = true));
  await page.getByRole("link", { name: "Pull-along Dog", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Pull-along Dog" }).waitFor();

  expect(await page.evaluate(() => (globalThis as { isSamePage?: true }).isSamePage)).toBe(true);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  await expect.poll(() => output(page)).toContain(await page.title());
  await close();
});

test("choosing another colour preserves the scroll position and leaves the focus on the colours", async () => {
  const { page, close } = await visitor({ viewport: { width: 320, height: 640 } });
  await open({ page, origin: shop.origin, mode: "on" }, RAINBOW);
  const first = page.getByRole("radio").first();
  await first.focus();
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  // Not how far the page is scrolled: the delivery above the colours may take a line more or less.
  const place = () => page.getByRole("group", { name: /^Colour/ }).boundingBox();
  const before = await place();

  await page.keyboard.press("ArrowRight");
  await page.waitForURL(/swatch=sunset/);
  await page
    .getByRole("radio", { name: "Sunset" })
    .and(page.locator(":checked"))
    .waitFor({ state: "attached" });
  await page.waitForFunction(() => document.querySelector('[data-loading="true"]') === null);

  expect(await page.evaluate(() => document.activeElement?.getAttribute("value"))).toBe(
    await page.getByRole("radio", { name: "Sunset" }).getAttribute("value"),
  );
  expect(Math.abs((await place())!.y - before!.y)).toBeLessThanOrEqual(1);
  await close();
});

test("changes to the basket are announced in a status", async () => {
  const { page, close } = await visitor();
  const journey = { page, origin: shop.origin, mode: "on" } as const;
  await open(journey, DOG);

  await addToBasket(journey);
  expect(await output(page)).toContain("Added to your basket");

  await openBasket(journey);
  await page.getByRole("button", { name: "Increase: Quantity of Pull-along Dog" }).click();
  await expect.poll(() => output(page)).toContain("Basket, 2 items, £");

  await page.getByRole("button", { name: "Remove Pull-along Dog" }).click();
  await expect.poll(() => output(page)).toContain("Pull-along Dog removed from your basket");
  await close();
});

test.each(["Escape", "Close"])(
  "after %s the focus returns to the button that opened the panel",
  async (way) => {
    const { page, close } = await visitor();
    await open({ page, origin: shop.origin, mode: "on" }, DOG);
    await page.getByRole("button", { name: "Add to basket" }).last().press("Enter");
    await page.getByRole("heading", { name: "Added to your basket" }).waitFor();

    if (way === "Escape") await page.keyboard.press("Escape");
    else await page.getByRole("button", { name: "Close" }).press("Enter");

    await expect.poll(() => focusedText(page)).toContain("Add to basket");
    await close();
  },
);

test("a stepped quantity, a refused code, another variant and a removal are each announced once", async () => {
  const { page, close } = await visitor();
  const journey = { page, origin: shop.origin, mode: "on" } as const;
  await open(journey, RAINBOW);
  await page.evaluate(() => {
    const reported: Array<string> = [];
    (globalThis as { reported?: Array<string> }).reported = reported;
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        if (element?.closest('[role="status"], [role="alert"]')) reported.push(element.textContent.trim());
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  const times = (words: RegExp) =>
    page.evaluate(
      (source) =>
        (globalThis as { reported?: Array<string> }).reported?.filter((text) => new RegExp(source).test(text))
          .length,
      words.source,
    );

  await page.getByRole("button", { name: "Increase: Quantity" }).click();
  await expect.poll(() => times(/^Quantity: 2$/)).toBe(1);
  await page.getByRole("radio", { name: "Sunset" }).check({ force: true });
  await expect.poll(() => times(/^Sunset, £54/)).toBe(1);
  await addToBasket(journey);
  // The way to the basket is a move by script: the observer goes along.
  await page.getByRole("link", { name: "View basket" }).click();
  await page.getByRole("heading", { level: 1, name: /^Basket/ }).waitFor();
  await page.getByLabel(/^Discount code/).fill("NOSUCHCODE");
  await page.getByRole("button", { name: /^Apply/ }).click();
  await expect.poll(() => times(/coupon|code/i)).toBe(1);
  await page.getByRole("button", { name: "Remove Rainbow Stacker" }).click();
  await expect.poll(() => times(/removed from your basket/)).toBe(1);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  expect(await times(/removed from your basket/)).toBe(1);
  await close();
});

test("every element that Tab reaches is wholly visible, in scrollers and above the consent banner", async () => {
  const { page, close } = await visitor({ viewport: { width: 320, height: 640 } });
  await open({ page, origin: shop.origin, mode: "on" }, "/c/wooden-toys");
  const covered: Array<string> = [];
  for (let stop = 0; stop < 60; stop += 1) {
    await page.keyboard.press("Tab");
    const found = await page.evaluate(async () => {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const element = document.activeElement;
      const box = element?.getBoundingClientRect();
      if (!element || !box || box.width < 3 || box.height > 300) return null;
      return box.left < -1 || box.right > document.documentElement.clientWidth + 1
        ? element.textContent.trim()
        : null;
    });
    if (found !== null) covered.push(found);
  }

  expect(covered).toEqual([]);
  await close();
});

test("the added-to-basket panel is visible from every scroll position", async () => {
  const { page, close } = await visitor({ viewport: { width: 390, height: 700 } });
  const journey = { page, origin: shop.origin, mode: "on" } as const;
  await open(journey, DOG);

  await addToBasket(journey);

  const heading = page.getByRole("heading", { name: "Added to your basket" });
  await expect.poll(async () => (await heading.boundingBox())?.y).toBeGreaterThanOrEqual(0);
  expect((await heading.boundingBox())?.y).toBeLessThan(700);
  await close();
});

test("a form sent with errors moves the focus to the error list, which links to the fields", async () => {
  const { page, close } = await visitor();
  const journey = { page, origin: shop.origin, mode: "on" } as const;
  await open(journey, DOG);
  await addToBasket(journey);
  await openBasket(journey);
  await page.getByRole("link", { name: "Go to checkout" }).click();
  await page.getByRole("button", { name: /^Pay now £/ }).click();

  const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
  await summary.waitFor();
  await expect.poll(() => focusedText(page)).toContain("There is a problem");

  await summary.getByRole("link").first().click();
  const field = page.getByRole("textbox", { name: "Email address" });
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  expect(await field.getAttribute("aria-describedby")).toBeTruthy();
  await close();
});

test("going offline opens the dialog; coming back or Close closes it", async () => {
  const { page, close } = await visitor();
  await open({ page, origin: shop.origin, mode: "on" }, "/");
  const dialog = page.getByRole("dialog", { name: "No internet connection" });

  await page.context().setOffline(true);
  await dialog.waitFor();
  expect(await dialog.getByRole("heading").textContent()).toBe("No internet connection");
  expect(await dialog.getByRole("paragraph").textContent()).toBe(
    "You must be connected to the internet to continue interacting with this website",
  );
  expect(await violations(page, WCAG_AA)).toEqual([]);

  await page.context().setOffline(false);
  await dialog.waitFor({ state: "hidden" });

  await page.context().setOffline(true);
  await dialog.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "hidden" });
  await close();
});

test("nothing moves for a visitor who prefers reduced motion", async () => {
  const { page, close } = await visitor({ reducedMotion: "reduce" });
  const journey = { page, origin: shop.origin, mode: "on" } as const;
  await open(journey, "/");
  await page.locator("main a:has(img)").first().hover();
  expect(await movements(page)).toEqual([]);

  // A slow page, so that the loading bar is there.
  await page.route(/_data=/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });
  await page.getByRole("link", { name: "Shop wooden toys" }).first().click();
  await page.waitForTimeout(300);
  expect(await movements(page)).toEqual([]);

  await open(journey, DOG);
  await addToBasket(journey);
  expect(await movements(page)).toEqual([]);
  await openBasket(journey);
  await checkOut(journey);
  expect(await movements(page)).toEqual([]);
  await close();
});

/** Animations and transitions that run for longer than a blink. */
async function movements(page: Page): Promise<ReadonlyArray<string>> {
  return page.evaluate(
    (max) =>
      document
        .getAnimations()
        .filter((one) => one.playState === "running" && Number(one.effect?.getComputedTiming().endTime) > max)
        .map((one) =>
          one.effect instanceof KeyframeEffect ? (one.effect.target?.outerHTML.slice(0, 100) ?? "") : "",
        ),
    STILL_MAX_MS,
  );
}
