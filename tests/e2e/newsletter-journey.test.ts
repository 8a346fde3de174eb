import type { Browser } from "playwright";
import { beforeAll, expect, test } from "vitest";

import { violations, WCAG_AA_AND_BEST_PRACTICE } from "#tests/support/checks/axe.ts";
import { linkFor } from "#tests/support/people/account/account-visitor.ts";
import { type Journey, open, taken } from "#tests/support/people/journey.ts";
import { JOURNEY_MODES, sharedBrowser, visit } from "#tests/support/people/visit.ts";
import { type OpenShop, sharedShop } from "#tests/support/shops/server.ts";

let browser: Browser;
let shop: OpenShop;

beforeAll(async () => {
  [browser, shop] = await Promise.all([sharedBrowser(), sharedShop()]);
});

async function arrived({ page, mode }: Journey, name: string): Promise<void> {
  await page.getByRole("heading", { level: 1, name }).waitFor();
  await taken(page, mode);
}

/** As a mail program ends the letters: no cookie, no origin, nothing of a browser. */
function oneClick(token: string): Promise<Response> {
  const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
  return fetch(`${shop.origin}/newsletter/one-click?token=${token}`, { method: "POST", body });
}

test.each(JOURNEY_MODES)(
  "a visitor subscribes from the footer, confirms by email and unsubscribes, scripts %s",
  async (mode) => {
    const email = `letters-${mode}@example.org`;
    const { page, complaints, close } = await visit(browser, mode);
    const journey = { page, origin: shop.origin, mode };
    try {
      await open(journey, "/information/privacy");
      await page.getByRole("contentinfo").getByLabel("News and offers by email").fill("ida@");
      await page.getByRole("contentinfo").getByRole("button", { name: "Sign up" }).click();
      await page.getByRole("link", { name: /^Enter an email address in the correct format/ }).waitFor();
      const main = page.getByRole("main");
      expect(await main.getByLabel("Email address").inputValue()).toBe("ida@");
      await taken(page, mode);
      await main.getByLabel("Email address").fill(email);
      await main.getByLabel("Journal articles").check();
      await main.getByRole("button", { name: "Sign up" }).click();
      await arrived(journey, "Nearly there: check your email");

      await open(journey, await linkFor(shop, email, { path: "/newsletter/confirm" }));
      expect(page.url()).not.toContain("token");
      await page.getByText("we’ll email you about journal articles").waitFor();
      await page.getByRole("button", { name: "Confirm sign-up" }).click();
      await arrived(journey, "You’re subscribed");

      const preferences = await linkFor(shop, email, { path: "/newsletter/preferences" });
      await open(journey, preferences);
      expect(await page.getByLabel("Journal articles").isChecked()).toBe(true);
      if (mode === "on") expect(await violations(page, WCAG_AA_AND_BEST_PRACTICE)).toEqual([]);
      await page.getByLabel("New arrivals").check();
      await page.getByRole("button", { name: "Save preferences" }).click();
      await page.getByText("Your preferences have been saved.").waitFor();
      expect(await page.getByLabel("New arrivals").isChecked()).toBe(true);

      const clicked = await oneClick(preferences.split("token=")[1] ?? "");
      expect([clicked.status, await clicked.text()]).toEqual([200, "Done\n"]);
      await open(journey, preferences);
      await page.getByText("does not match an email address on our list").waitFor();
      expect(complaints).toEqual([]);
    } finally {
      await close();
    }
  },
);
