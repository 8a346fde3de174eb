import { join } from "node:path";

import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";

import { SqliteDatabase } from "#app/db/sqlite-database.server.ts";
import { violations, WCAG_AA } from "#tests/support/checks/axe.ts";
import { brokenInvariants } from "#tests/support/checks/invariants.ts";
import { comesIntoView } from "#tests/support/people/in-view.ts";
import { type Journey, open, taken } from "#tests/support/people/journey.ts";
import { addToBasket, goToPayment, parcelVariants, payAt } from "#tests/support/people/purchase.ts";
import { Shopper } from "#tests/support/people/shopper.ts";
import { JOURNEY_MODES, type ScriptMode, sharedBrowser, visit } from "#tests/support/people/visit.ts";
import { type RunningShop, startShop } from "#tests/support/shops/server.ts";
import { runCommand } from "#tests/support/shops/shop-command.ts";

const WAIT_MS = 60_000;
const LOOK_EVERY_MS = 50;

let browser: Browser;
let shop: RunningShop;

beforeAll(async () => {
  [browser, shop] = await Promise.all([sharedBrowser(), startShop()]);
});

afterAll(async () => {
  expect(await brokenInvariants(shop.dataDir)).toEqual([]);
  await shop.stop();
});

function ask(query: string, ...values: ReadonlyArray<unknown>): unknown {
  const database = new SqliteDatabase(join(shop.dataDir, "shop.db"), { readonly: true, timeout: 5_000 });
  try {
    return database.prepare(query).pluck().get(values);
  } finally {
    database.close();
  }
}

