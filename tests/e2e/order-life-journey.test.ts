import type { Page } from "playwright";
import { afterAll, expect, test } from "vitest";

import { violations, WCAG_AA } from "#tests/support/checks/axe.ts";
import { brokenInvariants } from "#tests/support/checks/invariants.ts";
import { comesIntoView } from "#tests/support/people/in-view.ts";
import { arrived, type Journey, open, taken } from "#tests/support/people/journey.ts";
import { follow, send, sendTo } from "#tests/support/people/steps.ts";
import { JOURNEY_MODES, type ScriptMode } from "#tests/support/people/visit.ts";
import { newVisitor } from "#tests/support/people/walk.ts";
import { deskWalk } from "#tests/support/shops/desk-walk.ts";
import { runCommand } from "#tests/support/shops/shop-command.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const shop = useShop();

afterAll(async () => {
  expect(await brokenInvariants(shop.dataDir)).toEqual([]);
});

const { ask, until, buy } = deskWalk(shop);
const own = (...args: ReadonlyArray<string>) => runCommand(shop, ["orders", ...args]);

async function lookUp({ page, mode, origin }: Journey, number: number): Promise<void> {
  await open({ page, mode, origin }, "/orders");
  await page.getByLabel("Order number").fill(String(number));
  await page.getByLabel("Email address").fill("hannah@example.com");
  await page.getByLabel("Postcode").fill("gl5 1qn");
  await sendTo(page, "Find order", `Order ${number}`);
  expect(page.url()).toMatch(/\/orders\/order_[\w-]{22}\?link=opened$/);
  await taken(page, mode);
  await complain(page, mode);
}

test.each(JOURNEY_MODES)("the answer to Buy again comes into view on a phone, scripts %s", async (mode) => {
  const number = await buy();
  const { page } = await newVisitor(shop, mode, {
    viewport: { width: 390, height: 640 },
  });
  await lookUp({ page, mode, origin: shop.origin }, number);

  await page.getByRole("button", { name: "Buy again" }).click();

  await comesIntoView(page.getByRole("status").filter({ hasText: "We have added it to your basket." }));
});

async function cancel({ page, mode }: Journey, number: number): Promise<void> {
  await follow(page, "Cancel order", `Cancel order ${number}?`);
  await taken(page, mode);
  await complain(page, mode);
  await send(page, "Cancel order", "Your order has been cancelled.");
  expect(await page.getByRole("link", { name: "Cancel order" }).count()).toBe(0);
  const made =
    "SELECT amount_minor FROM refunds JOIN orders ON orders.id = order_id WHERE number = ? AND refunds.status = 'completed'";
  const total = "SELECT total_minor FROM orders WHERE number = ? AND status = 'refunded'";
  expect(await until(() => ask(made, number))).toBe(await until(() => ask(total, number)));
}

async function sendBack({ page, mode }: Journey, number: number): Promise<void> {
  await follow(page, "Return items", "Return items");
  await taken(page, mode);
  await page.getByLabel("Quantity").selectOption("1");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "There is a problem" }).waitFor();
  await complain(page, mode);
  expect(await page.getByLabel("Quantity").inputValue()).toBe("1");
  await page.getByLabel("Reason").selectOption({ label: "I changed my mind" });
  await send(page, "Continue", "You get back");
  await complain(page, mode);
  await sendTo(page, "Confirm return", `Return R${number}-1`);
  await complain(page, mode);
  await page.getByRole("link", { name: `Order ${number}` }).click();
  await page.getByRole("link", { name: `Return R${number}-1` }).waitFor();
}

/** The other item of the order, in two steps, from the page of the order. */
async function withdraw({ page, mode }: Journey, number: number): Promise<void> {
  const isWayIn = page.locator("main").getByRole("link", { name: "Withdraw from contract here" });
  await isWayIn.click();
  await arrived({ page, mode }, "Withdraw from contract");
  await complain(page, mode);
  await page.getByLabel("Quantity").selectOption("0");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "There is a problem" }).waitFor();
  await page.getByLabel("Quantity").selectOption("1");
  await send(page, "Continue", "withdraw from my contract with");
  await complain(page, mode);
  const declared = "SELECT count(*) FROM order_returns WHERE legal_basis = 'withdrawal' AND number = ?";
  expect(ask(declared, `R${number}-2`)).toBe(0);
  await sendTo(page, "Confirm withdrawal", `Withdrawal R${number}-2`);
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
    const journey = await newVisitor(shop, mode);
    await lookUp(journey, first);
    await cancel(journey, first);
    await sent;
    await lookUp(journey, second);
    await sendBack(journey, second);
    await withdraw(journey, second);
  },
);
