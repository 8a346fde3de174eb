import { expect, test } from "vitest";

import { violations, WCAG_AA_AND_BEST_PRACTICE } from "#tests/support/checks/axe.ts";
import { linkFor } from "#tests/support/people/customer/customer-visitor.ts";
import { arrived, open, taken } from "#tests/support/people/journey.ts";
import { send } from "#tests/support/people/steps.ts";
import { JOURNEY_MODES } from "#tests/support/people/visit.ts";
import { newVisitor } from "#tests/support/people/walk.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const shop = useShop();

/** As a mail program ends the letters: no cookie, no origin, nothing of a browser. */
function oneClick(token: string): Promise<Response> {
  const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
  return fetch(`${shop.origin}/newsletter/one-click?token=${token}`, { method: "POST", body });
}

test.each(JOURNEY_MODES)(
  "a visitor subscribes from the footer, confirms by email and unsubscribes, scripts %s",
  async (mode) => {
    const email = `letters-${mode}@example.org`;
    const journey = await newVisitor(shop, mode);
    const { page } = journey;
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
    await send(page, "Save preferences", "Your preferences have been saved.");
    expect(await page.getByLabel("New arrivals").isChecked()).toBe(true);

    const clicked = await oneClick(preferences.split("token=")[1] ?? "");
    expect([clicked.status, await clicked.text()]).toEqual([200, "Done\n"]);
    await open(journey, preferences);
    await page.getByText("does not match an email address on our list").waitFor();
  },
);
