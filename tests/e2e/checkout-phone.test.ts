import type { Page } from "playwright";
import { afterAll, beforeEach, describe, expect, test } from "vitest";

import { comesIntoView } from "#tests/support/people/in-view.ts";
import { addToBasket, type Journey, open, taken } from "#tests/support/people/journey.ts";
import { fillIn } from "#tests/support/people/steps.ts";
import { newVisitor } from "#tests/support/people/walk.ts";
import { withDatabase } from "#tests/support/shops/shop-data.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";
import { inParts } from "#tests/support/test-part.ts";
import {
  FOUND_POSTCODE,
  IDEAL_KEY,
  type IdealServer,
  startIdealPostcodes,
} from "#tests/support/vendors/ideal-postcodes.ts";

const PHONE = { width: 390, height: 844 };
const SMALL_PHONE = { width: 390, height: 640 };
const DETAILS = {
  "Email address": "hannah@example.org",
  "First name": "Hannah",
  "Last name": "Okafor",
  "Address line 1": "14 Slad Road",
  "Town or city": "Ludlow",
  "Phone number": "07700 900142",
} as const;
/** After any promise that the shop makes, and with a date that says the same every day. */
const LATER = "2098-12-24";
/** Before any promise. */
const EARLIER = "2020-12-04";

let vendor: IdealServer;

const shop = useShop(async () => {
  vendor = await startIdealPostcodes();
  return {
    env: {
      ADDRESS_LOOKUP: "ideal-postcodes",
      ADDRESS_LOOKUP_KEY: IDEAL_KEY,
      ADDRESS_LOOKUP_URL: vendor.origin,
    },
  };
});

beforeEach(() => vendor.be("ok"));

afterAll(() => vendor.stop());

type Mode = "on" | "off";
const MODES = inParts<Mode>({ quick: ["on"], rest: ["off"] });

async function atCheckout(mode: Mode): Promise<Journey> {
  const journey = await newVisitor(shop, mode, { viewport: PHONE });
  await open(journey, "/p/wooden-toys/pull-alongs/pull-along-dog");
  await addToBasket(journey);
  await open(journey, "/checkout");
  return journey;
}

async function showDates({ page, mode }: Journey, postcode: string, neededBy: string): Promise<void> {
  await page.getByRole("textbox", { name: "Postcode", exact: true }).first().fill(postcode);
  await page.getByLabel("Needed by").fill(neededBy);
  await page.getByRole("button", { name: "Show delivery dates" }).click();
  await page
    .getByText(/^(In time for|Arrives after) /)
    .first()
    .waitFor();
  await taken(page, mode);
}

const optionTexts = (page: Page) => page.locator("label:has(input[name=method])").allInnerTexts();

