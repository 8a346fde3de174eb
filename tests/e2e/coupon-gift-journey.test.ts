import { afterAll, expect, test } from "vitest";

import { brokenInvariants } from "#tests/support/checks/invariants.ts";
import {
  addToBasket,
  atThePaymentPage,
  type Journey,
  open,
  openBasket,
  taken,
} from "#tests/support/people/journey.ts";
import { fillIn, follow, send } from "#tests/support/people/steps.ts";
import { type ScriptMode } from "#tests/support/people/visit.ts";
import { newVisitor } from "#tests/support/people/walk.ts";
import { withDatabase } from "#tests/support/shops/shop-data.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";
import { inParts } from "#tests/support/test-part.ts";

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

const shop = useShop();

afterAll(async () => {
  expect(await brokenInvariants(shop.dataDir)).toEqual([]);
});

test.each(inParts<ScriptMode>({ quick: ["on"], rest: ["off"] }))(
  "a shopper uses a coupon and orders a wrapped gift for someone else, scripts %s",
  async (mode) => {
    const journey = await newVisitor(shop, mode);
    const { page } = journey;
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
  },
);

/** First one that has ended, with its reason; then one that works. */
async function applyCoupon({ page }: Journey): Promise<void> {
  const code = page.getByRole("textbox", { name: "Discount code (optional)" });
  await code.fill("spring20");
  await page.getByRole("button", { name: "Apply the discount code" }).click();
  await page.locator("#coupon-error").getByText("That discount code has expired.").waitFor();
  await code.fill("fiveroff");
  await send(page, "Apply the discount code", "£5 has been taken off your order.");
}

async function wrap({ page }: Journey): Promise<void> {
  await page.getByText("Add gift wrapping or a card").click();
  await page.getByRole("radio", { name: "Holly-leaf print" }).check();
  await page.getByRole("textbox", { name: "Card message" }).fill("Happy birthday, Ada!");
  await send(page, "Save the gift wrapping of Pull-along Dog", "Change gift wrapping or card");
  await page.getByText("£9.00", { exact: true }).waitFor();
}

async function payForSomebodyElse(journey: Journey, email: string): Promise<void> {
  const { page, mode } = journey;
  await follow(page, "Go to checkout", "Checkout");
  await taken(page, mode);
  await fillIn(page, { "Email address": email, ...RECIPIENT });
  await page.getByText("Billing address is the same", { exact: true }).click();
  const billing = page.getByRole("heading", { name: "Billing address" }).locator("..");
  await fillIn(billing, PAYER);
  await page.getByText("Leave prices out of the parcel").click();
  await page.getByText("Note for us or the courier").click();
  await page.getByRole("textbox", { name: "Note" }).fill("Ring <b>twice</b>");
  await page.getByRole("button", { name: /^Pay now £[\d,.]+$/ }).click();
  await page.waitForURL(/\/test-payment\//);
  await taken(page, mode);
  await atThePaymentPage(journey, /^Pay £/);
}

function orderOf(email: string): unknown {
  return withDatabase(shop, (database) =>
    database
      .prepare(
        `SELECT total_minor, has_gift_receipt, note, json_extract(delivery_address, '$.first_name') AS recipient,
           json_extract(billing_address, '$.first_name') AS payer, quantity, discount_minor, wrap_minor, gift_paper,
           order_lines.gift_message, coupon_id
         FROM orders JOIN order_lines ON order_lines.order_id = orders.id
           JOIN coupon_uses ON coupon_uses.order_id = orders.id
         WHERE orders.email = ?`,
      )
      .get(email),
  );
}
