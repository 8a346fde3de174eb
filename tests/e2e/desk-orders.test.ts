/** Orders at the desk on a phone without scripts: many parcels with one form, and an amount given back. */
import { spawn } from "node:child_process";
import { join } from "node:path";

import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";

import { SqliteDatabase } from "#app/db/sqlite-database.server.ts";
import { brokenInvariants } from "#tests/support/checks/invariants.ts";
import { appCode, DESK_PASSWORD } from "#tests/support/people/desk-codes.ts";
import { addToBasket, goToPayment, parcelVariants, payAt } from "#tests/support/people/purchase.ts";
import { Shopper } from "#tests/support/people/shopper.ts";
import { openBrowser, visit } from "#tests/support/people/visit.ts";
import { type RunningShop, startShop } from "#tests/support/shops/server.ts";

const PHONE = { viewport: { width: 390, height: 844 } };
const WAIT_MS = 60_000;
const LOOK_EVERY_MS = 50;

let browser: Browser;
let shop: RunningShop;

beforeAll(async () => {
  [browser, shop] = await Promise.all([openBrowser(), startShop({ env: { DESK_KEEPS_MESSAGES: "on" } })]);
});

afterAll(async () => {
  await browser.close();
  expect(await brokenInvariants(shop.dataDir)).toEqual([]);
  await shop.stop();
});

