import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";

import { brokenInvariants, openShopDatabase } from "#tests/support/checks/invariants.ts";
import {
  addToBasket,
  atThePaymentPage,
  checkOut,
  type Journey,
  open,
  openBasket,
  taken,
} from "#tests/support/people/journey.ts";
import { JOURNEY_MODES, sharedBrowser, visit } from "#tests/support/people/visit.ts";
import { type OpenShop, sharedShop } from "#tests/support/shops/server.ts";

const DOG = "/p/wooden-toys/pull-alongs/pull-along-dog?utm_source=x";

let browser: Browser;
let shop: OpenShop;

beforeAll(async () => {
  [browser, shop] = await Promise.all([sharedBrowser(), sharedShop()]);
});

afterAll(async () => {
  expect(await brokenInvariants(shop.dataDir)).toEqual([]);
});

test.each(JOURNEY_MODES)(
  "a shopper chooses euros in the footer and pays in them, scripts %s",
  async (mode) => {
    const { page, complaints, close } = await visit(browser, mode);
    const journey: Journey = { page, origin: shop.origin, mode };
    await open(journey, DOG);
    expect(await page.locator("main").innerText()).toContain("£26.00");

    await choose(journey, "Euros (EUR)");

    expect(page.url()).toBe(shop.origin + DOG);
    expect(await page.getByRole("combobox", { name: "Currency" }).inputValue()).toBe("EUR");
    expect(await page.locator("main").innerText()).toContain("€30.00");
    expect(await page.locator("main").innerText()).not.toMatch(/£\d/);
    await page.getByRole("spinbutton", { name: "Quantity" }).fill("2");
    await addToBasket(journey);
    await openBasket(journey);
    await page.getByRole("textbox", { name: "Discount code (optional)" }).fill("fiveroff");
    await page.getByRole("button", { name: "Apply the discount code" }).click();
    await page.getByText("€6 has been taken off your order.").waitFor();
    await checkOut(journey);
    await atThePaymentPage(journey, /^Pay €/);
    await page.getByRole("heading", { name: "Thank you, Hannah" }).waitFor();

    // Two dogs at €30.00, €6.00 off: below €60, so delivery is €4.95.
    expect(await page.locator("main").innerText()).toContain("€58.95");
    expect(await page.locator("main").innerText()).not.toMatch(/£\d/);
    expect(lastOrder()).toEqual({ total_minor: 5_895, currency: "EUR" });
    expect(complaints).toEqual([]);
    await close();
  },
);

test.each(JOURNEY_MODES)(
  "a basket in pounds becomes one in euros and says so once, scripts %s",
  async (mode) => {
    const { page, complaints, close } = await visit(browser, mode);
    const journey: Journey = { page, origin: shop.origin, mode };
    await open(journey, DOG);
    await addToBasket(journey);
    await openBasket(journey);
    expect(await page.locator("main").innerText()).toContain("£26.00");

    await choose(journey, "Euros (EUR)");

    await page.getByText("Prices are now in euros. We have updated the prices in your basket.").waitFor();
    expect(await page.locator("main").innerText()).not.toMatch(/£\d/);
    await open(journey, "/cart");
    expect(await page.getByText("Prices are now in euros.").count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  },
);

async function choose({ page, mode }: Journey, label: string): Promise<void> {
  await page.getByRole("combobox", { name: "Currency" }).selectOption({ label });
  await Promise.all([
    page.waitForEvent("load"),
    page.getByRole("button", { name: "Save", exact: true }).click(),
  ]);
  await taken(page, mode);
}

function lastOrder(): unknown {
  const database = openShopDatabase(shop.dataDir);
  try {
    return database.prepare("SELECT total_minor, currency FROM orders ORDER BY placed_at DESC LIMIT 1").get();
  } finally {
    database.close();
  }
}
