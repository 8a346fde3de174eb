/** Orders at the desk on a phone without scripts: many parcels with one form, and an amount given back. */
import type { Page } from "playwright";
import { afterAll, expect, test } from "vitest";

import { brokenInvariants } from "#tests/support/checks/invariants.ts";
import { deskWalk } from "#tests/support/shops/desk-walk.ts";
import { follow, send, sendTo } from "#tests/support/people/steps.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const shop = useShop();

afterAll(async () => {
  expect(await brokenInvariants(shop.dataDir)).toEqual([]);
});

const { ask, write, until, buy, atDesk } = deskWalk(shop);

/** Chooses orders in the list, scans a label for each and sends them; one label is missing. */
async function sendMany(page: Page, numbers: ReadonlyArray<number>): Promise<void> {
  const [first = 0, second = 0, third = 0] = numbers;
  await page.goto(`${shop.origin}/desk/orders?view=to-pack&least=0.01`);
  for (const number of numbers) await page.getByLabel(`Choose order ${number}`).check();
  await sendTo(page, "Send…", "Send orders");
  const field = (number: number) => page.getByLabel(`Tracking number of order ${number}`);
  // A page gives the focus when it is drawn, which is after its load.
  const hasFocus = (number: number) => field(number).and(page.locator(":focus")).waitFor();
  await hasFocus(first);
  // A scanner types Enter behind the number: the next field is ready, and nothing is sent.
  await page.keyboard.type("AB 1");
  await Promise.all([page.waitForEvent("load"), page.keyboard.press("Enter")]);
  expect(await field(first).inputValue()).toBe("AB 1");
  await hasFocus(second);
  await page.keyboard.type("AB 2");
  await Promise.all([page.waitForEvent("load"), page.keyboard.press("Enter")]);
  expect(ask("SELECT count(*) FROM jobs WHERE kind = 'desk-send'")).toBe(0);
  await send(page, "Send and tell the customers", "2 parcels go out in two minutes");
  await page.getByText(`${third}: No tracking number`).waitFor();
  await hasFocus(third);
  await send(page, "Undo", "2 parcels stay here");
  await field(first).fill("AB 1");
  await page.getByRole("checkbox", { name: `No number for order ${second}` }).check();
  await send(page, "Send and tell the customers", "2 parcels go out in two minutes");
  expect(ask("SELECT count(*) FROM jobs WHERE kind = 'desk-send'")).toBe(2);
}

/** An amount that is too large, then £5, of an order that stays as it is. */
async function giveAmount(page: Page, number: number): Promise<void> {
  await page.goto(`${shop.origin}/desk/orders/${number}/refund`);
  expect(await page.getByRole("textbox", { name: "Amount" }).isVisible()).toBe(false);
  await page.getByRole("radio", { name: "An amount" }).check();
  expect(await page.getByRole("combobox", { name: /^How many of/ }).isVisible()).toBe(false);
  await page.getByLabel("Why").selectOption({ label: "Goodwill" });
  await page.getByRole("textbox", { name: "Amount" }).fill("5000");
  await send(page, "Check the refund", "That is more than is left to refund");
  expect(await page.getByRole("textbox", { name: "Amount" }).inputValue()).toBe("5000");
  await page.getByRole("textbox", { name: "Amount" }).fill("5");
  await sendTo(page, "Check the refund", "Refund £5.00?");
  await page.getByText("Still paid after this").waitFor();
  await page.getByText("Includes VAT of £").waitFor();
  expect(ask("SELECT count(*) FROM refunds")).toBe(0);
  await send(page, "Refund £5.00", "is on its way");
  await until(() => ask("SELECT goodwill_minor FROM refunds WHERE status = 'completed'"));
  expect(ask("SELECT amount_minor FROM refunds")).toBe(500);
  expect(ask("SELECT status FROM orders WHERE number = ?", number)).toBe("paid");
}

/** Chosen by a link, packed at once and taken back; the bar offers what the view is for. */
async function packChosen(page: Page, count: number): Promise<void> {
  const bar = (name: string) => page.locator(".bulk").getByRole("button", { name });
  await page.goto(`${shop.origin}/desk/orders?view=to-pack`);
  expect(await bar("Mark as packed").getAttribute("class")).toBe("btn");
  await page.getByRole("link", { name: `Choose all ${count} on this page` }).click();
  expect(await page.getByRole("checkbox", { name: /^Choose order/, checked: true }).count()).toBe(count);
  await page.getByRole("link", { name: "Choose none" }).waitFor();
  await bar("Mark as packed").click();
  await page.getByText(`${count} orders are now packed.`).waitFor();
  await send(page, "Mark them as not packed", `${count} orders are not packed any more.`);
  expect(await page.getByRole("checkbox", { checked: true }).count()).toBe(0);
  write("UPDATE orders SET status = 'packed'");
  await page.goto(`${shop.origin}/desk/orders?view=packed`);
  expect(await bar("Mark as packed").count()).toBe(0);
  expect(await bar("Send…").getAttribute("class")).toBe("btn");
  write("UPDATE orders SET status = 'paid'");
}

/** The words stay in the field, and the way back of an order leads to what was found. */
async function findAndReturn(page: Page, number: number): Promise<void> {
  const end = String(number).slice(-4);
  await page.goto(`${shop.origin}/desk/search?q=${end}`);
  expect(await page.getByLabel("Find an order").inputValue()).toBe(end);
  await page.getByRole("link", { name: String(number) }).click();
  await follow(page, `Results for “${end}”`, `Results for “${end}”`);
}

test("an owner sends parcels of many orders with one form, and gives an amount back, on a phone without scripts", async () => {
  // The order of the list, where all have the same promise.
  const numbers = [await buy(), await buy(), await buy()].sort((one, other) => one - other);
  const page = await atDesk("off");
  await findAndReturn(page, numbers[0] ?? 0);
  await packChosen(page, numbers.length);
  await sendMany(page, numbers);
  await giveAmount(page, numbers.at(-1) ?? 0);
});
