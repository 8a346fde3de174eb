/** What the script of the desk adds: a form that is not sent while the browser is offline, and a button that prints. */
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";

import { sharedBrowser, visit } from "#tests/support/people/visit.ts";
import { deskWalk } from "#tests/support/shops/desk-walk.ts";
import { type RunningShop, startShop } from "#tests/support/shops/server.ts";

const PHONE = { viewport: { width: 390, height: 844 } };

let browser: Browser;
let shop: RunningShop;
let number: number;

const { ask, buy, invite, acceptInvite } = deskWalk(() => shop);

beforeAll(async () => {
  [browser, shop] = await Promise.all([sharedBrowser(), startShop()]);
  number = await buy();
});

afterAll(() => shop.stop());

const offlineLine = (page: Page) => page.getByText("You are offline.");
const notes = () => ask("SELECT count(*) FROM order_notes");

test("a note that is sent while the browser is offline stays in its field, and is saved afterwards", async () => {
  const { page, close } = await visit(browser, "on", PHONE);
  await acceptInvite(page, await invite());
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
  await close();
});

test("without scripts there is neither the line nor the button", async () => {
  const { page, close } = await visit(browser, "off", PHONE);
  await acceptInvite(page, await invite("tom@example.com", "Tom Reed", "packer"));
  await page.goto(`${shop.origin}/desk/orders/slips?id=${number}`);

  expect(await offlineLine(page).count()).toBe(0);
  expect(await page.getByRole("button", { name: "Print", exact: true }).count()).toBe(0);
  await close();
});
