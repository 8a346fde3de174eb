import type { Email } from "postal-mime";
import { expect, test } from "vitest";

import { brokenInvariants } from "#tests/support/checks/invariants.ts";
import {
  addToBasket,
  atThePaymentPage,
  type Journey,
  open,
  openBasket,
  taken,
} from "#tests/support/people/journey.ts";
import { fillIn, send } from "#tests/support/people/steps.ts";
import { JOURNEY_MODES } from "#tests/support/people/visit.ts";
import { newVisitor } from "#tests/support/people/walk.ts";
import { emailThat, sentEmails } from "#tests/support/shops/shop-data.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const shop = useShop();

const CONTACT = {
  "First name": "Hannah",
  "Last name": "Okafor",
  "Address line 1": "3 Castle Terrace",
  "Town or city": "Edinburgh",
  "Phone number": "07700 900142",
} as const;

/** The email to `address` as text with single spaces, once it is there; there is no other. */
async function mailTo(address: string): Promise<string> {
  const isTo = ({ to }: Email) => to?.[0]?.address === address;
  const { text = "" } = await emailThat(shop, isTo);
  expect((await sentEmails(shop)).filter(isTo)).toHaveLength(1);
  return text.replace(/\s+/g, " ");
}

/** Where it goes is told in the basket; a postcode that is none is answered in the page, and can be put right. */
async function estimate({ page }: Journey): Promise<void> {
  const postcode = page.getByRole("textbox", { name: "Postcode" });
  await postcode.fill("nowhere");
  await send(page, "Update delivery", "Enter a full UK postcode");
  expect(await postcode.inputValue()).toBe("nowhere");
  await postcode.fill("eh1 2ab");
  await page.getByRole("button", { name: "Update delivery" }).click();
  await expect.poll(() => postcode.inputValue()).toBe("EH1 2AB");
}

/** Pays without a day first, sees the message at the field with all that was typed, then books the third day. */
async function bookThirdDay({ page, mode }: Journey, email: string): Promise<string> {
  await page.getByRole("textbox", { name: "Email address" }).fill(email);
  await fillIn(page, CONTACT);
  await page.getByRole("button", { name: /^Pay now £/ }).click();
  await page.locator("#delivery_day-error").waitFor();
  await taken(page, mode);
  expect(await page.getByRole("textbox", { name: "Address line 1" }).first().inputValue()).toBe(
    CONTACT["Address line 1"],
  );
  const field = page.getByRole("combobox", { name: "Delivery day" });
  const label = (await field.locator("option").nth(3).textContent()) ?? "";
  await field.selectOption({ label });
  if (mode === "on") await page.getByText(`booked for ${label}`).first().waitFor();
  await page.getByRole("button", { name: /^Pay now £/ }).click();
  await page.waitForURL(/\/test-payment\//);
  return label;
}

test.each(JOURNEY_MODES)(
  "a cot bed ordered to Edinburgh shows the booked delivery day, scripts %s",
  async (mode) => {
    const journey = await newVisitor(shop, mode);
    const { page } = journey;
    const email = `parcel-${mode}@example.org`;

    await open(journey, "/p/nursery-furniture/sleep/cot-beds/cot-bed");
    await addToBasket(journey);
    await openBasket(journey);
    await estimate(journey);
    const unbooked =
      (await page
        .locator("main")
        .getByText(/^On a day you choose, from /)
        .first()
        .textContent()) ?? "";
    await open(journey, "/checkout");
    await page.getByText(unbooked).first().waitFor();
    const day = await bookThirdDay(journey, email);
    await taken(page, mode);
    await atThePaymentPage(journey, /^Pay £/);
    await page.getByRole("heading", { name: "Thank you, Hannah" }).waitFor();

    expect(await page.getByText(`Booked for ${day}`).count()).toBeGreaterThan(0);
    expect(await mailTo(email)).toContain(`Two-person delivery: booked for ${day}`);
    expect(await brokenInvariants(shop.dataDir)).toEqual([]);
  },
);
