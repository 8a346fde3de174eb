/** A customer whose session ends in the middle of the checkout, and one who loses the network, in a real browser. */
import type { Page, Response } from "playwright";
import { expect, test } from "vitest";

import { logIn } from "#tests/support/people/customer/customer-journey.ts";
import { cookiesOf } from "#tests/support/people/customer/customer-states.ts";
import { newCustomer, PASSWORD } from "#tests/support/people/customer/customer-visitor.ts";
import { arrived, addToBasket, open, openBasket, taken } from "#tests/support/people/journey.ts";
import { fillIn, follow, send } from "#tests/support/people/steps.ts";
import { JOURNEY_MODES } from "#tests/support/people/visit.ts";
import { newVisitor } from "#tests/support/people/walk.ts";
import { write } from "#tests/support/shops/shop-data.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const DOG = "/p/wooden-toys/pull-alongs/pull-along-dog";
const STACKER = "/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker";
const TYPED: Readonly<Record<string, string>> = {
  "Address line 1": "22 Whiteladies Road",
  "Town or city": "Bristol",
  Postcode: "BS8 2LG",
  "Phone number": "07700 900387",
};

const shop = useShop();

const endSessions = () => write(shop, "DELETE FROM customer_sessions");

/** A script prices the checkout anew once a postcode has been typed: until the page has all its data again. */
function pricedAnew(page: Page) {
  const data = (route: string) => `${shop.origin}/checkout?_data=${encodeURIComponent(route)}`;
  const isRead = (route: string) => (answer: Response) =>
    answer.request().method() === "GET" && answer.url() === data(route);
  return Promise.all(
    ["root", "routes/checkout/checkout"].map((route) => page.waitForResponse(isRead(route))),
  );
}

test.each(JOURNEY_MODES)(
  "after a session has ended, what was typed at checkout and the basket are restored, scripts %s",
  async (mode) => {
    const email = `ended-${mode}@example.org`;
    const customer = await newCustomer(shop, email);
    const journey = await newVisitor(shop, mode);
    const { page } = journey;
    await page.context().addCookies(cookiesOf(customer).map((cookie) => ({ ...cookie, url: shop.origin })));
    await open(journey, DOG);
    await addToBasket(journey);
    await openBasket(journey);
    await follow(page, "Go to checkout", "Checkout");
    await taken(page, mode);
    const priced = mode === "on" ? pricedAnew(page) : null;
    await fillIn(page, TYPED);
    await priced;

    endSessions();
    await send(page, /^Pay now/, "Your basket and what you typed are saved.");
    // Meanwhile a guest, who puts something else in.
    await open(journey, STACKER);
    await addToBasket(journey);
    await page.goto(`${shop.origin}/login?redirectTo=%2Fcheckout`);
    await taken(page, mode);
    await logIn(journey, email, PASSWORD);

    await page.getByText("You were logged out before you could place your order.").waitFor();
    for (const [label, value] of Object.entries(TYPED))
      expect(await page.getByRole("textbox", { name: label, exact: true }).first().inputValue()).toBe(value);
    for (const name of ["Pull-along Dog", "Rainbow Stacker"])
      expect(await page.getByText(name).count(), name).toBeGreaterThan(0);
    await taken(page, mode);
    await page.getByRole("button", { name: /^Pay now/ }).click();
    await page.waitForURL(/\/test-payment\//);
  },
);

test("a product that was to be added waits on a confirmation page and is added with one press", async () => {
  const email = "ended-add@example.org";
  const customer = await newCustomer(shop, email);
  const journey = await newVisitor(shop, "on");
  const { page } = journey;
  await page.context().addCookies(cookiesOf(customer).map((cookie) => ({ ...cookie, url: shop.origin })));
  await open(journey, DOG);
  endSessions();
  await page.getByRole("button", { name: "Add to basket" }).click();
  await logIn(journey, email, PASSWORD);
  await arrived({ page, mode: "on" }, "Continue where you stopped");
  await page.getByRole("button", { name: "Send now" }).click();
  await page.getByRole("heading", { name: "Added to your basket" }).waitFor();
  expect(new URL(page.url()).pathname).toBe(DOG);
});

test("without a network, a link and a form leave the page unchanged and show why", async () => {
  const journey = await newVisitor(shop, "on");
  const { page } = journey;
  const dialog = page.getByRole("dialog", { name: "No internet connection" });
  await open(journey, DOG);
  const address = page.url();

  await page.context().setOffline(true);
  for (const press of [
    () => page.getByRole("navigation").getByRole("link").first().click(),
    () => page.getByRole("button", { name: "Add to basket" }).click(),
  ]) {
    await dialog.getByRole("button", { name: "Close" }).click();
    await dialog.waitFor({ state: "hidden" });
    await press();
    await dialog.waitFor();
    expect(page.url()).toBe(address);
    expect(await page.getByRole("heading", { level: 1 }).first().textContent()).toBe("Pull-along Dog");
  }
  await page.context().setOffline(false);
  await dialog.waitFor({ state: "hidden" });
  await addToBasket(journey);
});
