/** Passkeys at the desk in a real browser, with an authenticator that Chromium simulates. */
import type { Page } from "playwright";
import { expect, test } from "vitest";

import { violations, WCAG_AA_AND_BEST_PRACTICE } from "#tests/support/checks/axe.ts";
import { appCode, DESK_PASSWORD } from "#tests/support/people/desk/desk-codes.ts";
import { inviteToDesk } from "#tests/support/people/desk/desk-invite.ts";
import { send, sendTo } from "#tests/support/people/steps.ts";
import { visit } from "#tests/support/people/visit.ts";
import { newVisitor } from "#tests/support/people/walk.ts";
import { addAuthenticator } from "#tests/support/vendors/virtual-authenticator.ts";
import { write } from "#tests/support/shops/shop-data.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const PHONE = { viewport: { width: 390, height: 844 } };

const shop = useShop();

const invite = (email: string) => inviteToDesk(shop, { email, name: "Martha Pryce", role: "owner" });

async function choosePassword(page: Page, path: string): Promise<void> {
  await page.goto(shop.origin + path);
  await page.getByLabel("Password").fill(DESK_PASSWORD);
  await page.getByRole("button", { name: "Accept the invitation" }).click();
  await page.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
}

async function writeCodesDown(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1, name: "Write these down" }).waitFor();
  await page.getByLabel("I have written the codes down").check();
  await page.getByRole("button", { name: "Go to the desk" }).click();
  await page.getByRole("heading", { level: 2, name: "Waiting for you" }).waitFor();
}

async function typePassword(page: Page, email: string): Promise<void> {
  await page.context().clearCookies();
  await page.goto(`${shop.origin}/desk/login`);
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password").fill(DESK_PASSWORD);
  await sendTo(page, "Continue", "Second step");
}

test("somebody joins with a passkey alone, logs in with it, and confirms an invitation with it", async () => {
  const { page } = await newVisitor(shop, "on", PHONE);
  await addAuthenticator(page);
  await choosePassword(page, await invite("key@example.com"));
  await page.getByLabel("Name of the passkey").fill("Martha’s phone");
  await page.getByRole("button", { name: "Use a passkey in place of the app" }).click();
  await writeCodesDown(page);

  await typePassword(page, "key@example.com");
  expect(await violations(page, WCAG_AA_AND_BEST_PRACTICE)).toEqual([]);
  await page.getByRole("button", { name: "Log in with a passkey" }).click();
  await page.getByRole("heading", { level: 2, name: "Waiting for you" }).waitFor();

  await page.goto(`${shop.origin}/desk/account`);
  await page.getByRole("link", { name: "Change Martha’s phone" }).waitFor();
  // The log-in has just been confirmed, so the next step asks for nothing; after ten minutes it does.
  write(shop, "UPDATE staff_sessions SET confirmed_at = '2020-01-01T00:00:00.000Z'");
  await page.goto(`${shop.origin}/desk/staff`);
  expect(await violations(page, WCAG_AA_AND_BEST_PRACTICE)).toEqual([]);
  await send(page, "Use a passkey instead", "Confirmed with your passkey");
  await page.getByLabel("Their name").fill("Tom Reyes");
  await page.getByLabel("Their email address").fill("tom@example.com");
  await send(page, /invit/i, "/desk/join/");
});

test("an owner with an app adds a passkey with a code, renames it and removes it", async () => {
  const { page } = await newVisitor(shop, "on", PHONE);
  await addAuthenticator(page);
  await choosePassword(page, await invite("app@example.com"));
  const secret = ((await page.locator("b.mono").textContent()) ?? "").replaceAll(" ", "");
  await page.getByRole("textbox", { name: "Code" }).fill(appCode(secret, new Date()));
  await page.getByRole("button", { name: "Continue" }).click();
  await writeCodesDown(page);

  await page.goto(`${shop.origin}/desk/account`);
  await page.getByLabel("Name of the new passkey").fill("");
  await send(page, "Add a passkey", "Give the passkey a name");
  await page.getByLabel("Name of the new passkey").fill("Laptop");
  await send(page, "Add a passkey", "Your passkey is added");
  expect(await violations(page, WCAG_AA_AND_BEST_PRACTICE)).toEqual([]);
  // The same device has one already.
  await send(page, "Add a passkey", "This device already has a passkey here.");

  await page.getByRole("link", { name: "Change Laptop" }).click();
  await page.getByLabel("Name").fill("Old laptop");
  await page.getByRole("button", { name: "Save the name" }).click();
  await page.getByRole("link", { name: "Change Old laptop" }).click();
  expect(await violations(page, WCAG_AA_AND_BEST_PRACTICE)).toEqual([]);
  await send(page, "Remove this passkey", "The passkey is removed");
  expect(await page.getByText("Old laptop").count()).toBe(0);
});

test("without scripts no page offers a passkey, and a recovery code does instead", async () => {
  const path = await invite("off@example.com");
  const on = await visit("on", PHONE);
  let codes: ReadonlyArray<string> = [];
  try {
    await addAuthenticator(on.page);
    await choosePassword(on.page, path);
    await on.page.getByRole("button", { name: "Use a passkey in place of the app" }).click();
    await on.page.getByRole("heading", { level: 1, name: "Write these down" }).waitFor();
    codes = await on.page.locator(".codes li").allInnerTexts();
  } finally {
    await on.close();
  }
  const { page } = await newVisitor(shop, "off", PHONE);
  const offers = () => page.getByRole("button", { name: /passkey/i }).count();
  await typePassword(page, "off@example.com");
  expect(await offers()).toBe(0);
  await page.getByLabel("Recovery code").fill(codes[0] ?? "");
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await page.getByRole("heading", { level: 2, name: "Waiting for you" }).waitFor();
  await page.goto(`${shop.origin}/desk/account`);
  expect(await page.locator("noscript").textContent()).toContain("switch JavaScript on");
  expect(await offers()).toBe(0);
  expect(await page.getByLabel("Name of the new passkey").count()).toBe(1);
  expect(await page.getByLabel("Name of the new passkey").isVisible()).toBe(false);
  await page.getByRole("link", { name: /^Change / }).click();
  await send(page, "Remove this passkey", "This is your only second step");
});
