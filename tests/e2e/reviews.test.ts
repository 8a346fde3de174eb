import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";

import { SqliteDatabase } from "#app/db/sqlite-database.server.ts";
import { linkFor } from "#tests/support/people/account/account-visitor.ts";
import { type Journey, open, taken } from "#tests/support/people/journey.ts";
import { JOURNEY_MODES, sharedBrowser, visit } from "#tests/support/people/visit.ts";
import { type RunningShop, startShop } from "#tests/support/shops/server.ts";
import { runCommand } from "#tests/support/shops/shop-command.ts";

const RAINBOW = "/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker";
/** Sold out in the demo catalogue: a variant of its own for each way that scripts may fare. */
const SOLD_OUT = {
  on: { path: `${RAINBOW}?swatch=forest`, sku: "HB-0101-FORE", name: "Rainbow Stacker, Forest" },
  off: { path: "/p/wooden-toys/building-and-stacking/marble-run", sku: "HB-0130", name: "Marble Run" },
} as const;

let browser: Browser;
let shop: RunningShop;

beforeAll(async () => {
  [browser, shop] = await Promise.all([sharedBrowser(), startShop()]);
});

afterAll(() => shop.stop());

const command = (...args: ReadonlyArray<string>) => runCommand(shop, args);

async function fill(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await page.getByRole("main").getByLabel(label, { exact: true }).fill(value);
}

async function arrived({ page, mode }: Journey, name: string | RegExp): Promise<void> {
  await page.getByRole("heading", { level: 1, name }).waitFor();
  await taken(page, mode);
}

test.each(JOURNEY_MODES)(
  "a review is written, approved by command, shown and counted, scripts %s",
  async (mode) => {
    const { page, complaints, close } = await visit(browser, mode);
    const journey = { page, origin: shop.origin, mode };
    try {
      await open(journey, RAINBOW);
      const count = Number(/Read (\d+) review/.exec(await page.getByRole("main").innerText())?.[1]);
      await page.getByRole("link", { name: "Write a review" }).click();
      await arrived(journey, "Review Rainbow Stacker");
      await fill(page, {
        "Review title": `Mode ${mode}`,
        "Your review": "Short",
        "Name to show": "<b>Ida</b>",
      });
      await page.getByRole("button", { name: "Submit review" }).click();
      await page.getByRole("link", { name: "Choose from 1 to 5 stars" }).waitFor();
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
      await command("reviews", "approve", String(reviewCalled(`Mode ${mode}`)));

      await open(journey, `${RAINBOW}?stars=2`);
      const review = page.getByRole("article", { name: `Mode ${mode}` });
      expect(await review.innerText()).toContain("<b>Ida</b>");
      await page.getByRole("link", { name: `Read ${count + 1} reviews` }).waitFor();
      await review.getByRole("button", { name: "Helpful" }).click();
      await review.getByText("You found this helpful").waitFor();
      expect(await review.innerText()).toContain("1 person found this helpful");
      expect(complaints).toEqual([]);
    } finally {
      await close();
    }
  },
);

test.each(JOURNEY_MODES)(
  "a stock alert goes from sign-up over the restock to the email, scripts %s",
  async (mode) => {
    const { path, sku, name } = SOLD_OUT[mode];
    const email = `alert-${mode}@example.org`;
    const { page, complaints, close } = await visit(browser, mode);
    const journey = { page, origin: shop.origin, mode };
    try {
      await open(journey, path);
      await page.getByRole("button", { name: "Email me when it’s back" }).click();
      await page.getByRole("link", { name: "Enter your email address" }).waitFor();
      await fill(page, { "Email address": email });
      await page.getByRole("button", { name: "Email me when it’s back" }).click();
      await arrived(journey, "Check your email");

      await open(journey, await linkFor(shop, email, { path: "/stock-alerts/confirm" }));
      expect(page.url()).not.toContain("token");
      await page.getByRole("button", { name: "Email me when it’s back" }).click();
      await arrived(journey, "We’ll email you when it’s back");
      await command("stock", sku, "2");

      await expect.poll(() => emailsAbout(email, `${name} is back in stock`)).toBe(1);
      await open(journey, path);
      expect(await page.getByRole("button", { name: "Add to basket" }).count()).toBe(1);
      await open(journey, await linkFor(shop, email, { path: "/stock-alerts/leave" }));
      await page.getByRole("button", { name: "Stop stock alerts" }).click();
      await arrived(journey, "Your stock alerts are cancelled");
      expect(complaints).toEqual([]);
    } finally {
      await close();
    }
  },
);

/** The number that `reviews list` shows for the review that waits under `title`, with two stars. */
function reviewCalled(title: string): number {
  const database = new SqliteDatabase(join(shop.dataDir, "shop.db"), { readonly: true });
  const row = database
    .prepare("SELECT id FROM reviews WHERE title = ? AND status = 'waiting' AND rating = 2")
    .get(title) as { id: number };
  database.close();
  return row.id;
}

/** How many emails to `email` have this subject. */
function emailsAbout(email: string, subject: string): number {
  const folder = join(shop.dataDir, "mail");
  const emails = readdirSync(folder)
    .filter((file) => file.endsWith(".eml"))
    .map((file) => readFileSync(join(folder, file), "utf8"));
  return emails.filter(
    (message) => message.includes(`To: ${email}`) && message.includes(`Subject: ${subject}`),
  ).length;
}
