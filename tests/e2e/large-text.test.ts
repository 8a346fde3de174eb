/** Pages in a browser whose font is larger than 16 px, and with the text spacing of WCAG 1.4.12: nothing leaves the screen. */
import type { Browser, Page } from "playwright";
import { expect, onTestFinished, test } from "vitest";

import { overflowOf } from "#tests/support/checks/overflow.ts";
import { TEXT_SPACING, withStyle } from "#tests/support/checks/text-spacing.ts";
import { addToBasket, open } from "#tests/support/people/journey.ts";
import { openBrowser, visit } from "#tests/support/people/visit.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const WIDTHS = [1024, 1280, 1366, 1440, 1920];
const PHONE = 390;
const DOG = "/p/wooden-toys/pull-alongs/pull-along-dog";
const PAGES = [
  ...["/", "/c/wooden-toys", DOG, "/cart", "/checkout", "/login", "/information/contact-us"],
  ...[
    "/c/gifts/gifts-by-age",
    "/favourites",
    "/compare",
    "/blog",
    "/gift-lists",
    "/information/delivery-and-return",
  ],
];
const shop = useShop();

/** What can be pressed in the header and lies, even in part, outside the screen. */
async function lostStops(page: Page) {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const lost = [...document.querySelectorAll("header a, header button, header summary, header input")]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      // What only screen readers see is clipped to a pixel.
      .filter((element) => element.getBoundingClientRect().width > 2)
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return left < -1 || right > width + 1;
      })
      .map((element) => (element.getAttribute("aria-label") ?? element.textContent).trim());
    return lost;
  });
}

async function walk(
  browser: Browser | undefined,
  widths: ReadonlyArray<number>,
  prepare: (page: Page) => Promise<void>,
) {
  const { page } = await visit("on", browser ? { browser } : {});
  const journey = { page, origin: shop.origin, mode: "on" } as const;
  await open(journey, DOG);
  await addToBasket(journey);
  const found: Array<unknown> = [];
  for (const path of PAGES) {
    await open(journey, path);
    await prepare(page);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      const [lost, wide] = [await lostStops(page), await overflowOf(page)];
      if (lost.length > 0 || wide) found.push({ path, width, lost, wide });
    }
  }
  return found;
}

test.each([20, 24, 32])("with a browser font of %i px nothing overflows the screen", async (size) => {
  const browser = await openBrowser({ fontSize: size });
  onTestFinished(() => browser.close());
  const found = await walk(browser, [PHONE, ...WIDTHS], async (page) => {
    const used = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
    expect(used).toBe(`${size}px`);
  });
  expect(found).toEqual([]);
});

test("with the text spacing of WCAG 1.4.12 nothing overflows the screen", async () => {
  const found = await walk(undefined, [PHONE, ...WIDTHS], async (page) => {
    await withStyle(page, TEXT_SPACING);
  });
  expect(found).toEqual([]);
});
