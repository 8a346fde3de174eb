/** The steps of a purchase as a person takes them, whatever becomes of the scripts. */
import type { Page } from "playwright";

import { CLIENT_NAVIGATION_ATTRIBUTE } from "#app/models/platform/client-navigation.ts";

import { fillIn } from "./steps.ts";
import type { ScriptMode } from "./visit.ts";

export type Journey = Readonly<{ page: Page; origin: string; mode: ScriptMode }>;

/** The test's own shopper. The postcode is written as people write it. */
const CONTACT: Readonly<Record<string, string>> = {
  "Email address": "hannah@example.org",
  "First name": "Hannah",
  "Last name": "Okafor",
  "Address line 1": "14 Slad Road",
  "Town or city": "Stroud",
  Postcode: "gl51qn",
  "Phone number": "07700 900142",
};

const REMOVED_NAME = "Pull-along Dog";

/** Opens `path`; with scripts on, waits until they have taken the page over. */
export async function open({ page, origin, mode }: Journey, path: string): Promise<void> {
  await page.goto(origin + path, { waitUntil: mode === "late" ? "commit" : "load" });
  await taken(page, mode);
}

/** With scripts on: until React has taken the page over. Otherwise there is nothing to wait for. */
export async function taken(page: Page, mode: ScriptMode): Promise<void> {
  if (mode !== "on") return;
  await page.waitForSelector(`html[${CLIENT_NAVIGATION_ATTRIBUTE}]`, { state: "attached" });
}

/** Until the page whose heading is `name` is there and, with scripts on, they have taken it over. */
export async function arrived(
  { page, mode }: Pick<Journey, "page" | "mode">,
  name: string | RegExp,
): Promise<void> {
  await page.getByRole("heading", { level: 1, name }).waitFor();
  await taken(page, mode);
}

/** Home, listing, product, another colour than the first, two of it. */
export async function addSunsetRainbow(journey: Journey): Promise<void> {
  const { page } = journey;
  await open(journey, "/");
  await page.getByRole("link", { name: "Shop wooden toys" }).first().click();
  await arrived(journey, "Wooden toys");
  await page.getByRole("link", { name: "Rainbow Stacker", exact: true }).click();
  await arrived(journey, "Rainbow Stacker");
  await chooseColour(journey, "Sunset");
  await page.getByRole("spinbutton", { name: "Quantity" }).fill("2");
  await addToBasket(journey);
}

async function chooseColour({ page, mode }: Journey, label: string): Promise<void> {
  const radio = page.getByRole("radio", { name: label, exact: true });
  await page.getByText(label, { exact: true }).first().click();
  if (mode === "off") {
    await page.getByRole("button", { name: /^Select / }).click();
  } else if (mode === "on") {
    await page.waitForURL(new RegExp(`swatch=${label.toLowerCase()}`));
  }
  // Not expect.poll, which belongs to one test: journeys run beside each other.
  await radio.and(page.locator(":checked")).waitFor({ state: "attached" });
}

/** Presses the button, and sees the panel that says so. */
export async function addToBasket({ page }: Journey): Promise<void> {
  await page.getByRole("button", { name: "Add to basket" }).click();
  await page.getByRole("heading", { name: "Added to your basket" }).waitFor();
}

export async function openBasket(journey: Journey): Promise<void> {
  await journey.page.getByRole("link", { name: "View basket" }).click();
  await arrived(journey, /^Basket/);
}

/** Another product in, then out, then back by Undo, and one more of it. */
export async function addRemoveUndo(journey: Journey): Promise<void> {
  const { page, mode } = journey;
  await open(journey, "/p/wooden-toys/pull-alongs/pull-along-dog");
  await addToBasket(journey);
  await openBasket(journey);
  await page.getByRole("heading", { name: "Basket 3 items" }).waitFor();
  await page.getByRole("button", { name: `Remove ${REMOVED_NAME}` }).click();
  await page.getByRole("heading", { name: "Basket 2 items" }).waitFor();
  await page.getByRole("button", { name: `Undo the removal of ${REMOVED_NAME}` }).click();
  await page.getByRole("heading", { name: "Basket 3 items" }).waitFor();
  if (mode === "on") await page.waitForFunction(() => document.activeElement?.tagName === "H1");
  await page.getByRole("button", { name: `Increase: Quantity of ${REMOVED_NAME}` }).click();
  await page.getByRole("heading", { name: "Basket 4 items" }).waitFor();
}

/** Fills the form in and goes to the payment page, which is at an address like `paymentPage`. */
export async function checkOut(journey: Journey, paymentPage = /\/test-payment\//): Promise<void> {
  const { page, mode } = journey;
  await page.getByRole("link", { name: "Go to checkout" }).click();
  await arrived(journey, "Checkout");
  await fillIn(page, CONTACT);
  await page.getByRole("button", { name: /^Pay now [£€][\d,.]+$/ }).click();
  await page.waitForURL(paymentPage);
  if (new URL(page.url()).origin === journey.origin) await taken(page, mode);
}

/** The shortest way to the payment page: one dog, one basket, one form. */
export async function takeDogToPayment(journey: Journey, paymentPage?: RegExp): Promise<void> {
  await open(journey, "/p/wooden-toys/pull-alongs/pull-along-dog");
  await addToBasket(journey);
  await openBasket(journey);
  await checkOut(journey, paymentPage);
}

/** Presses `name` on the payment page. */
export async function atThePaymentPage({ page }: Journey, name: string | RegExp): Promise<void> {
  await page.getByRole("button", { name }).first().click();
}
