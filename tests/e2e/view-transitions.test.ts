/** From one document to the next: the page fades, and the chosen product's image flies (decision 0030). */
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";

import { openBrowser, visit } from "#tests/support/people/visit.ts";
import { type RunningShop, startShop } from "#tests/support/shops/server.ts";

const LISTING = "/c/wooden-toys";

let browser: Browser;
let shop: RunningShop;

beforeAll(async () => {
  [browser, shop] = await Promise.all([openBrowser({ keepsPages: true }), startShop()]);
});

afterAll(async () => {
  await browser.close();
  await shop.stop();
});

test.each([
  ["no-preference", true],
  ["reduce", false],
] as const)(
  "with the motion preference %s, a card's image flies to its page: %s",
  async (reducedMotion, flies) => {
    // Scripts that never come leave links to the browser; the test's own one hears of the transition. A request that
    // Playwright itself holds up has none.
    const { page, close } = await visit(browser, "on", { reducedMotion, fetchesAhead: true });
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.setBlockedURLs", { urls: ["*/assets/*.js"] });
    await page.addInitScript(() =>
      addEventListener("pagereveal", (event) => {
        const { viewTransition } = event as Event & { viewTransition: object | null };
        Object.assign(globalThis, { isTransition: viewTransition !== null });
      }),
    );
    await page.goto(shop.origin + LISTING);
    const card = page.locator("article").nth(1);
    expect(await namesOn(page)).toEqual([]);

    await card.getByRole("link").first().hover();
    const before = await namesOn(page);
    await card.getByRole("link").first().click();
    await page.waitForURL(/\/p\//);
    await page.locator("h1").hover();
    const after = await namesOn(page);
    const isTransition = await page.evaluate(() => (globalThis as { isTransition?: boolean }).isTransition);
    await close();

    expect(before).toEqual(flies ? [expect.stringMatching(/^product-\d+$/)] : []);
    expect(after).toEqual(before);
    expect(isTransition).toBe(flies);
  },
);

/** The names of all elements that take part in a transition by themselves. */
function namesOn(page: Page): Promise<ReadonlyArray<string>> {
  return page.evaluate(() =>
    [...document.body.querySelectorAll("*")]
      .map((element) => getComputedStyle(element).getPropertyValue("view-transition-name"))
      .filter((name) => name !== "" && name !== "none"),
  );
}
