/** One's own authenticator app at the desk, on a phone without scripts: removed, added and replaced beside a passkey. */
import type { Page } from "playwright";
import { expect, test } from "vitest";

import { appCode, DESK_PASSWORD } from "#tests/support/people/desk/desk-codes.ts";
import { send, sendInVain } from "#tests/support/people/steps.ts";
import { newVisitor } from "#tests/support/people/walk.ts";
import { deskWalk } from "#tests/support/shops/desk-walk.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const PHONE = { viewport: { width: 390, height: 844 } };
const EMAIL = "martha@example.com";

const shop = useShop();

const { withDatabase, write, invite, acceptInvite } = deskWalk(shop);

/** A passkey cannot be made without scripts: it is there already. */
function insertPasskey(): void {
  withDatabase((database) =>
    database
      .prepare(
        `INSERT INTO passkeys (id, staff_id, credential_id, public_key, counter, transports, backed_up, name, created_at)
         SELECT 'passkey_1', id, 'credential', 'key', 0, '[]', 0, 'Phone', created_at FROM staff WHERE email = ?`,
      )
      .run([EMAIL]),
  );
}

/** The last code that was typed counts no more. */
function forgetCode(): void {
  write("UPDATE staff_sessions SET confirmed_at = '2020-01-01T00:00:00.000Z'");
}

const codeOf = (secret: string, halfMinutes = 0) =>
  appCode(secret, new Date(Date.now() + halfMinutes * 30_000));

/** Types a wrong code, then the right one. Answers with the key of the new app. */
async function setUp(page: Page): Promise<string> {
  await page.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
  const secret = ((await page.locator("b.mono").textContent()) ?? "").replaceAll(" ", "");
  await sendInVain(page, "Finish the set-up", "Code: Enter the code that the new app shows");
  await page.getByRole("textbox", { name: "Code" }).fill("000000");
  await sendInVain(page, "Finish the set-up", /^Code: (?!Enter)/);
  await page.getByRole("textbox", { name: "Code" }).fill(codeOf(secret));
  await send(page, "Finish the set-up", "Your authenticator app is set up");
  return secret;
}

test("an app is removed beside a passkey, added again, replaced with a code, and logs in", async () => {
  const { page } = await newVisitor(shop, "off", PHONE);
  await acceptInvite(page, await invite(EMAIL));
  await page.goto(`${shop.origin}/desk/account/app`);
  await page.getByText("This is your only second step.").waitFor();
  expect(await page.getByRole("button", { name: "Remove the app" }).count()).toBe(0);
  insertPasskey();
  await page.goto(`${shop.origin}/desk/account`);
  await page.getByRole("link", { name: "Replace or remove the app…" }).click();
  await send(page, "Remove the app", "The authenticator app is removed");

  await page.getByRole("link", { name: "Add an app…" }).click();
  await page.getByRole("button", { name: "Show the QR code" }).click();
  const first = await setUp(page);

  forgetCode();
  await page.getByRole("link", { name: "Replace or remove the app…" }).click();
  await page.getByRole("button", { name: "Show a new QR code" }).click();
  await page.getByRole("alert").waitFor();
  await page.getByLabel("Code from your authenticator app").first().fill(codeOf(first, 1));
  await page.getByRole("button", { name: "Show a new QR code" }).click();
  const second = await setUp(page);

  await page.context().clearCookies();
  await page.goto(`${shop.origin}/desk/login`);
  await page.getByLabel("Email address").fill(EMAIL);
  await page.getByLabel("Password").fill(DESK_PASSWORD);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("textbox", { name: "Code" }).fill(codeOf(second, 1));
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await page.getByRole("heading", { level: 2, name: "Waiting for you" }).waitFor();
});
