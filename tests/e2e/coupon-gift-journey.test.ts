import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";

import { brokenInvariants, openShopDatabase } from "#tests/support/checks/invariants.ts";
import {
  addToBasket,
  atThePaymentPage,
  type Journey,
  open,
  openBasket,
  taken,
} from "#tests/support/people/journey.ts";
import { JOURNEY_MODES, sharedBrowser, visit } from "#tests/support/people/visit.ts";
import { type OpenShop, sharedShop } from "#tests/support/shops/server.ts";

const RECIPIENT = {
  "First name": "Ada",
  "Last name": "Marsh",
  "Address line 1": "14 Slad Road",
  "Town or city": "Stroud",
  Postcode: "gl51qn",
  "Phone number": "07700 900142",
} as const;
const PAYER = {
  "First name": "Hannah",
  "Last name": "Okafor",
  "Address line 1": "2 Mill Lane",
  "Town or city": "Ledbury",
  Postcode: "HR8 1AB",
} as const;

let browser: Browser;
let shop: OpenShop;

beforeAll(async () => {
  [browser, shop] = await Promise.all([sharedBrowser(), sharedShop()]);
});

afterAll(async () => {
  const broken = await brokenInvariants(shop.dataDir);
  expect(broken).toEqual([]);
});

test.concurrent.each(JOURNEY_MODES)(
  "a shopper uses a coupon and orders a wrapped gift for someone else, scripts %s",
  async (mode) => {
    const { page, complaints, close } = await visit(browser, mode);
    const journey = { page, origin: shop.origin, mode };
    await open(journey, "/p/wooden-toys/pull-alongs/pull-along-dog?quantity=2");
    await page.getByRole("spinbutton", { name: "Quantity" }).fill("2");
    await addToBasket(journey);
    await openBasket(journey);

    await applyCoupon(journey);
    await wrap(journey);
    await payForSomebodyElse(journey, `hannah-${mode}@example.org`);

    await page.getByRole("heading", { name: "Thank you, Hannah" }).waitFor();
    for (const words of [
      "Wrapped in holly-leaf print",
      "Happy birthday, Ada!",
      "There are no prices in the parcel.",
    ])
      await page.getByText(words).first().waitFor();
    expect(complaints).toEqual([]);
    expect(orderOf(`hannah-${mode}@example.org`)).toEqual({
      // Two dogs at £26.00, £5.00 off, £4.50 for wrapping each, £3.95 for delivery.
      total_minor: 5200 - 500 + 900 + 395,
      has_gift_receipt: 1,
      note: "Ring <b>twice</b>",
      recipient: "Ada",
      payer: "Hannah",
      quantity: 2,
      discount_minor: 500,
      wrap_minor: 900,
      gift_paper: "Holly-leaf print",
      gift_message: "Happy birthday, Ada!",
      coupon_id: 2,
    });
    await close();
  },
);

/** First one that has ended, with its reason; then one that works. */
async function applyCoupon({ page }: Journey): Promise<void> {
  const code = page.getByRole("textbox", { name: "Discount code (optional)" });
  await code.fill("spring20");
  await page.getByRole("button", { name: "Apply the discount code" }).click();
  await page.locator("#coupon-error").getByText("That discount code has expired.").waitFor();
  await code.fill("fiveroff");
  await page.getByRole("button", { name: "Apply the discount code" }).click();
  await page.getByText("£5 has been taken off your order.").waitFor();
}

async function wrap({ page }: Journey): Promise<void> {
  await page.getByText("Add gift wrapping or a card").click();
  await page.getByRole("radio", { name: "Holly-leaf print" }).check();
  await page.getByRole("textbox", { name: "Card message" }).fill("Happy birthday, Ada!");
  await page.getByRole("button", { name: "Save the gift wrapping of Pull-along Dog" }).click();
  await page.getByText("Change gift wrapping or card").waitFor();
  await page.getByText("£9.00", { exact: true }).waitFor();
}

async function payForSomebodyElse(journey: Journey, email: string): Promise<void> {
  const { page, mode } = journey;
  await page.getByRole("link", { name: "Go to checkout" }).click();
  await page.getByRole("heading", { level: 1, name: "Checkout" }).waitFor();
  await taken(page, mode);
  for (const [name, value] of Object.entries({ "Email address": email, ...RECIPIENT }))
    await page.getByRole("textbox", { name, exact: true }).first().fill(value);
  await page.getByText("Billing address is the same", { exact: true }).click();
  const billing = page.getByRole("heading", { name: "Billing address" }).locator("..");
  for (const [name, value] of Object.entries(PAYER))
    await billing.getByRole("textbox", { name, exact: true }).fill(value);
  await page.getByText("Leave prices out of the parcel").click();
  await page.getByText("Note for us or the courier").click();
  await page.getByRole("textbox", { name: "Note" }).fill("Ring <b>twice</b>");
  await page.getByRole("button", { name: /^Pay now £[\d,.]+$/ }).click();
  await page.waitForURL(/\/test-payment\//);
  await taken(page, mode);
  await atThePaymentPage(journey, /^Pay £/);
}

function orderOf(email: string): unknown {
  const database = openShopDatabase(shop.dataDir);
  try {
    return database
      .prepare(
        `SELECT total_minor, has_gift_receipt, note, json_extract(delivery_address, '$.first_name') AS recipient,
           json_extract(billing_address, '$.first_name') AS payer, quantity, discount_minor, wrap_minor, gift_paper,
           order_lines.gift_message, coupon_id
         FROM orders JOIN order_lines ON order_lines.order_id = orders.id
           JOIN coupon_uses ON coupon_uses.order_id = orders.id
         WHERE orders.email = ?`,
      )
      .get(email);
  } finally {
    database.close();
  }
}
