/** What browser extensions and translators do to a page takes nothing from who uses it. */
import type { Page } from "playwright";
import { expect, test } from "vitest";

import { addToBasket, open, openBasket } from "#tests/support/people/journey.ts";
import { newVisitor } from "#tests/support/people/walk.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const shop = useShop();

/** As a browser's translator does, and again after each change of the page. */
function translate(page: Page): Promise<void> {
  return page.evaluate(() => {
    const pass = () => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: Array<Text> = [];
      while (texts.nextNode()) found.push(texts.currentNode as Text);
      for (const text of found) {
        if (!text.data.trim() || text.parentElement?.closest("script,style,option,font,textarea")) continue;
        const outer = document.createElementNS("http://www.w3.org/1999/xhtml", "font");
        const inner = document.createElementNS("http://www.w3.org/1999/xhtml", "font");
        inner.textContent = text.data;
        outer.append(inner);
        text.replaceWith(outer);
      }
    };
    pass();
    new MutationObserver(pass).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  });
}

const sumsIn = async (page: Page, place: string) =>
  (await page.locator(place).innerText()).match(/£[\d.]+|\d+ (?:items?|products?)/g)?.join(" ") ?? "";

test("a translated page shows the sums that are right", async () => {
  const journey = await newVisitor(shop, "on");
  const { page } = journey;
  await open(journey, "/p/wooden-toys/pull-alongs/pull-along-dog");
  await addToBasket(journey);
  await openBasket(journey);
  await translate(page);
  await page.getByRole("button", { name: /^Increase: / }).click();
  await page.getByRole("heading", { name: "Basket 2 items" }).waitFor();
  const fresh = await page.context().newPage();
  await fresh.goto(page.url());
  await expect.poll(() => sumsIn(page, "main")).toBe(await sumsIn(fresh, "main"));

  await open(journey, "/checkout");
  await translate(page);
  const pay = () => sumsIn(page, "button[value=pay]:visible");
  const before = await pay();
  await page.locator("input[name=method][value=express]").check({ force: true });
  await expect.poll(pay).not.toBe(before);
  expect(await sumsIn(page, "aside")).toContain(await pay());
});

test("after a filter a translated list shows the prices and the number that are right", async () => {
  const journey = await newVisitor(shop, "on");
  const { page } = journey;
  await open(journey, "/c/wooden-toys");
  await translate(page);
  const before = await sumsIn(page, "main");

  await page.getByRole("checkbox", { name: /^Sage/ }).check();
  await expect.poll(() => sumsIn(page, "main")).not.toBe(before);

  const fresh = await page.context().newPage();
  await fresh.goto(page.url());
  const right = await sumsIn(fresh, "main");
  expect(right).not.toBe("");
  await expect.poll(() => sumsIn(page, "main")).toBe(right);
});