describe.each(MODES)("scripts %s", (mode) => {
  test("a closed summary stands on top and the total above the button", async () => {
    const { page } = await atCheckout(mode);
    const summary = page.locator("summary", { hasText: "Your order, 1 item" });
    const line = page.getByRole("heading", { name: "Your order", exact: true });

    expect(await summary.innerText()).toMatch(/£\d+\.\d\d/);
    expect(await line.isVisible()).toBe(false);
    await summary.click();
    await line.waitFor();
    const order = ["Contact", "Delivery", "Delivery address", "Is any of it a gift?", "Payment"];
    const headings = await page.locator("form h2").allInnerTexts();
    expect(headings.filter((text) => order.includes(text))).toEqual(order);
    const total = await page.locator("form dt", { hasText: "To pay" }).boundingBox();
    const button = await page.getByRole("button", { name: /^Pay now / }).boundingBox();
    expect(total!.y).toBeLessThan(button!.y);

    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await summary.isVisible()).toBe(false);
    expect(await line.isVisible()).toBe(true);
  });

  test("a postcode and a day bring dates, in time or late, and keep what was typed", async () => {
    const journey = await atCheckout(mode);
    const { page } = journey;
    await page.getByRole("textbox", { name: "Email address" }).fill("hannah@example.org");
    await page.getByRole("textbox", { name: "Gift message" }).fill("For Ada");

    await showDates(journey, "gl51qn", LATER);
    const inTime = await optionTexts(page);
    expect(inTime.filter((text) => text.includes("In time for 24 December"))).toEqual(inTime);

    await showDates(journey, "gl51qn", EARLIER);
    await page.getByText("Arrives after 4 December").first().waitFor();
    expect((await optionTexts(page)).every((text) => /(Arrives|Ready) after 4 December/.test(text))).toBe(
      true,
    );
    expect(await page.getByRole("radio", { name: /Standard delivery/ }).isVisible()).toBe(true);
    const first = await page.locator("label:has(input[name=method])").first().boundingBox();
    expect(first!.y).toBeGreaterThanOrEqual(0);
    expect(first!.y).toBeLessThan(PHONE.height);
    expect(await page.getByRole("textbox", { name: "Email address" }).inputValue()).toBe(
      "hannah@example.org",
    );
    expect(await page.getByRole("textbox", { name: "Gift message" }).inputValue()).toBe("For Ada");
  });

  test("without a postcode the page says what to enter", async () => {
    const { page } = await atCheckout(mode);
    await page.getByRole("textbox", { name: "Postcode", exact: true }).first().fill("nowhere");
    await page.getByRole("button", { name: "Show delivery dates" }).click();
    await page.locator("#delivery_postal_code-error").getByText("Enter a full UK postcode").waitFor();

    expect(await page.getByRole("textbox", { name: "Postcode", exact: true }).first().inputValue()).toBe(
      "nowhere",
    );
  });

  test("an address is chosen from the list for the postcode, and ordered", async () => {
    const journey = await atCheckout(mode);
    const { page } = journey;
    const email = `list-${mode}@example.org`;
    await page.getByRole("textbox", { name: "Email address" }).fill(email);
    await showDates(journey, FOUND_POSTCODE, LATER);
    const list = page.getByRole("combobox", { name: `Address in ${FOUND_POSTCODE}` });
    const street = page.getByRole("textbox", { name: "Address line 1" }).first();
    expect(await street.isVisible()).toBe(false);

    await list.selectOption({ label: "Type the address instead" });
    await street.waitFor();
    await list.selectOption({ label: "3 Orchard Way, Bishop's Castle-on-Teme" });
    await street.waitFor({ state: "hidden" });
    await fillIn(page, { "First name": "Alfie", "Last name": "Hallam", "Phone number": "07700 900142" });
    await page.getByRole("button", { name: /^Pay now £/ }).click();
    await page.waitForURL(/\/test-payment\//);

    expect(orderOf(email)).toEqual({
      street: "3 Orchard Way",
      town: "Bishop's Castle-on-Teme",
      postcode: FOUND_POSTCODE,
      needed: LATER,
    });
  });

  test("a look-up that fails leaves the fields to type", async () => {
    const journey = await atCheckout(mode);
    const { page } = journey;
    vendor.be("spent");
    await showDates(journey, mode === "on" ? "SY8 1AD" : "SY8 1AE", LATER);

    await page.getByText("We could not look that up. Please type the address.").waitFor();
    expect(await page.getByRole("textbox", { name: "Address line 1" }).first().isVisible()).toBe(true);
    expect(await page.getByRole("combobox", { name: /^Address in / }).count()).toBe(0);
  });

  test("a refused payment is answered in view where the basket has changed in another tab", async () => {
    const journey = await atCheckout(mode);
    const { page } = journey;
    await page.setViewportSize(SMALL_PHONE);
    vendor.be("spent");
    await showDates(journey, mode === "on" ? "SY8 1AF" : "SY8 1AG", LATER);
    await fillIn(page, DETAILS);
    const tab = { ...journey, page: await page.context().newPage() };
    await open(tab, "/p/wooden-toys/pull-alongs/pull-along-snail");
    await addToBasket(tab);
    await tab.page.close();

    for (const time of ["first", "second"]) {
      await page.getByRole("button", { name: /^Pay now £/ }).click();
      const alert = page.getByRole("alert").filter({ hasText: "has changed" });
      await comesIntoView(alert);
      if (mode === "on")
        await expect
          .poll(() => alert.evaluate((one) => one === document.activeElement), { message: time })
          .toBe(true);
      await taken(page, mode);
      if (time === "first") {
        const again = { ...journey, page: await page.context().newPage() };
        await open(again, "/p/wooden-toys/pull-alongs/pull-along-snail");
        await addToBasket(again);
        await again.page.close();
      }
    }
  });
});

function orderOf(email: string): unknown {
  return withDatabase(shop, (database) =>
    database
      .prepare(
        `SELECT json_extract(delivery_address, '$.address1') AS street, json_extract(delivery_address, '$.city') AS town,
           json_extract(delivery_address, '$.postal_code') AS postcode, json_extract(delivery, '$.neededBy') AS needed
         FROM orders WHERE email = ?`,
      )
      .get(email),
  );
}
