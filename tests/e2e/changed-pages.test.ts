/** What browser extensions and translators do to a page takes nothing from who uses it. */
import type { Page } from "playwright";
import { expect, test } from "vitest";

import { addToBasket, type Journey, open, openBasket } from "#tests/support/people/journey.ts";
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
  (await page.locator(place).allInnerTexts())
    .join(" ")
    .match(/£[\d.,]+|\d+ (?:items?|products?|gifts?)/g)
    ?.join(" ") ?? "";

const DOG = "/p/wooden-toys/pull-alongs/pull-along-dog";

async function basketOf(journey: Journey): Promise<void> {
  await open(journey, DOG);
  await addToBasket(journey);
  await openBasket(journey);
}

type Change = Readonly<{
  what: string;
  begin: (journey: Journey) => Promise<void>;
  act: (page: Page) => Promise<void>;
  /** Where the sums are that are compared. */
  place: string;
}>;

/** After an action the rest of the basket also has the action's own message, and what it opened. */
const TOTALS = "main h1, aside dl";

/** What changes sums in place, without a page of its own. */
const CHANGES: ReadonlyArray<Change> = [
  {
    what: "another quantity in the basket",
    begin: basketOf,
    act: (page) => page.getByRole("button", { name: /^Increase: / }).click(),
    place: "main",
  },
  {
    what: "a discount code in the basket",
    begin: basketOf,
    act: async (page) => {
      await page.getByRole("textbox", { name: "Discount code (optional)" }).fill("play15");
      await page.getByRole("button", { name: "Apply the discount code" }).click();
    },
    place: TOTALS,
  },
  {
    what: "gift wrapping in the basket",
    begin: basketOf,
    act: async (page) => {
      await page.getByText("Add gift wrapping or a card").click();
      await page.getByRole("radio", { name: "Holly-leaf print" }).check();
      await page.getByRole("button", { name: "Save the gift wrapping of Pull-along Dog" }).click();
    },
    place: TOTALS,
  },
  {
    what: "a filter of a list",
    begin: (journey) => open(journey, "/c/wooden-toys"),
    act: (page) => page.getByRole("checkbox", { name: /^Sage/ }).check(),
    place: "main",
  },
  {
    what: "a filter of a search",
    begin: (journey) => open(journey, "/search?q=wooden"),
    act: (page) => page.getByRole("checkbox", { name: /^Sage/ }).check(),
    place: "main",
  },
  {
    what: "another variant of a product",
    begin: (journey) => open(journey, "/p/wooden-toys/ride-ons/rocking-horse"),
    act: (page) => page.getByText("Walnut", { exact: true }).first().click(),
    place: "main",
  },
];

test.each(CHANGES)("after $what a translated page shows the sums that are right", async (change) => {
  const { begin, act, place } = change;
  const journey = await newVisitor(shop, "on");
  const { page } = journey;
  await begin(journey);
  await translate(page);
  const before = await sumsIn(page, place);

  await act(page);
  await expect.poll(() => sumsIn(page, place)).not.toBe(before);

  const fresh = await page.context().newPage();
  await fresh.goto(page.url());
  const right = await sumsIn(fresh, place);
  expect(right).toContain("£");
  await expect.poll(() => sumsIn(page, place)).toBe(right);
});

test("the sum to pay of a translated checkout follows the delivery", async () => {
  const journey = await newVisitor(shop, "on");
  const { page } = journey;
  await basketOf(journey);
  await open(journey, "/checkout");
  await translate(page);
  const pay = () => sumsIn(page, "button[value=pay]:visible");
  const before = await pay();
  await page.locator("input[name=method][value=express]").check({ force: true });
  await expect.poll(pay).not.toBe(before);
  expect(await sumsIn(page, "aside")).toContain(await pay());
});
