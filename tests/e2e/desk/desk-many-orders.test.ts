/** More orders than one form takes, invoices and count sheets, on a phone without scripts. */
import type { Page } from "playwright";
import { afterAll, expect, test } from "vitest";

import { brokenInvariants } from "#tests/support/checks/invariants.ts";
import { deskWalk } from "#tests/support/shops/desk-walk.ts";
import { send, sendTo } from "#tests/support/people/steps.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const shop = useShop();

afterAll(async () => {
  expect(await brokenInvariants(shop.dataDir)).toEqual([]);
});

const { ask, buy, atDesk } = deskWalk(shop);

async function isWide(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
}

/** Packs all orders of the view by a job, whose page shows its end by itself, and takes that back. */
async function packAll(page: Page, count: number): Promise<void> {
  await page.goto(`${shop.origin}/desk/orders/many?view=to-pack`);
  expect(await isWide(page)).toBe(false);
  await sendTo(page, `Mark ${count} orders as packed`, `Packing ${count} orders`);
  await page.getByText(`${count} orders are now packed`).waitFor();
  expect(await isWide(page)).toBe(false);
  expect(ask("SELECT count(*) FROM orders WHERE status = 'packed'")).toBe(count);
  await send(page, `Mark these ${count} as not packed`, `${count} orders are not packed any more`);
  expect(ask("SELECT count(*) FROM orders WHERE status = 'paid'")).toBe(count);
}

test("all orders of a view are packed by a job, and invoices and count sheets are printed", async () => {
  const numbers = [await buy(), await buy()].sort((one, other) => one - other);
  const page = await atDesk("off");
  await page.getByText("Send the first").first().waitFor();

  await packAll(page, 2);

  await page.goto(`${shop.origin}/desk/orders/${numbers[0]}`);
  await page.getByRole("link", { name: "Print invoice" }).click();
  await page.getByText(`Order ${numbers[0]}, ordered on`).first().waitFor();
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
});