/** The number that `look` finds in the end. */
async function until(look: () => unknown): Promise<number> {
  const end = Date.now() + WAIT_MS;
  for (;;) {
    const found = look();
    if (typeof found === "number") return found;
    if (Date.now() > end) throw new Error(`It did not happen\n${shop.logs()}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** Two of one toy, bought and paid for by a guest over plain HTTP. Answers with the order's number. */
async function buy(): Promise<number> {
  const shopper = new Shopper(shop.origin);
  const database = new SqliteDatabase(join(shop.dataDir, "shop.db"), { readonly: true });
  const [variant = 0] = parcelVariants(database, 1);
  database.close();
  await addToBasket(shopper, variant, 2);
  const page = await goToPayment(shopper);
  await payAt(shopper, page);
  const attempt = "SELECT request FROM embedded_payments WHERE id = ?";
  const { orderId } = (
    JSON.parse(String(ask(attempt, page.split("/").at(-1)))) as {
      attempt: { orderId: string };
    }
  ).attempt;
  return until(() => ask("SELECT number FROM orders WHERE id = ? AND status = 'paid'", orderId));
}

const own = (...args: ReadonlyArray<string>) => runCommand(shop, ["orders", ...args]);

async function lookUp({ page, mode, origin }: Journey, number: number): Promise<void> {
  await open({ page, mode, origin }, "/orders");
  await page.getByLabel("Order number").fill(String(number));
  await page.getByLabel("Email address").fill("hannah@example.com");
  await page.getByLabel("Postcode").fill("gl5 1qn");
  await page.getByRole("button", { name: "Find order" }).click();
  await page.getByRole("heading", { level: 1, name: `Order ${number}` }).waitFor();
  expect(page.url()).toMatch(/\/orders\/order_[\w-]{22}\?link=opened$/);
  await taken(page, mode);
  await complain(page, mode);
}

test.each(JOURNEY_MODES)("the answer to Buy again comes into view on a phone, scripts %s", async (mode) => {
  const number = await buy();
  const { page, complaints, close } = await visit(browser, mode, {
    viewport: { width: 390, height: 640 },
  });
  await lookUp({ page, mode, origin: shop.origin }, number);

  await page.getByRole("button", { name: "Buy again" }).click();

  await comesIntoView(page.getByRole("status").filter({ hasText: "We have added it to your basket." }));
  expect(complaints).toEqual([]);
  await close();
});

async function cancel({ page, mode }: Journey, number: number): Promise<void> {
  await page.getByRole("link", { name: "Cancel order" }).click();
  await page.getByRole("heading", { level: 1, name: `Cancel order ${number}?` }).waitFor();
  await taken(page, mode);
  await complain(page, mode);
  await page.getByRole("button", { name: "Cancel order" }).click();
  await page.getByText("Your order has been cancelled.").waitFor();
  expect(await page.getByRole("link", { name: "Cancel order" }).count()).toBe(0);
  const made =
    "SELECT amount_minor FROM refunds JOIN orders ON orders.id = order_id WHERE number = ? AND refunds.status = 'completed'";
  const total = "SELECT total_minor FROM orders WHERE number = ? AND status = 'refunded'";
  expect(await until(() => ask(made, number))).toBe(await until(() => ask(total, number)));
}

async function sendBack({ page, mode }: Journey, number: number): Promise<void> {
  await page.getByRole("link", { name: "Return items" }).click();
  await page.getByRole("heading", { level: 1, name: "Return items" }).waitFor();
  await taken(page, mode);
  await page.getByLabel("Quantity").selectOption("1");
  await page.getByRole("button", { name: "Confirm return" }).click();
  await page.getByRole("heading", { name: "There is a problem" }).waitFor();
  await complain(page, mode);
  expect(await page.getByLabel("Quantity").inputValue()).toBe("1");
  await page.getByLabel("Reason").selectOption({ label: "I changed my mind" });
  await page.getByRole("button", { name: "Confirm return" }).click();
  await page.getByRole("heading", { level: 1, name: `Return R${number}-1` }).waitFor();
  await complain(page, mode);
  await page.getByRole("link", { name: `Order ${number}` }).click();
  await page.getByRole("link", { name: `Return R${number}-1` }).waitFor();
}

/** The other item of the order, in two steps, from the page of the order. */
async function withdraw({ page, mode }: Journey, number: number): Promise<void> {
  const isWayIn = page.locator("main").getByRole("link", { name: "Withdraw from contract here" });
  await isWayIn.click();
  await page.getByRole("heading", { level: 1, name: "Withdraw from contract" }).waitFor();
  await taken(page, mode);
  await complain(page, mode);
  await page.getByLabel("Quantity").selectOption("0");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "There is a problem" }).waitFor();
  await page.getByLabel("Quantity").selectOption("1");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("withdraw from my contract with").waitFor();
  await complain(page, mode);
  const declared = "SELECT count(*) FROM order_returns WHERE legal_basis = 'withdrawal' AND number = ?";
  expect(ask(declared, `R${number}-2`)).toBe(0);
  await page.getByRole("button", { name: "Confirm withdrawal" }).click();
  await page.getByRole("heading", { level: 1, name: `Withdrawal R${number}-2` }).waitFor();
  await page.getByText(/We received your withdrawal from the contract on .* at \d\d:\d\d:\d\d /).waitFor();
  await complain(page, mode);
  expect(ask(declared, `R${number}-2`)).toBe(1);
  await page.getByRole("link", { name: `Order ${number}` }).click();
  await page.getByRole("link", { name: `Withdrawal R${number}-2` }).waitFor();
  expect(await isWayIn.count()).toBe(0);
}

async function complain(page: Page, mode: ScriptMode): Promise<void> {
  if (mode === "on") expect(await violations(page, WCAG_AA)).toEqual([]);
}

test.each(JOURNEY_MODES)(
  "a guest finds and cancels an order, returns an item of another and withdraws from the rest, scripts %s",
  async (mode) => {
    const [first, second] = await Promise.all([buy(), buy()]);
    const sent = own("ship", String(second), "--carrier", "royal-mail", "--tracking", "AB1");
    const { page, complaints, close } = await visit(browser, mode);
    const journey = { page, origin: shop.origin, mode };
    try {
      await lookUp(journey, first);
      await cancel(journey, first);
      await sent;
      await lookUp(journey, second);
      await sendBack(journey, second);
      await withdraw(journey, second);
      expect(complaints).toEqual([]);
    } finally {
      await close();
    }
  },
);
