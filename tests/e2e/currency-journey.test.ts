import { afterAll, describe, expect, test } from "vitest";

import { brokenInvariants } from "#tests/support/checks/invariants.ts";
import {
  addToBasket,
  atThePaymentPage,
  checkOut,
  type Journey,
  open,
  openBasket,
  taken,
} from "#tests/support/people/journey.ts";
import { send } from "#tests/support/people/steps.ts";
import { JOURNEY_MODES } from "#tests/support/people/visit.ts";
import { newVisitor } from "#tests/support/people/walk.ts";
import { ask } from "#tests/support/shops/shop-data.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const DOG = "/p/wooden-toys/pull-alongs/pull-along-dog?utm_source=x";

const shop = useShop();

afterAll(async () => {
  expect(await brokenInvariants(shop.dataDir)).toEqual([]);
});

describe.each(JOURNEY_MODES)("scripts %s", (mode) => {
  test("a shopper chooses euros in the footer and pays in them", async () => {
    const journey = await newVisitor(shop, mode);
    const { page } = journey;
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
    await send(page, "Apply the discount code", "€6 has been taken off your order.");
    await checkOut(journey);
    await atThePaymentPage(journey, /^Pay €/);
    await page.getByRole("heading", { name: "Thank you, Hannah" }).waitFor();

    // Two dogs at €30.00, €6.00 off: below €60, so delivery is €4.95.
    expect(await page.locator("main").innerText()).toContain("€58.95");
    expect(await page.locator("main").innerText()).not.toMatch(/£\d/);
    expect(ask(shop, "SELECT currency || total_minor FROM orders ORDER BY placed_at DESC")).toBe("EUR5895");
  });

  test("a basket in pounds becomes one in euros and says so once", async () => {
    const journey = await newVisitor(shop, mode);
    const { page } = journey;
    await open(journey, DOG);
    await addToBasket(journey);
    await openBasket(journey);
    expect(await page.locator("main").innerText()).toContain("£26.00");

    await choose(journey, "Euros (EUR)");

    await page.getByText("Prices are now in euros. We have updated the prices in your basket.").waitFor();
    expect(await page.locator("main").innerText()).not.toMatch(/£\d/);
    await open(journey, "/cart");
    expect(await page.getByText("Prices are now in euros.").count()).toBe(0);
  });
});

async function choose({ page, mode }: Journey, label: string): Promise<void> {
  await page.getByRole("combobox", { name: "Currency" }).selectOption({ label });
  await Promise.all([
    page.waitForEvent("load"),
    page.getByRole("button", { name: "Save", exact: true }).click(),
  ]);
  await taken(page, mode);
}
