/** Passkeys of customers in a real browser, with an authenticator that Chromium simulates. */
import { beforeAll, expect, test } from "vitest";

import { violations, WCAG_AA_AND_BEST_PRACTICE } from "#tests/support/checks/axe.ts";
import { PASSWORD, register } from "#tests/support/people/customer/customer-visitor.ts";
import { addAuthenticator } from "#tests/support/vendors/virtual-authenticator.ts";
import { Shopper } from "#tests/support/people/shopper.ts";
import { send, sendTo } from "#tests/support/people/steps.ts";
import { visit } from "#tests/support/people/visit.ts";
import { newVisitor } from "#tests/support/people/walk.ts";
import { write } from "#tests/support/shops/shop-data.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const PHONE = { viewport: { width: 390, height: 844 } };
const EMAIL = "ida@example.com";
const SCRIPT = /\/assets\/passkey-element-/;

const shop = useShop();

beforeAll(async () => {
  const shopper = new Shopper(shop.origin);
  await register(shopper, EMAIL);
  write(shop, "UPDATE customers SET verified_at = created_at");
});

test("a customer adds a passkey with the password, logs in with it, and no other page loads its script", async () => {
  const { page } = await newVisitor(shop, "on", PHONE);
  const scripts: Array<string> = [];
  page.on("request", (request) => {
    if (SCRIPT.test(request.url())) scripts.push(new URL(page.url()).pathname);
  });
  await addAuthenticator(page);
  await page.goto(`${shop.origin}/account/details`);
  await page.getByLabel("Email address").first().fill(EMAIL);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await page.getByLabel("Name of the new passkey").fill("Ida’s phone");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByText("Enter your password").last().waitFor();
  const offer = page.locator("passkey-offer");
  await offer.getByLabel("Your password").fill(PASSWORD);
  await send(page, "Add a passkey", "Your passkey has been added.");
  expect(await violations(page, WCAG_AA_AND_BEST_PRACTICE)).toEqual([]);

  await page.context().clearCookies();
  for (const path of ["/", "/p/rainbow-stacker", "/cart", "/register"]) await page.goto(shop.origin + path);
  await page.goto(`${shop.origin}/login?redirectTo=%2Faccount%2Forders`);
  await page.getByRole("button", { name: "Log in with a passkey" }).waitFor();
  expect(await violations(page, WCAG_AA_AND_BEST_PRACTICE)).toEqual([]);
  await page.getByRole("button", { name: "Log in with a passkey" }).click();
  await page.waitForURL(`${shop.origin}/account/orders`);

  await page.goto(`${shop.origin}/account/details`);
  await page.getByRole("link", { name: "Change Ida’s phone" }).click();
  await page.getByLabel("Name of the passkey").fill("Old phone");
  await page.getByRole("button", { name: "Save the name" }).click();
  await page.getByRole("link", { name: "Change Old phone" }).click();
  await page.locator("input[name=passkeyPassword]").fill(PASSWORD);
  await send(page, "Remove this passkey", "The passkey has been removed.");
  expect(await page.getByText("Old phone").count()).toBe(0);
  expect(new Set(scripts)).toEqual(new Set(["/login", "/account/details"]));
});

test("without scripts, and in a browser without passkeys, the log-in is as before", async () => {
  for (const mode of ["off", "on"] as const) {
    const { page } = await visit(mode, PHONE);
    if (mode === "on")
      await page.addInitScript(() =>
        Object.defineProperty(window, "PublicKeyCredential", { value: undefined }),
      );
    await page.goto(`${shop.origin}/login`);
    await page.getByRole("button", { name: "Log in", exact: true }).waitFor();
    expect(await page.getByRole("button", { name: /passkey/ }).count()).toBe(0);
    await page.getByLabel("Email address").first().fill(EMAIL);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await sendTo(page, /^Log in$/, "Hello Ida");
  }
});
