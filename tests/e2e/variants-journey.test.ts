/** A product of one variant gets colours: somebody at the desk on a phone without scripts, and a shopper who buys one. */
import type { Page } from "playwright";
import { afterAll, expect, test } from "vitest";

import { brokenInvariants } from "#tests/support/checks/invariants.ts";
import { addToBasket, goToPayment, payAt } from "#tests/support/people/purchase.ts";
import { Shopper } from "#tests/support/people/shopper.ts";
import { deskWalk } from "#tests/support/shops/desk-walk.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const RINGS = 102;

const shop = useShop();
const { ask, until, atDesk } = deskWalk(shop);

afterAll(async () => {
  expect(await brokenInvariants(shop.dataDir)).toEqual([]);
});

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const idOf = (sku: string) => Number(ask("SELECT id FROM variants WHERE sku = ?", sku));

/** First with a double: what was typed stays. */
async function addColours(page: Page): Promise<void> {
  await page.goto(`${shop.origin}/desk/products/${RINGS}`);
  await page.getByRole("link", { name: "Add, show or hide variants" }).click();
  await page.getByLabel("Name Such as Colour").or(page.locator("#optionName")).first().fill("Colour");
  await page.getByLabel("What it is now", { exact: true }).fill("Ash");
  await page.getByLabel("Further value 1", { exact: true }).fill("Poppy");
  await page.getByLabel("Further value 2", { exact: true }).fill(" pöppy ");
  await press(page, "Add the option");
  await page.getByRole("link", { name: /^Further value 2: .*is there already/ }).waitFor();
  expect(await page.getByLabel("Further value 1", { exact: true }).inputValue()).toBe("Poppy");
  await page.getByLabel("Further value 2", { exact: true }).fill("Cornflower");
  await press(page, "Add the option");
  await page.getByText("Added 2 variants. Shoppers do not see them").waitFor();
}

async function choose(page: Page, button: string, ...names: ReadonlyArray<string>): Promise<void> {
  for (const name of names) await page.getByRole("checkbox", { name: `Choose ${name}` }).check();
  await press(page, button);
}

/** First without a name, and with one that is there: what was typed stays. */
async function rename(page: Page): Promise<void> {
  await page.goto(`${shop.origin}/desk/products/${RINGS}/variants`);
  await page.getByText("Change names or colours").click();
  const name = page.getByLabel("Name of Cornflower", { exact: true });
  for (const [typed, problem] of [
    [" ", /^Name of Cornflower: Type a name/],
    ["ÁSH", /^Name of Cornflower: ÁSH is there already/],
  ] as const) {
    await name.fill(typed);
    await press(page, "Save names of Colour");
    await page.getByRole("link", { name: problem }).waitFor();
  }
  expect(await name.inputValue()).toBe("ÁSH");
  await name.fill("Sky blue");
  await page.getByLabel("Name of Poppy", { exact: true }).fill("Scarlet");
  await press(page, "Save names of Colour");
  await page.getByText("Saved 2 names.").waitFor();
}

async function receive(page: Page, sku: string, units: string): Promise<void> {
  await page.goto(`${shop.origin}/desk/stock?q=${sku}`);
  await page.locator(`#u${idOf(sku)}`).fill(units);
  await page
    .getByRole("button", { name: /^(?:Save|Book|Receive)/ })
    .first()
    .click();
  await until(() => ask("SELECT 1 FROM variants WHERE sku = ? AND on_hand = ?", sku, Number(units)));
}

test("new colours wait, are shown with stock, one is bought and retired, and its order still names it", async () => {
  const shopper = new Shopper(shop.origin);
  const { location } = await shopper.get(`/products/${RINGS}`);
  const product = async () => (await new Shopper(shop.origin).get(location ?? "")).body;
  const page = await atDesk("off");
  await addColours(page);
  expect(await product()).not.toMatch(/Poppy|Cornflower/);
  await receive(page, "HB-0102-POPP", "5");
  await receive(page, "HB-0102-CORN", "3");
  await page.goto(`${shop.origin}/desk/products/${RINGS}/variants`);
  await choose(page, "Show", "Poppy", "Cornflower");
  await page.getByText("Shoppers now see 2 variants more.").waitFor();
  expect(await product()).toMatch(/Poppy[\s\S]*Cornflower/);

  await addToBasket(shopper, idOf("HB-0102-POPP"), 1);
  await payAt(shopper, await goToPayment(shopper));
  const order = String(await until(() => ask("SELECT number FROM orders WHERE status = 'paid'")));

  await page.goto(`${shop.origin}/desk/products/${RINGS}/variants`);
  await choose(page, "Hide", "Poppy");
  await page.getByText("Hidden: 1 variant.").waitFor();
  await choose(page, "Remove", "Poppy");
  await page.getByText("Poppy has stock, or has been ordered or saved by somebody").waitFor();
  await choose(page, "Hide", "Ash", "Cornflower");
  await page.getByText("Shoppers must see at least one variant.").waitFor();
  expect(await product()).not.toContain("Poppy");

  await rename(page);
  expect(await product()).toContain("Sky blue");
  expect(await product()).not.toMatch(/Cornflower|Scarlet/);
  await page.goto(`${shop.origin}/desk/stock?q=HB-0102-POPP`);
  await page.getByText("Hidden", { exact: true }).waitFor();

  await page.goto(`${shop.origin}/desk/orders/${order}`);
  await page.getByText("Poppy").first().waitFor();
  const id = String(ask("SELECT id FROM orders WHERE number = ?", Number(order)));
  expect((await shopper.get(`/orders/${id}`)).body).toContain("Poppy");
});
