import type { Email } from "postal-mime";

import type { Page } from "playwright";
import { describe, expect, test } from "vitest";

import { linkFor } from "#tests/support/people/customer/customer-visitor.ts";
import { arrived, open } from "#tests/support/people/journey.ts";
import { send, sendInVain } from "#tests/support/people/steps.ts";
import { JOURNEY_MODES } from "#tests/support/people/visit.ts";
import { newVisitor } from "#tests/support/people/walk.ts";
import { runCommand } from "#tests/support/shops/shop-command.ts";
import { ask, emailThat, sentEmails } from "#tests/support/shops/shop-data.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const RAINBOW = "/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker";
/** Sold out in the demo catalogue: a variant of its own for each way that scripts may fare. */
const SOLD_OUT = {
  on: { path: `${RAINBOW}?swatch=forest`, sku: "HB-0101-FORE", name: "Rainbow Stacker, Forest" },
  off: { path: "/p/wooden-toys/building-and-stacking/marble-run", sku: "HB-0130", name: "Marble Run" },
} as const;

const shop = useShop();

const command = (...args: ReadonlyArray<string>) => runCommand(shop, args);

async function fill(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await page.getByRole("main").getByLabel(label, { exact: true }).fill(value);
}

describe.each(JOURNEY_MODES)("scripts %s", (mode) => {
  test("a review is written, approved by command, shown and counted", async () => {
    const journey = await newVisitor(shop, mode);
    const { page } = journey;
    await open(journey, RAINBOW);
    const count = Number(/Read (\d+) review/.exec(await page.getByRole("main").innerText())?.[1]);
    await page.getByRole("link", { name: "Write a review" }).click();
    await arrived(journey, "Review Rainbow Stacker");
    await fill(page, {
      "Review title": `Mode ${mode}`,
      "Your review": "Short",
      "Name to show": "<b>Ida</b>",
    });
    await sendInVain(page, "Submit review", "Choose from 1 to 5 stars");
    expect(await page.getByLabel("Review title").inputValue()).toBe(`Mode ${mode}`);
    await page.getByRole("radio", { name: "1 star", exact: true }).focus();
    await page.keyboard.press("ArrowRight");
    await fill(page, {
      "Your review": `Used every day, scripts ${mode}.`,
      "Email address": `${mode}@example.org`,
    });
    await page.getByRole("button", { name: "Submit review" }).click();
    await arrived(journey, "Thank you for your review");

    await open(journey, RAINBOW);
    expect(await page.getByText(`Mode ${mode}`).count()).toBe(0);
    const waiting = "SELECT id FROM reviews WHERE title = ? AND status = 'waiting' AND rating = 2";
    await command("reviews", "approve", String(ask(shop, waiting, `Mode ${mode}`)));

    await open(journey, `${RAINBOW}?stars=2`);
    const review = page.getByRole("article", { name: `Mode ${mode}` });
    expect(await review.innerText()).toContain("<b>Ida</b>");
    await page.getByRole("link", { name: `Read ${count + 1} reviews` }).waitFor();
    await send(review, "Helpful", "You found this helpful");
    expect(await review.innerText()).toContain("1 person found this helpful");
  });

  test("a stock alert goes from sign-up over the restock to the email", async () => {
    const { path, sku, name } = SOLD_OUT[mode];
    const email = `alert-${mode}@example.org`;
    const journey = await newVisitor(shop, mode);
    const { page } = journey;
    await open(journey, path);
    await sendInVain(page, "Email me when it’s back", "Enter your email address");
    await fill(page, { "Email address": email });
    await page.getByRole("button", { name: "Email me when it’s back" }).click();
    await arrived(journey, "Check your email");

    await open(journey, await linkFor(shop, email, { path: "/stock-alerts/confirm" }));
    expect(page.url()).not.toContain("token");
    await page.getByRole("button", { name: "Email me when it’s back" }).click();
    await arrived(journey, "We’ll email you when it’s back");
    await command("stock", sku, "2");

    const isAbout = ({ to, subject }: Email) =>
      to?.[0]?.address === email && subject?.startsWith(`${name} is back in stock`) === true;
    await emailThat(shop, isAbout);
    expect((await sentEmails(shop)).filter(isAbout)).toHaveLength(1);
    await open(journey, path);
    expect(await page.getByRole("button", { name: "Add to basket" }).count()).toBe(1);
    await open(journey, await linkFor(shop, email, { path: "/stock-alerts/leave" }));
    await page.getByRole("button", { name: "Stop stock alerts" }).click();
    await arrived(journey, "Your stock alerts are cancelled");
  });
});
