/** What people print, as Chromium puts it on paper: the pages of the running shop and its desk. */
import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";

import { cookiesOf } from "#tests/support/people/over-http.ts";
import { sampleVisitors, type SampleVisitors } from "#tests/support/people/sample-visitors.ts";
import { visit } from "#tests/support/people/visit.ts";
import { deskWalk } from "#tests/support/shops/desk-walk.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const shop = useShop();
const { atDesk, buy } = deskWalk(shop);
let samples: SampleVisitors;
let numbers: ReadonlyArray<number>;

beforeAll(async () => {
  samples = await sampleVisitors(shop.origin);
  numbers = [await buy(), await buy()];
});

type Paper = Readonly<{
  sheets: number;
  /** What is on them and asks for something. */
  asks: ReadonlyArray<string>;
  /** What is on them beside the page itself. */
  beside: ReadonlyArray<string>;
}>;

async function onPaper(page: Page): Promise<Paper> {
  const pdf = (await page.pdf({ format: "A4", preferCSSPageSize: true })).toString("latin1");
  await page.emulateMedia({ media: "print" });
  const seen = await page.evaluate(() => {
    const isPrinted = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
    };
    const all = [...document.querySelectorAll("body *")].filter((element) => isPrinted(element));
    const textOf = (element: Element) => element.textContent.replace(/\s+/g, " ").trim();
    const asking = all.filter((element) => element.matches("button, input, select, textarea, nav, dialog"));
    const beside = all.filter(
      (element) => element.childElementCount === 0 && element.closest("main") === null && textOf(element),
    );
    return {
      asks: asking.map((element) => element.outerHTML.slice(0, 80)),
      beside: beside.map((element) => textOf(element)),
    };
  });
  await page.emulateMedia({ media: null });
  return { sheets: pdf.match(/\/Type \/Page\b/g)?.length ?? 0, ...seen };
}

test.each([
  ["/checkout/thank-you/{paidOrder}", 1],
  ["/orders/{paidOrder}", 1],
  ["/orders/{paidOrder}/invoice", 1],
  ["/information/terms", 3],
])("of the shop's page %s paper has the page alone; sheets: %i", async (path, sheets) => {
  const { page } = await visit("on");
  await page.context().addCookies(cookiesOf(samples.visitors.buyer, shop.origin));
  await page.goto(shop.origin + samples.named(path));

  expect(await onPaper(page)).toEqual({ sheets, asks: [], beside: [] });
});

test("of the desk's pages paper has the sheets alone, each on one page", async () => {
  const page = await atDesk("on");
  const chosen = numbers.map((number) => `n${number}=on`).join("&");
  const paths = [
    `/orders/slips?${chosen}&list=off`,
    `/orders/slips?${chosen}`,
    `/orders/invoices?${chosen}`,
    `/orders/invoices?n${numbers[0]}=on`,
    "/stock/sheet?view=all",
  ];
  for (const path of paths) {
    await page.goto(`${shop.origin}/desk${path}`);
    const sheets = await page.locator("article.sheet").count();
    expect(sheets, path).toBeGreaterThan(0);
    expect(await onPaper(page), path).toEqual({ sheets, asks: [], beside: [] });
  }
});
