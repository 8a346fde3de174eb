/** Scripts write the title of a page anew: with the errors of its form, and without once they are mended. */
import type { Page } from "playwright";
import { expect, test } from "vitest";

import { addToBasket, open, openBasket } from "#tests/support/people/journey.ts";
import { send } from "#tests/support/people/steps.ts";
import { newVisitor } from "#tests/support/people/walk.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

/** Two: the coupon asks for a basket of £50. */
const DOGS = "/p/wooden-toys/pull-alongs/pull-along-dog?quantity=2";
const LOGIN_TITLE = "Log in | Hollybough";
const BASKET_TITLE = "Basket | Hollybough";

const shop = useShop();

test("a login without a password shows the error in the title", async () => {
  const journey = await newVisitor(shop, "on");
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

test("the title shows an error for an unknown coupon and none for a valid one", async () => {
  const journey = await newVisitor(shop, "on");
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
  await send(page, "Apply the discount code", "£5 has been taken off your order.");
  await isTitled(page, BASKET_TITLE);
});

/** Waits until the document is titled so: scripts write the title after the page. */
async function isTitled(page: Page, title: string): Promise<void> {
  await page.waitForFunction((expected) => document.title === expected, title);
  expect(await page.locator("head title").count()).toBe(1);
}
