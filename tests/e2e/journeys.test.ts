import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { Browser } from "playwright";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { brokenInvariants } from "#tests/support/checks/invariants.ts";
import {
  addRemoveUndo,
  addSunsetRainbow,
  atThePaymentPage,
  checkOut,
  type Journey,
  open,
  openBasket,
} from "#tests/support/people/journey.ts";
import { toDogsPayment } from "#tests/support/people/over-http.ts";
import { sharedBrowser, type ScriptMode, visit } from "#tests/support/people/visit.ts";
import { startShop } from "#tests/support/shops/server.ts";
import { settledState, type ShopState } from "#tests/support/shops/shop-state.ts";

const JOB_WAIT_MS = 60_000;

let browser: Browser;

beforeAll(async () => {
  browser = await sharedBrowser();
});

afterAll(async () => {});

type Ending = Readonly<{ state: ShopState; mails: ReadonlyArray<string> }>;

/** Walks `steps` in a fresh shop, then answers with what the shop holds. */
async function walk(
  mode: ScriptMode,
  steps: (journey: Journey) => Promise<void>,
  mailCount: number,
): Promise<Ending> {
  const shop = await startShop();
  const { page, complaints, close } = await visit(browser, mode);
  try {
    await steps({ page, origin: shop.origin, mode });
    const mails = await mailsIn(shop.dataDir, mailCount);
    const state = await settledState(shop.dataDir);
    expect(complaints).toEqual([]);
    expect(await brokenInvariants(shop.dataDir)).toEqual([]);
    return { state, mails };
  } finally {
    await close();
    await shop.stop();
  }
}

async function mailsIn(dataDir: string, count: number): Promise<ReadonlyArray<string>> {
  const folder = join(dataDir, "mail");
  const files = () => (existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith(".eml")) : []);
  await until(() => files().length >= count);
  return files().map((file) => readFileSync(join(folder, file), "utf8"));
}

async function until(isSo: () => boolean): Promise<void> {
  const end = Date.now() + JOB_WAIT_MS;
  while (!isSo() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 100));
}

async function buy(journey: Journey): Promise<void> {
  const { page } = journey;
  await addSunsetRainbow(journey);
  await openBasket(journey);
  await addRemoveUndo(journey);
  await checkOut(journey);
  await atThePaymentPage(journey, /^Pay £/);
  await page.getByRole("heading", { name: "Thank you, Hannah" }).waitFor();
  await open(journey, "/cart");
  await page.getByRole("heading", { name: "Your basket is empty" }).waitFor();
}

let expected: ShopState | null = null;

async function buysTwoToys(mode: ScriptMode): Promise<void> {
  const { state, mails } = await walk(mode, buy, 1);

  expect(state["orders"]).toMatchObject([{ status: "paid", email: "hannah@example.org" }]);
  expect(state["lines"]).toMatchObject([
    { sku: "HB-0101-SUNS", variant_label: "Sunset", quantity: 2 },
    { sku: "HB-0103", quantity: 2 },
  ]);
  expect(state["carts"]).toEqual([]);
  expected ??= state;
  expect(state).toEqual(expected);

  expect(mails).toHaveLength(1);
  const mail = await PostalMime.parse(mails[0] ?? "");
  for (const part of [mail.text ?? "", mail.html ?? ""]) {
    expect(part).toContain("Rainbow Stacker");
    expect(part).toContain("Sunset");
    expect(part).toContain("Hollybough Ltd");
    expect(part).toContain("14 days");
  }
  expect(mail.to?.[0]?.address).toBe("hannah@example.org");
}

async function isDeclined(mode: ScriptMode): Promise<void> {
  const { state } = await walk(
    mode,
    async (journey) => {
      const { page } = journey;
      await toDogsPayment(journey);
      await atThePaymentPage(journey, "Decline");
      await page
        .getByText(/Insufficient funds/)
        .first()
        .waitFor();
      await page.waitForURL(/\/checkout(\?|$)/);
      expect(await page.getByRole("textbox", { name: "First name" }).first().inputValue()).toBe("Hannah");
      // A second try with the same basket succeeds.
      await page.getByRole("button", { name: /^Pay now £/ }).click();
      await page.waitForURL(/\/test-payment\//);
      await atThePaymentPage(journey, /^Pay £/);
      await page.getByRole("heading", { name: "Thank you, Hannah" }).waitFor();
    },
    1,
  );

  expect((state["orders"] ?? []).map((order) => (order as { status: string }).status).sort()).toEqual([
    "declined",
    "paid",
  ]);
}

async function cancels(mode: ScriptMode): Promise<void> {
  const { state } = await walk(
    mode,
    async (journey) => {
      const { page } = journey;
      await toDogsPayment(journey);
      await atThePaymentPage(journey, /^Cancel/);
      await page.waitForURL(/\/checkout(\?|$)/);
      await page.getByRole("button", { name: /^Pay now £/ }).waitFor();
    },
    0,
  );

  expect(state["orders"]).toMatchObject([{ status: "cancelled" }]);
  expect(state["carts"]).toEqual([{ sku: "HB-0103", quantity: 1 }]);
}

async function confirms(mode: ScriptMode): Promise<void> {
  const { state } = await walk(
    mode,
    async (journey) => {
      const { page } = journey;
      await toDogsPayment(journey);
      await atThePaymentPage(journey, "Ask for authentication");
      await atThePaymentPage(journey, /^Confirm/);
      await page.getByRole("heading", { name: "Thank you, Hannah" }).waitFor();
    },
    1,
  );

  expect(state["orders"]).toMatchObject([{ status: "paid" }]);
}

async function paysLater(mode: ScriptMode): Promise<void> {
  const { state } = await walk(
    mode,
    async (journey) => {
      const { page } = journey;
      await toDogsPayment(journey);
      const paymentPage = new URL(page.url()).pathname;
      await atThePaymentPage(journey, "Pay later");
      await page.waitForURL(/order-processing/);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await open(journey, paymentPage);
      await atThePaymentPage(journey, /bank confirms/i);
      await page.getByRole("heading", { name: "Thank you, Hannah" }).waitFor();
    },
    1,
  );

  expect(state["orders"]).toMatchObject([{ status: "paid" }]);
}

/** The first walks every page from home to the payment; the others begin at the payment page. */
const JOURNEYS = [
  ["a guest buys two toys and gets the confirmation", buysTwoToys],
  ["a declined payment leads back with the reason and the basket intact", isDeclined],
  ["a cancelled payment leads back and nothing is sold", cancels],
  ["a payment that asks for authentication is paid once confirmed", confirms],
  ["a payment promised for later is waited for, then paid", paysLater],
] as const;

describe.each(["on", "off", "aborted"] as const)("scripts %s", (mode) => {
  test.each(JOURNEYS)("%s", async (_, journey) => {
    await journey(mode);
  });
});

// Mostly waiting, so all at once; each has a shop and a browser window of its own.
describe.concurrent("scripts late", () => {
  test.each(JOURNEYS)("%s", async (_, journey) => {
    await journey("late");
  });
});
