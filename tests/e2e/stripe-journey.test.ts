import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";

import { openShopDatabase } from "#tests/support/checks/invariants.ts";
import { atThePaymentPage, takeDogToPayment } from "#tests/support/people/journey.ts";
import { JOURNEY_MODES, sharedBrowser, visit } from "#tests/support/people/visit.ts";
import { type RunningShop, startShop } from "#tests/support/shops/server.ts";
import { type FakeStripe, startStripe, STRIPE_KEY, STRIPE_SECRET } from "#tests/support/vendors/stripe.ts";

let browser: Browser;
let stripe: FakeStripe;
let shop: RunningShop;

beforeAll(async () => {
  [browser, stripe] = await Promise.all([sharedBrowser(), startStripe()]);
  shop = await startShop({
    env: {
      STRIPE_SECRET_KEY: STRIPE_KEY,
      STRIPE_WEBHOOK_SECRETS: STRIPE_SECRET,
      STRIPE_API_BASE: stripe.url,
    },
  });
  stripe.deliverTo(`${shop.origin}/api/payments/webhook`);
});

afterAll(async () => {
  await Promise.all([shop.stop(), stripe.stop()]);
});

/** How the orders of this address stand, oldest first. */
function ordersOf(email: string): ReadonlyArray<unknown> {
  const database = openShopDatabase(shop.dataDir);
  try {
    return database
      .prepare("SELECT status FROM orders WHERE email = ? ORDER BY placed_at")
      .pluck()
      .all(email);
  } finally {
    database.close();
  }
}

test("on Stripe's page a card is refused, Back restores the checkout, and another card pays, with and without scripts", async () => {
  for (const [round, mode] of JOURNEY_MODES.entries()) {
    const { page, complaints, close } = await visit(browser, mode);
    const journey = { page, origin: shop.origin, mode };

    await takeDogToPayment(journey, /\/c\/pay\/cs_test_/);
    await atThePaymentPage(journey, "Use a card that is refused");
    await page.getByText("Your card was refused").waitFor();
    await page.getByRole("link", { name: "Back to the shop" }).click();
    await page.getByRole("heading", { level: 1, name: "Checkout" }).waitFor();
    expect(await page.getByRole("textbox", { name: "First name" }).first().inputValue()).toBe("Hannah");
    await page.getByRole("button", { name: /^Pay now £/ }).click();
    await page.waitForURL(/\/c\/pay\/cs_test_/);
    await atThePaymentPage(journey, "Pay by card");
    await page.getByRole("heading", { name: "Thank you, Hannah" }).waitFor();

    expect(complaints).toEqual([]);
    expect(ordersOf("hannah@example.org").slice(round * 2)).toEqual(["cancelled", "paid"]);
    await close();
  }
  const ends = stripe.sessions().map((session) => session["status"]);
  expect(ends).toEqual(JOURNEY_MODES.flatMap(() => ["expired", "complete"]));
});
