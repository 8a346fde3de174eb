import { afterAll, expect, test } from "vitest";

import { atThePaymentPage, takeDogToPayment } from "#tests/support/people/journey.ts";
import { follow } from "#tests/support/people/steps.ts";
import { JOURNEY_MODES } from "#tests/support/people/visit.ts";
import { newVisitor } from "#tests/support/people/walk.ts";
import { withDatabase } from "#tests/support/shops/shop-data.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";
import { type FakeStripe, startStripe, STRIPE_KEY, STRIPE_SECRET } from "#tests/support/vendors/stripe.ts";

let stripe: FakeStripe;

const shop = useShop(async () => {
  stripe = await startStripe();
  return {
    env: {
      STRIPE_SECRET_KEY: STRIPE_KEY,
      STRIPE_WEBHOOK_SECRETS: STRIPE_SECRET,
      STRIPE_API_BASE: stripe.url,
    },
  };
});

afterAll(() => stripe.stop());

/** How the orders of this address stand, oldest first. */
function ordersOf(email: string): ReadonlyArray<unknown> {
  const query = "SELECT status FROM orders WHERE email = ? ORDER BY placed_at";
  return withDatabase(shop, (database) => database.prepare(query).pluck().all(email));
}

test("on Stripe's page a card is refused, Back restores the checkout, and another card pays, with and without scripts", async () => {
  stripe.deliverTo(`${shop.origin}/api/payments/webhook`);
  for (const [round, mode] of JOURNEY_MODES.entries()) {
    const journey = await newVisitor(shop, mode);
    const { page } = journey;
    await takeDogToPayment(journey, /\/c\/pay\/cs_test_/);
    await atThePaymentPage(journey, "Use a card that is refused");
    await page.getByText("Your card was refused").waitFor();
    await follow(page, "Back to the shop", "Checkout");
    expect(await page.getByRole("textbox", { name: "First name" }).first().inputValue()).toBe("Hannah");
    await page.getByRole("button", { name: /^Pay now £/ }).click();
    await page.waitForURL(/\/c\/pay\/cs_test_/);
    await atThePaymentPage(journey, "Pay by card");
    await page.getByRole("heading", { name: "Thank you, Hannah" }).waitFor();
    expect(ordersOf("hannah@example.org").slice(round * 2)).toEqual(["cancelled", "paid"]);
  }
  const ends = stripe.sessions().map((session) => session["status"]);
  expect(ends).toEqual(JOURNEY_MODES.flatMap(() => ["expired", "complete"]));
});
