/** The title of a page whose form came back with errors says so, in a real browser, and no longer once they are mended. */
import type { Browser, Page } from "playwright";
import { beforeAll, expect, test } from "vitest";

import { addToBasket, open, openBasket } from "#tests/support/people/journey.ts";
import { JOURNEY_MODES, sharedBrowser } from "#tests/support/people/visit.ts";
import { walkAs } from "#tests/support/people/walk.ts";
import { type OpenShop, sharedShop } from "#tests/support/shops/server.ts";

/** Two: the coupon asks for a basket of £50. */
const DOGS = "/p/wooden-toys/pull-alongs/pull-along-dog?quantity=2";
const LOGIN_TITLE = "Log in | Hollybough";
const BASKET_TITLE = "Basket | Hollybough";

let shop: OpenShop;
let browser: Browser;

beforeAll(async () => {
  [shop, browser] = await Promise.all([sharedShop(), sharedBrowser()]);
});

test.each(JOURNEY_MODES)(
  "a login without a password shows the error in the title, scripts %s",
  async (mode) => {
    await walkAs({ browser, shop, mode }, async (journey) => {
      const { page } = journey;
      await open(journey, "/login");
      await isTitled(page, LOGIN_TITLE);

      const main = page.getByRole("main");
      await main.getByRole("button", { name: "Log in", exact: true }).click();
      await main.getByRole("heading", { name: "There is a problem" }).waitFor();
      await isTitled(page, `Error: ${LOGIN_TITLE}`);

      await main.getByRole("link", { name: "Forgotten your password?" }).click();
      await isTitled(page, "Forgotten your password? | Hollybough");
    });
  },
);

test.each(JOURNEY_MODES)(
  "the title shows an error for an unknown coupon and none for a valid one, scripts %s",
  async (mode) => {
    await walkAs({ browser, shop, mode }, async (journey) => {
      const { page } = journey;
      await open(journey, DOGS);
      await addToBasket(journey);
      await openBasket(journey);
      const code = page.getByRole("textbox", { name: "Discount code (optional)" });

      await code.fill("nosuchcode");
      await page.getByRole("button", { name: "Apply the discount code" }).click();
      await page.locator("#coupon-error").waitFor();
      await isTitled(page, `Error: ${BASKET_TITLE}`);

      await code.fill("fiveroff");
      await page.getByRole("button", { name: "Apply the discount code" }).click();
      await page.getByText("£5 has been taken off your order.").waitFor();
      await isTitled(page, BASKET_TITLE);
    });
  },
);

/** Waits until the document is titled so: scripts write the title after the page. */
async function isTitled(page: Page, title: string): Promise<void> {
  await page.waitForFunction((expected) => document.title === expected, title);
  expect(await page.locator("head title").count()).toBe(1);
}
