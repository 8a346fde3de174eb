/** The shop and the desk in a window of 1280 by 1024 pixels at 400 %, walked with the Tab key alone. */
import type { Page } from "playwright";
import { expect, test } from "vitest";

import { brokenTexts, overflowOf } from "#tests/support/checks/overflow.ts";
import { tabFaults } from "#tests/support/checks/tab-stops.ts";
import { newCustomer } from "#tests/support/people/customer/customer-visitor.ts";
import { open } from "#tests/support/people/journey.ts";
import { cookiesOf } from "#tests/support/people/over-http.ts";
import { PAGE_STATES } from "#tests/support/people/page-states.ts";
import { startAnew, visit } from "#tests/support/people/visit.ts";
import { deskWalk } from "#tests/support/shops/desk-walk.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const LOW = { width: 320, height: 256 };
const STATES = [
  ...["home", "category with filters in use", "product with colours", "basket"],
  ...["checkout", "test payment", "thank you"],
];
const NOTHING = { stops: [], broken: [], wide: null };
const shop = useShop();
const { atDesk, buy } = deskWalk(shop);

/** What is wrong for somebody who walks from the top of the page to its end, with everything unfolded. */
async function faultsOf(page: Page) {
  await page.setViewportSize(LOW);
  await page.evaluate(() => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>("main details")) details.open = true;
  });
  return { stops: await tabFaults(page), broken: await brokenTexts(page), wide: await overflowOf(page) };
}

test("every stop of the shop's pages is in view, has an outline and leads on", async () => {
  // A browser that says no to cookies is not asked about them; the question has its own tests.
  const visited = await visit("on", { extraHTTPHeaders: { "Sec-GPC": "1" } });
  const { page } = visited;
  for (const { name, go } of PAGE_STATES.filter((state) => STATES.includes(state.name))) {
    await startAnew(visited);
    await go({ page, origin: shop.origin, mode: "on", dataDir: shop.dataDir });
    expect.soft(await faultsOf(page), name).toEqual(NOTHING);
  }
});

test("every stop of an account's pages is in view, has an outline and leads on", async () => {
  const { page } = await visit("on");
  const customer = await newCustomer(shop, "nell@example.com");
  await page.context().addCookies(cookiesOf(customer, shop.origin));
  for (const path of ["/account", "/account/details", "/account/addresses/new"]) {
    await open({ page, origin: shop.origin, mode: "on" }, path);
    expect.soft(await faultsOf(page), path).toEqual(NOTHING);
  }
});

test("every stop of the desk's pages is in view, has an outline and leads on", async () => {
  const number = await buy();
  const page = await atDesk("on");
  const paths = ["", "/orders?view=all", `/orders/${number}`, "/products", "/products/101", "/settings"];
  for (const path of paths) {
    await page.goto(`${shop.origin}/desk${path}`);
    expect.soft(await faultsOf(page), path).toEqual(NOTHING);
  }
});
