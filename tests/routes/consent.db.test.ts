import { expect, test } from "vitest";

import { loader as root } from "#app/root.tsx";
import { action as choose } from "#app/routes/privacy/consent.ts";
import { loader as settings } from "#app/routes/privacy/cookie-settings.tsx";
import { Browser } from "#tests/support/people/browser.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

async function consentOf(browser: Browser): Promise<unknown> {
  return ((await (await browser.get(root, "/")).json()) as { consent: unknown }).consent;
}

test("every page contains this browser's consent, until it changes", async () => {
  const browser = new Browser();
  expect(await consentOf(browser)).toBeNull();

  await browser.post(choose, "/privacy/consent", { choice: "accept" });
  expect(await consentOf(browser)).toEqual({ analytics: true, marketing: true });

  await browser.post(choose, "/privacy/consent", { choice: "refuse" });
  expect(await consentOf(browser)).toEqual({ analytics: false, marketing: false });
});

test("the settings show the choice, and whether it was just saved", async () => {
  const browser = new Browser();
  await browser.post(choose, "/privacy/consent", { choice: "chosen", analytics: "on" });

  const page = await (await browser.get(settings, "/privacy/cookies?saved=1")).json();

  expect(page).toMatchObject({
    consent: { analytics: true, marketing: false },
    isSignalled: false,
    isSaved: true,
  });
});