function withDatabase<Value>(work: (database: SqliteDatabase) => Value): Value {
  const database = new SqliteDatabase(join(shop.dataDir, "shop.db"), { timeout: 5_000 });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

const ask = (query: string, ...values: ReadonlyArray<unknown>) =>
  withDatabase((database) => database.prepare(query).pluck().get(values));

async function until(look: () => unknown): Promise<number> {
  const end = Date.now() + WAIT_MS;
  for (;;) {
    const found = look();
    if (typeof found === "number") return found;
    if (Date.now() > end) throw new Error(`It did not happen\n${shop.logs()}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

async function buy(): Promise<number> {
  const shopper = new Shopper(shop.origin);
  const [variant = 0] = withDatabase((database) => parcelVariants(database, 1));
  await addToBasket(shopper, variant, 2);
  const page = await goToPayment(shopper);
  await payAt(shopper, page);
  const attempt = String(ask("SELECT request FROM embedded_payments WHERE id = ?", page.split("/").at(-1)));
  const { orderId } = (JSON.parse(attempt) as { attempt: { orderId: string } }).attempt;
  return until(() => ask("SELECT number FROM orders WHERE id = ? AND status = 'paid'", orderId));
}

/** The link that the owner's command prints. */
function invite(email = "martha@example.com", name = "Martha Pryce", role = "owner"): Promise<string> {
  const env = {
    ...process.env,
    DATA_DIR: shop.dataDir,
    NODE_ENV: "production" as const,
    PORT: String(shop.port),
  };
  const args = [
    "--import",
    "tsx",
    "scripts/shop.ts",
    "staff",
    "invite",
    email,
    name,
    "--role",
    role,
    "--json",
  ];
  const child = spawn(process.execPath, args, { env });
  return new Promise((resolve, reject) => {
    let [words, complaints] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => (words += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (complaints += chunk.toString()));
    child.on("close", (code) =>
      code === 0 ? resolve((JSON.parse(words) as { link: string }).link) : reject(new Error(complaints)),
    );
  });
}

/** From the invitation to the first page. Answers with the key of the app. */
async function acceptInvite(page: Page, link: string): Promise<string> {
  await page.goto(new URL(link).pathname.replace(/^/, shop.origin));
  await page.getByRole("heading", { level: 1, name: /^Welcome, / }).waitFor();
  await page.getByLabel("Password").fill("too short");
  await page.getByRole("button", { name: "Accept the invitation" }).click();
  await page.getByText("Use at least 12 characters").first().waitFor();
  await page.getByLabel("Password").fill(DESK_PASSWORD);
  await page.getByRole("button", { name: "Accept the invitation" }).click();
  await page.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
  const secret = ((await page.locator("b.mono").textContent()) ?? "").replaceAll(" ", "");
  await page.getByRole("textbox", { name: "Code" }).fill(appCode(secret, new Date()));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { level: 1, name: "Write these down" }).waitFor();
  expect(await page.locator(".codes li").count()).toBe(10);
  await page.getByLabel("I have written the codes down").check();
  await page.getByRole("button", { name: "Go to the desk" }).click();
  await page.getByRole("heading", { level: 2, name: "Waiting for you" }).waitFor();
  return secret;
}

/** Chooses orders in the list, scans a label for each and sends them; one label is missing. */
async function sendMany(page: Page, numbers: ReadonlyArray<number>): Promise<void> {
  const [first = 0, second = 0, third = 0] = numbers;
  await page.goto(`${shop.origin}/desk/orders?view=to-pack&least=0.01`);
  for (const number of numbers) await page.getByLabel(`Choose order ${number}`).check();
  await page.getByRole("button", { name: "Send…" }).click();
  await page.getByRole("heading", { level: 1, name: "Send orders" }).waitFor();
  const field = (number: number) => page.getByLabel(`Tracking number of order ${number}`);
  const hasFocus = (number: number) => field(number).evaluate((one) => one === document.activeElement);
  expect(await hasFocus(first)).toBe(true);
  // A scanner types Enter behind the number: the next field is ready, and nothing is sent.
  await page.keyboard.type("AB 1");
  await Promise.all([page.waitForEvent("load"), page.keyboard.press("Enter")]);
  expect(await field(first).inputValue()).toBe("AB 1");
  expect(await hasFocus(second)).toBe(true);
  await page.keyboard.type("AB 2");
  await Promise.all([page.waitForEvent("load"), page.keyboard.press("Enter")]);
  expect(ask("SELECT count(*) FROM jobs WHERE kind = 'desk-send'")).toBe(0);
  await page.getByRole("button", { name: "Send and tell the customers" }).click();
  await page.getByText("2 parcels go out in two minutes").waitFor();
  await page.getByText(`${third}: No tracking number`).waitFor();
  expect(await hasFocus(third)).toBe(true);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("2 parcels stay here").waitFor();
  await field(first).fill("AB 1");
  await page.getByRole("checkbox", { name: `No number for order ${second}` }).check();
  await page.getByRole("button", { name: "Send and tell the customers" }).click();
  await page.getByText("2 parcels go out in two minutes").waitFor();
  expect(ask("SELECT count(*) FROM jobs WHERE kind = 'desk-send'")).toBe(2);
}

/** An amount that is too large, then £5, of an order that stays as it is. */
async function giveAmount(page: Page, number: number): Promise<void> {
  await page.goto(`${shop.origin}/desk/orders/${number}/refund`);
  expect(await page.getByRole("textbox", { name: "Amount" }).isVisible()).toBe(false);
  await page.getByRole("radio", { name: "An amount" }).check();
  expect(await page.getByRole("combobox", { name: /^How many of/ }).isVisible()).toBe(false);
  await page.getByLabel("Why").selectOption({ label: "Goodwill" });
  await page.getByRole("textbox", { name: "Amount" }).fill("5000");
  await page.getByRole("button", { name: "Check the refund" }).click();
  await page.getByText("That is more than is left to refund").first().waitFor();
  expect(await page.getByRole("textbox", { name: "Amount" }).inputValue()).toBe("5000");
  await page.getByRole("textbox", { name: "Amount" }).fill("5");
  await page.getByRole("button", { name: "Check the refund" }).click();
  await page.getByRole("heading", { level: 1, name: "Refund £5.00?" }).waitFor();
  await page.getByText("Stays paid").waitFor();
  await page.getByText("VAT inside £").waitFor();
  expect(ask("SELECT count(*) FROM refunds")).toBe(0);
  await page.getByRole("button", { name: "Refund £5.00" }).click();
  await page.getByText("is on its way").first().waitFor();
  await until(() => ask("SELECT goodwill_minor FROM refunds WHERE status = 'completed'"));
  expect(ask("SELECT amount_minor FROM refunds")).toBe(500);
  expect(ask("SELECT status FROM orders WHERE number = ?", number)).toBe("paid");
}

test("an owner sends parcels of many orders with one form, and gives an amount back, on a phone without scripts", async () => {
  // The order of the list, where all have the same promise.
  const numbers = [await buy(), await buy(), await buy()].sort((one, other) => one - other);
  const { page, complaints, close } = await visit(browser, "off", PHONE);
  try {
    await acceptInvite(page, await invite());
    await sendMany(page, numbers);
    await giveAmount(page, numbers.at(-1) ?? 0);
    expect(complaints).toEqual([]);
  } finally {
    await close();
  }
});
