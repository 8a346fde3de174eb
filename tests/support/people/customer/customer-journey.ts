/** The steps of an account's life as a person takes them, whatever becomes of the scripts. */
import { readFileSync } from "node:fs";

import type { Page } from "playwright";
import { expect } from "vitest";

import type { OpenShop } from "#tests/support/shops/server.ts";

import { linkFor, PASSWORD } from "./customer-visitor.ts";
import {
  arrived,
  addSunsetRainbow,
  atThePaymentPage,
  type Journey,
  open,
  openBasket,
  taken,
} from "#tests/support/people/journey.ts";

export type AccountJourney = Journey & Readonly<{ shop: OpenShop }>;

const EMAIL = "ida@example.org";
export const NEW_EMAIL = "ida.marsh@example.org";
export const NEW_PASSWORD = "seven quiet lanterns downhill";

async function fill(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    await page.getByRole("main").getByLabel(label, { exact: true }).first().fill(value);
  }
}

/** Presses the button; the form may be far down the page. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole("main").getByRole("button", { name, exact: true }).click();
}

/** Where scripts come late: waits for them, once in the journey. They land on a form with typed text and an error. */
async function lateScripts({ page, mode }: Journey): Promise<void> {
  if (mode !== "late") return;
  await taken(page, "on");
  expect(await page.getByLabel("Email address", { exact: true }).inputValue()).toBe(EMAIL);
}

/** First with a password that is too short, then with one that will do. */
export async function register(journey: AccountJourney): Promise<void> {
  const { page } = journey;
  await open(journey, "/register");
  await fill(page, { "First name": "Ida", "Last name": "Marsh", "Email address": EMAIL, Password: "short" });
  await press(page, "Create account");
  await page.getByRole("link", { name: "Use at least 12 characters" }).waitFor();
  await lateScripts(journey);
  await fill(page, { Password: PASSWORD });
  await press(page, "Create account");
  await arrived(journey, "Check your email");
}

export async function verify(journey: AccountJourney): Promise<void> {
  await open(journey, await linkFor(journey.shop, EMAIL, { path: "/verify" }));
  await fill(journey.page, { "Your password": PASSWORD });
  await press(journey.page, "Confirm my address");
  await journey.page.getByText("Your email address has been confirmed.").waitFor();
}

export async function logIn(journey: Journey, email: string, password: string): Promise<void> {
  await arrived(journey, "Log in");
  await fill(journey.page, { "Email address": email, Password: password });
  await press(journey.page, "Log in");
}

export async function logOut(journey: Journey): Promise<void> {
  await press(journey.page, /^(?:Sign|Log) out$/);
  await arrived(journey, "Log in");
  await journey.page.getByText("You have logged out.").waitFor();
}

/** Who has just confirmed the address is logged in. Logs out, in and out again. */
export async function lookIn(journey: Journey): Promise<void> {
  await arrived(journey, "Hello Ida");
  await logOut(journey);
  await logIn(journey, EMAIL, PASSWORD);
  await arrived(journey, "Hello Ida");
  await logOut(journey);
}

export async function forgetAndSet(journey: AccountJourney): Promise<void> {
  const { page, shop } = journey;
  await page.getByRole("link", { name: "Forgotten your password?" }).click();
  await arrived(journey, "Forgotten your password?");
  await fill(page, { "Email address": EMAIL });
  await press(page, "Email me a link");
  await arrived(journey, "Check your email");
  await open(journey, await linkFor(shop, EMAIL, { path: "/set-password" }));
  await fill(page, { "New password": NEW_PASSWORD });
  await press(page, "Save password");
  await page.getByText("Your password has been saved. You can now log in.").waitFor();
}

/** A guest's basket comes along through the login at the checkout, and the email address is there already. */
export async function orderWithGuestBasket(journey: AccountJourney): Promise<void> {
  const { page } = journey;
  await addSunsetRainbow(journey);
  await openBasket(journey);
  await page.getByRole("link", { name: "Go to checkout" }).click();
  await arrived(journey, "Checkout");
  await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
  await logIn(journey, EMAIL, NEW_PASSWORD);
  await arrived(journey, "Checkout");
  await fill(page, {
    "Address line 1": "14 Slad Road",
    "Town or city": "Stroud",
    Postcode: "gl51qn",
    "Phone number": "07700 900142",
  });
  await page.getByLabel("Save this address to my account").check();
  await page.getByRole("button", { name: /^Pay now £[\d,.]+$/ }).click();
  await page.waitForURL(/\/test-payment\//, { waitUntil: "commit" });
  await taken(page, journey.mode);
  await atThePaymentPage(journey, /^Pay £/);
  await page.getByRole("heading", { name: "Thank you, Ida" }).waitFor();
}

export async function seeOrder(journey: Journey): Promise<void> {
  const { page } = journey;
  await open(journey, "/account/orders");
  await page.getByRole("main").getByRole("link", { name: /\d{8}/ }).first().click();
  await arrived(journey, /^Order \d{8}$/);
  await page.getByRole("main").getByText("Rainbow Stacker").first().waitFor();
}

/** The kept address: a mistake first, then right. */
export async function editAddress(journey: Journey): Promise<void> {
  const { page } = journey;
  await open(journey, "/account/addresses");
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Edit address for/ })
    .first()
    .click();
  await arrived(journey, "Edit address");
  await fill(page, { Postcode: "GL5", "Town or city": "Nailsworth" });
  await press(page, "Save address");
  await page.getByRole("link", { name: /full UK postcode/ }).waitFor();
  await fill(page, { Postcode: "gl6 0bs" });
  await press(page, "Save address");
  await page.getByText("Address updated.").waitFor();
  await page.getByRole("main").getByText("Nailsworth GL6 0BS").first().waitFor();
}

export async function changeEmail(journey: AccountJourney): Promise<void> {
  const { page, shop } = journey;
  await open(journey, "/account/details");
  await fill(page, { "New email address": NEW_EMAIL });
  await page.locator("#emailPassword").fill(NEW_PASSWORD);
  await press(page, "Change email address");
  await open(journey, await linkFor(shop, NEW_EMAIL, { path: "/confirm-email" }));
  await press(page, "Use this address");
  await page.getByText("Your new email address has been confirmed.").first().waitFor();
  await linkFor(shop, EMAIL, { path: "/undo-email-change" });
}

/** Everything the shop knows, as a file. */
export async function exportData(journey: Journey): Promise<unknown> {
  const { page } = journey;
  await open(journey, "/account/details");
  await page.locator("#exportPassword").fill(NEW_PASSWORD);
  const [download] = await Promise.all([page.waitForEvent("download"), press(page, /^Download/)]);
  return JSON.parse(readFileSync(await download.path(), "utf8"));
}

/** The account is gone, and its password opens nothing. */
export async function removeAccount(journey: Journey): Promise<void> {
  const { page } = journey;
  await open(journey, "/account/details");
  await page.getByText("I want to delete my account").click();
  await page.locator("#removalPassword").fill(NEW_PASSWORD);
  await press(page, "Delete my account");
  await page.getByRole("heading", { level: 1, name: "Your account is deleted" }).waitFor();
  await page.getByRole("link", { name: "Go to the home page" }).click();
  await page.waitForURL((address) => address.pathname === "/");
  await open(journey, "/login");
  await logIn(journey, NEW_EMAIL, NEW_PASSWORD);
  await page.getByRole("link", { name: "The email address or password is not correct." }).waitFor();
}
