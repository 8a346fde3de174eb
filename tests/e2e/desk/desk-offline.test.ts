/** What the script of the desk adds: a form that is not sent while the browser is offline, and a button that prints. */
import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";

import { deskWalk } from "#tests/support/shops/desk-walk.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const shop = useShop();
let number: number;

const { ask, buy, atDesk } = deskWalk(shop);

beforeAll(async () => {
  number = await buy();
});

const offlineLine = (page: Page) => page.getByText("You are offline.");
const notes = () => ask("SELECT count(*) FROM order_notes");

test("a note that is sent while the browser is offline stays in its field, and is saved afterwards", async () => {
  const page = await atDesk("on");
  await page.goto(`${shop.origin}/desk/orders/${number}`);
  const note = page.getByLabel("Note for the team");
  await note.fill("Rings twice.");
  const save = page.getByRole("button", { name: "Add note" });
  expect(await offlineLine(page).isVisible()).toBe(false);

  await page.context().setOffline(true);
  await save.click();
  await offlineLine(page).waitFor();

  expect(await note.inputValue()).toBe("Rings twice.");
  expect(notes()).toBe(0);

  await page.context().setOffline(false);
  await offlineLine(page).waitFor({ state: "hidden" });
  await save.click();
  await page.getByText("Rings twice.").first().waitFor();
  expect(notes()).toBe(1);

  await page.goto(`${shop.origin}/desk/orders/slips?id=${number}`);
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", "yes");
  });
  await page.getByRole("button", { name: "Print", exact: true }).click();
  expect(await page.getAttribute("body", "data-printed")).toBe("yes");
});

test("without scripts there is neither the line nor the button", async () => {
  const page = await atDesk("off", { email: "tom@example.com", name: "Tom Reed", role: "packer" });
  await page.goto(`${shop.origin}/desk/orders/slips?id=${number}`);

  expect(await offlineLine(page).count()).toBe(0);
  expect(await page.getByRole("button", { name: "Print", exact: true }).count()).toBe(0);
});
