/** What people print, as Chromium puts it on paper: the pages of the running shop and its desk. */
import { readdirSync, readFileSync } from "node:fs";

import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";

import { newCustomer } from "#tests/support/people/customer/customer-visitor.ts";
import { toGivenGift } from "#tests/support/people/gift-list-journey.ts";
import { cookiesOf } from "#tests/support/people/over-http.ts";
import { sampleVisitors, type SampleVisitors } from "#tests/support/people/sample-visitors.ts";
import { visit } from "#tests/support/people/visit.ts";
import { deskWalk } from "#tests/support/shops/desk-walk.ts";
import { runCommand } from "#tests/support/shops/shop-command.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const shop = useShop();
const { ask, atDesk, buy, until } = deskWalk(shop);
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

/** Somebody with an account and an order, in a browser. */
async function customerWithOrder(email: string) {
  const customer = await newCustomer(shop, email);
  const number = await buy({ by: customer });
  const id = String(ask("SELECT id FROM orders WHERE number = ?", number));
  const { page } = await visit("on");
  await page.context().addCookies(cookiesOf(customer, shop.origin));
  const at = async (path: string) => page.goto(`${shop.origin}${path}`);
  return {
    page,
    number,
    id,
    at,
    own: (...args: ReadonlyArray<string>) => runCommand(shop, ["orders", ...args]),
  };
}

test("of a customer's invoice, credit note and return paper has the page alone, on one sheet each", async () => {
  const { page, number, id, at, own } = await customerWithOrder("prints@example.org");
  const one = { sheets: 1, asks: [], beside: [] };
  await at(`/account/orders/${id}/invoice`);
  expect(await onPaper(page), "the account's invoice").toEqual(one);

  await own("ship", String(number), "--carrier", "royal-mail", "--tracking", "AB1");
  await at(`/orders/${id}/return`);
  await page.getByLabel("Quantity").selectOption("1");
  await page.getByLabel("Reason").selectOption({ label: "I changed my mind" });
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Confirm return" }).click();
  await page.getByRole("heading", { level: 1, name: `Return R${number}-1` }).waitFor();
  expect(await onPaper(page), "a return").toEqual(one);

  await own("refund", String(number), "--all", "--reason", "damaged", "--yes");
  await until(() => ask("SELECT 1 FROM refunds WHERE order_id = ? AND status = 'completed'", id));
  await at(`/orders/${id}/credit-notes/CN-000001`);
  await page.getByRole("heading", { level: 1, name: /CN-000001/ }).waitFor();
  expect(await onPaper(page), "a credit note").toEqual(one);
});

test("of a gift list's cards and thanks paper has these alone, on one sheet each", async () => {
  const { page } = await visit("on");
  const { id } = await customerWithOrder("giver@example.org");
  const list = await toGivenGift({ page, origin: shop.origin, dataDir: shop.dataDir, mode: "on" }, id);
  for (const path of ["cards", "thanks"]) {
    await page.goto(`${shop.origin}${list}/${path}`);
    await page.getByRole("heading", { level: 1 }).waitFor({ state: "attached" });
    expect(new URL(page.url()).pathname.split("/").at(-1)).toBe(path);
    expect(await onPaper(page), path).toEqual({ sheets: 1, asks: [], beside: [] });
  }
});

test("every page that says it is printed is one of these", () => {
  const files = readdirSync("app/components", { recursive: true, encoding: "utf8" });
  const printed = files.filter(
    (file) =>
      file.endsWith(".tsx") &&
      /<PrintButton|Print this page/.test(readFileSync(`app/components/${file}`, "utf8")),
  );

  expect(printed.sort()).toEqual([
    "customer/invoice-page.tsx",
    "desk/orders/invoices-page.tsx",
    "desk/products/count-sheet-page.tsx",
    "desk/slips-page.tsx",
    "gift-list/cards-page.tsx",
    "gift-list/thanks-page.tsx",
    "order/return-requested-page.tsx",
  ]);
});
