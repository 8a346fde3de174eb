import type { Locator, Page } from "playwright";
import { describe, expect, test } from "vitest";

import {
  linkFor,
  newCustomer,
  open as openLink,
  PASSWORD,
} from "#tests/support/people/customer/customer-visitor.ts";
import { arrived, open, taken } from "#tests/support/people/journey.ts";
import { follow } from "#tests/support/people/steps.ts";
import { JOURNEY_MODES, visit } from "#tests/support/people/visit.ts";
import { newVisitor } from "#tests/support/people/walk.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const LISTING = "/c/wooden-toys/pull-alongs";
const TOY = "/p/wooden-toys/vehicles-and-trains/trains-and-track/train-set";
const DOG = "Pull-along Dog";
const SNAIL = "Pull-along Snail";
const CITY = "City Pushchair";
const STROLLER = "Compact Stroller";

const shop = useShop();

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Presses the heart of `product`, and sees that it is kept: in the button's name and in the header's count. */
async function saveCard(page: Page, product: string, count: string): Promise<void> {
  await button(page, `Save ${product}`).click();
  await button(page, `Remove ${product} from favourites`).waitFor();
  await page.getByRole("link", { name: `Favourites, ${count}`, exact: true }).waitFor();
}

/** Whether `element` stands wholly on the screen as it is scrolled. */
async function isOnScreen(element: Locator): Promise<boolean> {
  const box = await element.boundingBox();
  const height = element.page().viewportSize()?.height ?? 0;
  return box !== null && box.y >= 0 && box.y + box.height <= height;
}

async function shareList(page: Page): Promise<string> {
  await button(page, "Create a link").click();
  await page.getByRole("heading", { name: "You are sharing your favourites" }).waitFor();
  return new URL(await page.getByLabel("Link to your favourites").inputValue()).pathname;
}

async function logIn(page: Page, email: string): Promise<void> {
  const main = page.getByRole("main");
  await main.getByLabel("Email address", { exact: true }).fill(email);
  await main.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await main.getByRole("button", { name: "Log in", exact: true }).click();
}

