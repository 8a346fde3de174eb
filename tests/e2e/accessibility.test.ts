import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { WCAG_AA, violations } from "#tests/support/checks/axe.ts";
import { outlineFaults, widthBeyondScreen } from "#tests/support/checks/outline.ts";
import { TEXT_SPACING, withStyle } from "#tests/support/checks/text-spacing.ts";
import { focusedText } from "#tests/support/people/focused-text.ts";
import { addToBasket, checkOut, open, openBasket } from "#tests/support/people/journey.ts";
import { PAGE_STATES } from "#tests/support/people/page-states.ts";
import { follow } from "#tests/support/people/steps.ts";
import { startAnew, visit, type Visit, type VisitOptions } from "#tests/support/people/visit.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const WIDTHS_PX = [1280, 320] as const;
const HEIGHT_PX = 800;
/** The longest that anything may still move for a visitor who asked for no motion. */
const STILL_MAX_MS = 5;
const DOG = "/p/wooden-toys/pull-alongs/pull-along-dog";
const RAINBOW = "/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker";

const shop = useShop();

/**
 * A visitor whose scripts run, with the page's policy out of the way of the checks. Their browser has said no to
 * cookies: the question would lie over whatever is behind it, and is looked at by itself (consent-journey.test.ts).
 */
async function visitor(options: VisitOptions = {}): Promise<Visit> {
  return visit("on", {
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
      expect.soft(await widthBeyondScreen(page), "sideways scroll").toBe(0);
      await withStyle(page, TEXT_SPACING);
      expect(await widthBeyondScreen(page), "sideways scroll with wide text spacing").toBe(0);
    },
  );
});

/** What the live regions say, joined. */
async function output(page: Page): Promise<string> {
  const regions = await page.locator('[role="status"], [role="alert"]').allTextContents();
  return regions.join(" | ");
}

test("a client-side navigation announces the new title and moves the focus to the heading", async () => {
  const { page } = await visitor();
  await open({ page, origin: shop.origin, mode: "on" }, "/c/wooden-toys/pull-alongs");

  await page.evaluate(() => ((globalThis as { isSamePage?: true }).isSamePage = true));
  await follow(page, /^Pull-along Dog$/, "Pull-along Dog");

  expect(await page.evaluate(() => (globalThis as { isSamePage?: true }).isSamePage)).toBe(true);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  await expect.poll(() => output(page)).toContain(await page.title());
});

test("choosing another colour preserves the scroll position and leaves the focus on the colours", async () => {
  const { page } = await visitor({ viewport: { width: 320, height: 640 } });
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
});

test("changes to the basket are announced in a status", async () => {
  const { page } = await visitor();
  const journey = { page, origin: shop.origin, mode: "on" } as const;
  await open(journey, DOG);

  await addToBasket(journey);
  expect(await output(page)).toContain("Added to your basket");

  await openBasket(journey);
  await page.getByRole("button", { name: "Increase: Quantity of Pull-along Dog" }).click();
  await expect.poll(() => output(page)).toContain("Basket, 2 items, £");

  await page.getByRole("button", { name: "Remove Pull-along Dog" }).click();
  await expect.poll(() => output(page)).toContain("Pull-along Dog removed from your basket");
});

test.each(["Escape", "Close"])(
  "after %s the focus returns to the button that opened the panel",
  async (way) => {
    const { page } = await visitor();
    await open({ page, origin: shop.origin, mode: "on" }, DOG);
    await page.getByRole("button", { name: "Add to basket" }).last().press("Enter");
    await page.getByRole("heading", { name: "Added to your basket" }).waitFor();

    if (way === "Escape") await page.keyboard.press("Escape");
    else await page.getByRole("button", { name: "Close" }).press("Enter");

    await expect.poll(() => focusedText(page)).toContain("Add to basket");
  },
);

test("a stepped quantity, a refused code, another variant and a removal are each announced once", async () => {
  const { page } = await visitor();
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
  await follow(page, "View basket", /^Basket/);
  await page.getByLabel(/^Discount code/).fill("NOSUCHCODE");
  await page.getByRole("button", { name: /^Apply/ }).click();
  await expect.poll(() => times(/coupon|code/i)).toBe(1);
  await page.getByRole("button", { name: "Remove Rainbow Stacker" }).click();
  await expect.poll(() => times(/removed from your basket/)).toBe(1);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  expect(await times(/removed from your basket/)).toBe(1);
});

test("every element that Tab reaches is wholly visible, in scrollers and above the consent banner", async () => {
  const { page } = await visitor({ viewport: { width: 320, height: 640 } });
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
});

test("the added-to-basket panel is visible from every scroll position", async () => {
  const { page } = await visitor({ viewport: { width: 390, height: 700 } });
  const journey = { page, origin: shop.origin, mode: "on" } as const;
  await open(journey, DOG);

  await addToBasket(journey);

  const heading = page.getByRole("heading", { name: "Added to your basket" });
  await expect.poll(async () => (await heading.boundingBox())?.y).toBeGreaterThanOrEqual(0);
  expect((await heading.boundingBox())?.y).toBeLessThan(700);
});

test("nothing moves for a visitor who prefers reduced motion", async () => {
  const { page } = await visitor({ reducedMotion: "reduce" });
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
