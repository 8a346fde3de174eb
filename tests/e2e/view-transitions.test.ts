/** From one document to the next the chosen product's image flies, and nothing else moves (decision 0030). */
import type { Page } from "playwright";
import { expect, test } from "vitest";

import { visit } from "#tests/support/people/visit.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const LISTING = "/c/wooden-toys";
/** The button to add stands on the screen, so that the press need not scroll. */
const TALL = { width: 1280, height: 1300 };
/** A transition of a quarter of a second takes over four minutes, longer than any test. */
const SLOWED = 0.001;

const shop = useShop();

test.each([
  ["no-preference", true],
  ["reduce", false],
] as const)(
  "with the motion preference %s, a card's image flies to its page: %s",
  async (reducedMotion, flies) => {
    // Scripts that never come leave links to the browser; the test's own one hears of the transition. A request that
    // Playwright itself holds up has none.
    const { page } = await visit("on", { keepsPages: true, reducedMotion, fetchesAhead: true });
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

    expect(before).toEqual(flies ? [expect.stringMatching(/^product-\d+$/)] : []);
    expect(after).toEqual(before);
    expect(isTransition).toBe(flies);
  },
);

test("a press on a page that has only just appeared is taken, though its transition still runs", async () => {
  const { page } = await visit("off", { keepsPages: true, viewport: TALL });
  const animations = await page.context().newCDPSession(page);
  await animations.send("Animation.enable");
  await page.goto(shop.origin + LISTING);
  await animations.send("Animation.setPlaybackRate", { playbackRate: SLOWED });
  await page.locator("article").nth(1).getByRole("link").first().click();
  await page.waitForURL(/\/p\//);
  const button = await page.getByRole("button", { name: "Add to basket" }).boundingBox();
  if (!button) throw new Error("the page of the product has no button");
  expect(await runningTransitions(page)).toBeGreaterThan(0);

  await page.mouse.click(button.x + button.width / 2, button.y + button.height / 2);
  await page.waitForURL(/[?&]added=/);
});

/** How many parts of a transition between documents move at the moment. */
function runningTransitions(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      document
        .getAnimations()
        .filter(({ effect }) => (effect as KeyframeEffect).pseudoElement?.startsWith("::view-transition"))
        .length,
  );
}

/** The names of all elements that take part in a transition by themselves. */
function namesOn(page: Page): Promise<ReadonlyArray<string>> {
  return page.evaluate(() =>
    [...document.body.querySelectorAll("*")]
      .map((element) => getComputedStyle(element).getPropertyValue("view-transition-name"))
      .filter((name) => name !== "" && name !== "none"),
  );
}
