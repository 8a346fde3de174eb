/** More orders than one form takes, invoices and count sheets, on a phone without scripts. */
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";

import { brokenInvariants } from "#tests/support/checks/invariants.ts";
import { sharedBrowser, visit } from "#tests/support/people/visit.ts";
import { deskWalk } from "#tests/support/shops/desk-walk.ts";
import { type RunningShop, startShop } from "#tests/support/shops/server.ts";

const PHONE = { viewport: { width: 390, height: 844 } };

let browser: Browser;
let shop: RunningShop;

beforeAll(async () => {
  [browser, shop] = await Promise.all([sharedBrowser(), startShop()]);
});

afterAll(async () => {
  expect(await brokenInvariants(shop.dataDir)).toEqual([]);
  await shop.stop();
});

const { ask, buy, invite, acceptInvite } = deskWalk(() => shop);

async function isWide(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
}

/** Packs all orders of the view by a job, whose page shows its end by itself, and takes that back. */
async function packAll(page: Page, count: number): Promise<void> {
  await page.goto(`${shop.origin}/desk/orders/many?view=to-pack`);
  expect(await isWide(page)).toBe(false);
  await page.getByRole("button", { name: `Mark ${count} orders as packed` }).click();
  await page.getByRole("heading", { level: 1, name: `Packing ${count} orders` }).waitFor();
  await page.getByText(`${count} orders are now packed`).waitFor();
  expect(await isWide(page)).toBe(false);
  expect(ask("SELECT count(*) FROM orders WHERE status = 'packed'")).toBe(count);
  await page.getByRole("button", { name: `Mark these ${count} as not packed` }).click();
  await page.getByText(`${count} orders are not packed any more`).waitFor();
  expect(ask("SELECT count(*) FROM orders WHERE status = 'paid'")).toBe(count);
}

test("all orders of a view are packed by a job, and invoices and count sheets are printed", async () => {
  const numbers = [await buy(), await buy()].sort((one, other) => one - other);
  const link = await invite();
  const { page, complaints, close } = await visit(browser, "off", PHONE);
  await acceptInvite(page, link);
  await page.getByText("Send the first").first().waitFor();

  await packAll(page, 2);

  await page.goto(`${shop.origin}/desk/orders/${numbers[0]}`);
  await page.getByRole("link", { name: "Print invoice" }).click();
  await page.getByText(`Invoice ${numbers[0]}`).first().waitFor();
  expect(await isWide(page)).toBe(false);
  await page.goto(`${shop.origin}/desk/orders/invoices?all=on&view=to-pack`);
  expect(await page.locator("article.sheet").count()).toBe(2);

  await page.goto(`${shop.origin}/desk/stock`);
  await page.getByRole("link", { name: "Count sheet" }).click();
  await page.getByRole("link", { name: /^All/ }).click();
  const sku = String(ask("SELECT sku FROM variants ORDER BY sku LIMIT 1"));
  await page.getByText(sku, { exact: true }).first().waitFor();
  expect(await isWide(page)).toBe(false);
  expect(await page.locator("article.sheet").first().textContent()).not.toContain("£");
  expect(complaints).toEqual([]);
  await close();
});