describe.each(JOURNEY_MODES)("scripts %s", (mode) => {
  test("favourites are saved, shared, copied by another visitor and merged at login", async () => {
    const email = `shopper-${mode}@example.com`;
    const account = await newCustomer(shop, email);
    await openLink(account, await linkFor(shop, email, { path: "/verify" }));
    const mine = await newVisitor(shop, mode);
    const theirs = await newVisitor(shop, mode);
    const [me, friend] = [mine.page, theirs.page];
    await open(mine, LISTING);
    await saveCard(me, DOG, "1 item");
    await saveCard(me, SNAIL, "2 items");
    expect(new URL(me.url()).pathname).toBe(LISTING);
    // The same page, the same minute, another visitor: no heart of mine.
    await open(theirs, LISTING);
    await button(friend, `Save ${DOG}`).waitFor();
    expect(await friend.getByRole("button", { name: /from favourites$/ }).count()).toBe(0);

    await open(mine, "/favourites");
    await button(me, `Remove ${DOG} from favourites`).click();
    if (mode === "on") await me.waitForFunction(() => document.activeElement?.tagName === "H1");
    await button(me, `Undo the removal of ${DOG}`).click();
    await button(me, `Remove ${DOG} from favourites`).waitFor();
    if (mode === "on") await me.waitForFunction(() => document.activeElement?.tagName === "H1");
    const link = await shareList(me);

    await open(theirs, link);
    await friend.getByRole("heading", { level: 1, name: "Shared favourites" }).waitFor();
    await button(friend, "Save all to my favourites").click();
    await friend.getByText("2 products saved to your favourites.").waitFor();

    await open(mine, "/favourites");
    await me.getByRole("main").getByRole("link", { name: "Log in", exact: true }).click();
    await arrived({ page: me, mode }, "Log in");
    await logIn(me, email);
    await arrived({ page: me, mode }, "Favourites");
    expect(await me.getByRole("main").getByRole("heading", { level: 2 }).allTextContents()).toEqual(
      expect.arrayContaining([SNAIL, DOG]),
    );
    await button(me, "Stop sharing").click();
    await me.getByRole("heading", { name: "Share your favourites" }).waitFor();
    expect((await friend.goto(shop.origin + link))?.status()).toBe(404);
  });

  test("three products are compared, and the page can show only their differences", async () => {
    const { page } = await newVisitor(shop, mode);
    await open({ page, origin: shop.origin, mode }, LISTING);
    expect(await page.getByText("Compare", { exact: true }).count()).toBe(0);
    await open({ page, origin: shop.origin, mode }, TOY);
    expect(await page.getByRole("button", { name: /^Compare / }).count()).toBe(0);
    await open({ page, origin: shop.origin, mode }, "/c/pushchairs");
    expect(await page.getByRole("button", { name: /^Compare / }).count()).toBe(0);
    await page.getByRole("checkbox", { name: "Compare" }).check();
    for (const [index, name] of [CITY, STROLLER, "Travel Buggy"].entries()) {
      await button(page, `Compare ${name}`).click();
      await page
        .getByRole("link", { name: index === 0 ? "1 product to compare" : `Compare ${index + 1} products` })
        .waitFor();
    }
    expect(await isOnScreen(page.getByRole("link", { name: "Compare 3 products" }))).toBe(true);
    await follow(page, "Compare 3 products", "Compare");
    await taken(page, mode);
    const rows = page.locator("main :is(th[scope=row], dt)");
    const all = await rows.count();

    await page.getByRole("link", { name: "Differences only" }).click();
    await page.waitForURL(/only=differences/);
    await page.getByText("and hidden").waitFor();
    expect(await rows.count()).toBeLessThan(all);
    expect(await page.getByRole("heading", { name: "The same for all" }).count()).toBe(0);
    expect(await page.getByRole("link", { name: `Choose ${CITY}` }).getAttribute("href")).toMatch(/#safety$/);

    await button(page, `Remove ${STROLLER} from the comparison`).click();
    await page.waitForURL((url) => url.searchParams.get("products")?.split(",").length === 2);
    await page.getByText("2 products side by side").waitFor();

    await open({ page, origin: shop.origin, mode }, "/c/pushchairs");
    await button(page, "Stop comparing").click();
    await page.getByRole("link", { name: "Compare 2 products" }).waitFor({ state: "detached" });
    await taken(page, mode);
    expect(await page.getByRole("checkbox", { name: "Compare" }).isChecked()).toBe(false);
    await page.getByRole("main").getByRole("link", { name: CITY, exact: true }).click();
    await button(page, `Compare ${CITY}`).click();
    await follow(page, "See the comparison", "Compare");
  });
});

test("hearts pressed in quick succession are all saved, and the scroll position stays", async () => {
  const { page } = await visit("on", { viewport: { width: 390, height: 800 } });
  await open({ page, origin: shop.origin, mode: "on" }, "/c/wooden-toys");
  const hearts = page.getByRole("button", { name: /^Save / });
  await hearts.nth(5).scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => window.scrollY);

  let answered = 0;
  page.on("response", (response) => {
    if (response.request().method() === "POST") answered += 1;
  });
  await page.evaluate(() => {
    const buttons = [...document.querySelectorAll<HTMLButtonElement>('button[name="save"]')];
    for (const each of buttons.slice(0, 5)) each.click();
  });
  // One after the other: the next leaves when the one before is answered.
  await expect.poll(() => answered).toBe(5);
  await page.waitForLoadState("networkidle");
  expect(await page.evaluate(() => window.scrollY)).toBe(before);
  await open({ page, origin: shop.origin, mode: "on" }, "/favourites");

  await page.getByText("5 products, newest first").waitFor();
});
