import type { Email } from "postal-mime";
import { describe, expect, test, vi } from "vitest";

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
import type { ScriptMode } from "#tests/support/people/visit.ts";
import { walkAs } from "#tests/support/people/walk.ts";
import { sharedShop } from "#tests/support/shops/server.ts";
import { sentEmails } from "#tests/support/shops/shop-data.ts";
import { settledState, type ShopState } from "#tests/support/shops/shop-state.ts";
import { inParts } from "#tests/support/test-part.ts";

const JOB_WAIT_MS = 60_000;

type Ending = Readonly<{ state: ShopState; mails: ReadonlyArray<Email> }>;

/** Walks `steps` in a fresh shop, then answers with what the shop holds. */
async function walk(
  mode: ScriptMode,
  steps: (journey: Journey) => Promise<void>,
  mailCount: number,
): Promise<Ending> {
  const shop = await sharedShop();
  await walkAs({ shop, mode }, steps);
  const toShopper = async () =>
    (await sentEmails(shop)).filter(({ subject }) => !subject?.startsWith("New order "));
  await vi.waitUntil(async () => (await toShopper()).length >= mailCount, { timeout: JOB_WAIT_MS });
  const state = await settledState(shop.dataDir);
  expect(await brokenInvariants(shop.dataDir)).toEqual([]);
  return { state, mails: await toShopper() };
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

/** An order's way to being paid. */
const PAID = [{ to_status: "awaiting-payment" }, { from_status: "awaiting-payment", to_status: "paid" }];
let expected: ShopState | null = null;

async function buysTwoToys(mode: ScriptMode): Promise<void> {
  const { state, mails } = await walk(mode, buy, 1);

  // Two for £54 and two for £26, which are delivered free.
  expect(state["orders"]).toMatchObject([
    { status: "paid", email: "hannah@example.org", total_minor: 16_000, currency: "GBP", method: "standard" },
  ]);
  expect(state["lines"]).toMatchObject([
    { sku: "HB-0101-SUNS", variant_label: "Sunset", quantity: 2, line_total_minor: 10_800, vat_minor: 1800 },
    { sku: "HB-0103", quantity: 2, line_total_minor: 5200, vat_minor: 867 },
  ]);
  expect(state).toMatchObject({ payments: [{ amount_minor: 16_000 }], history: PAID });
  expect(state["carts"]).toEqual([]);
  expected ??= state;
  expect(state).toEqual(expected);

  expect(mails).toHaveLength(1);
  const [mail] = mails;
  for (const part of [mail?.text ?? "", mail?.html ?? ""]) {
    expect(part).toContain("Rainbow Stacker");
    expect(part).toContain("Sunset");
    expect(part).toContain("Hollybough Ltd");
    expect(part).toContain("14 days");
  }
  expect(mail?.to?.[0]?.address).toBe("hannah@example.org");
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

/**
 * The first walks every page from home to the payment; the others begin at the payment page. What is bought is the same
 * in every mode, so the rest compares the modes with the one whose scripts run.
 */
test.each(inParts<ScriptMode>({ quick: ["on"], rest: ["on", "off", "aborted", "late"] }))(
  "a guest buys two toys and gets the confirmation, scripts %s",
  buysTwoToys,
);

describe.each(inParts<ScriptMode>({ quick: ["on"], rest: ["off", "aborted", "late"] }))(
  "scripts %s",
  (mode) => {
    test.each([
      ["a declined payment leads back with the reason and the basket intact", isDeclined],
      ["a cancelled payment leads back and nothing is sold", cancels],
      ["a payment that asks for authentication is paid once confirmed", confirms],
      ["a payment promised for later is waited for, then paid", paysLater],
    ] as const)("%s", (_, journey) => journey(mode));
  },
);
