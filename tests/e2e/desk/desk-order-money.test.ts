/** Payments under review, mistaken deliveries, refunds item by item and slips at the desk, on a phone without scripts. */
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";

import { sharedBrowser, visit } from "#tests/support/people/visit.ts";
import { deskWalk } from "#tests/support/shops/desk-walk.ts";
import { type RunningShop, startShop } from "#tests/support/shops/server.ts";

const PHONE = { viewport: { width: 390, height: 844 } };

let browser: Browser;
let shop: RunningShop;

beforeAll(async () => {
  [browser, shop] = await Promise.all([sharedBrowser(), startShop()]);
});

afterAll(() => shop.stop());

const { withDatabase, ask, until, buy, invite, acceptInvite } = deskWalk(() => shop);

type Walk = (page: Page, number: number) => Promise<void>;

async function asOwner(email: string, walk: Walk): Promise<void> {
  const [link, number] = await Promise.all([invite(email, "Martha Pryce"), buy()]);
  const { page, complaints, close } = await visit(browser, "off", PHONE);
  try {
    await acceptInvite(page, link);
    await page.goto(`${shop.origin}/desk/orders/${number}`);
    await walk(page, number);
    expect(complaints).toEqual([]);
  } finally {
    await close();
  }
}

const change = (query: string, ...values: ReadonlyArray<unknown>) =>
  withDatabase((database) => database.prepare(query).run(values));

/** As if the provider had reported a pound too little, and nothing else yet. */
function reviewPayment(number: number): void {
  const order = "(SELECT id FROM orders WHERE number = ?)";
  const payment = `(SELECT provider_payment_id FROM payments WHERE order_id = ${order})`;
  change(
    `UPDATE payment_events SET event_id = 'wrong', amount_minor = amount_minor - 100 WHERE payment_id = ${payment}`,
    number,
  );
  change("UPDATE orders SET status = 'payment-review', paid_at = NULL WHERE number = ?", number);
}

const askAgain = (page: Page) => page.getByRole("button", { name: "Ask the provider again" }).click();

test("a payment under review waits while the provider is silent, and goes on once it says the right sum", () =>
  asOwner("one@example.com", async (page, number) => {
    reviewPayment(number);
    change(
      "UPDATE payments SET provider = 'silent' WHERE order_id IN (SELECT id FROM orders WHERE number = ?)",
      number,
    );
    await page.reload();
    const panel = page.getByRole("region", { name: "Payment under review" });
    await panel.getByText("The customer paid less than the order costs.").waitFor();
    await panel.getByRole("link", { name: "Cancel and refund…" }).click();
    await page.getByText(/£[\d.]+ is refunded to the original payment method/).waitFor();
    await page.goBack();
    await askAgain(page);
    await page.getByText("The payment provider does not answer.").waitFor();
    expect(ask("SELECT status FROM orders WHERE number = ?", number)).toBe("payment-review");

    change(
      "UPDATE payments SET provider = 'embedded' WHERE order_id IN (SELECT id FROM orders WHERE number = ?)",
      number,
    );
    await askAgain(page);
    await page.getByText(`The payment of order ${number} is no longer under review.`).waitFor();
    await page.getByRole("button", { name: "Mark as packed" }).waitFor();
    await page.getByText("Payment provider asked again").first().waitFor();
  }));

function send(number: number): void {
  change("UPDATE orders SET status = 'shipped' WHERE number = ?", number);
  change(
    `INSERT INTO order_history (order_id, from_status, to_status, reason, actor, created_at)
      SELECT id, 'paid', 'shipped', 'own', 'owner', placed_at FROM orders WHERE number = ?`,
    number,
  );
}

test("a delivery that was marked by mistake is taken back from the green line, and from the other steps", () =>
  asOwner("two@example.com", async (page, number) => {
    send(number);
    await page.reload();
    await page.getByRole("button", { name: "Mark as delivered" }).click();
    await page.getByText(`Order ${number} is delivered.`).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText(`Order ${number} is on its way again.`).waitFor();
    await page.getByRole("button", { name: "Mark as delivered" }).click();
    await page.getByText("Other steps").click();
    await page.getByRole("button", { name: "Not delivered yet" }).click();
    await page.getByText(`Order ${number} is on its way again.`).waitFor();
    await page.getByText("Delivery taken back").first().waitFor();
  }));

test("a refund says for each item where it goes, and what the customer reads", () =>
  asOwner("three@example.com", async (page, number) => {
    send(number);
    await page.goto(`${shop.origin}/desk/orders/${number}/refund`);
    await page.getByLabel(/^How many of/).selectOption("1");
    await page.getByRole("radio", { name: "Back on the shelf", exact: true }).check();
    await page.getByRole("button", { name: "Check the refund" }).click();
    await page.getByText("Choose a reason").first().waitFor();
    expect(await page.getByRole("radio", { name: "Back on the shelf", exact: true }).isChecked()).toBe(true);
    await page.getByLabel("Why").selectOption({ label: "It arrived damaged" });
    await page.getByLabel(/^A sentence for/).fill("Sorry about the chipped edge.");
    await page.getByRole("button", { name: "Check the refund" }).click();
    await page.getByText(/^Back on the shelf: 1 ×/).waitFor();
    await page.getByText("You chose “It arrived damaged”, but these go back on the shelf").waitFor();
    await page.getByRole("button", { name: "Change something" }).click();
    expect(await page.getByLabel(/^How many of/).inputValue()).toBe("1");
    expect(await page.getByLabel("Why").inputValue()).toBe("damaged");
    expect(await page.getByRole("radio", { name: "Back on the shelf", exact: true }).isChecked()).toBe(true);
    expect(await page.getByLabel(/^A sentence for/).inputValue()).toBe("Sorry about the chipped edge.");
    await page.getByRole("button", { name: "Check the refund" }).click();
    await page.getByText("Sorry about the chipped edge.").waitFor();
    await page.getByRole("button", { name: /^Refund £/ }).click();
    await page.getByText(new RegExp(`^£[\\d.]+ of order ${number} is on its way to the customer`)).waitFor();
    await page
      .getByText(/^£[\d.]+ refunded$/)
      .first()
      .waitFor();
    const stored =
      "SELECT 1 FROM refunds JOIN refund_lines ON refund_id = refunds.id WHERE is_restocked = 1 AND customer_words LIKE 'Sorry about%'";
    await until(() => ask(stored));
  }));

test("a refund of what is not sent yet says that it will not be sent, and so does the order", () =>
  asOwner("five@example.com", async (page, number) => {
    await page.goto(`${shop.origin}/desk/orders/${number}/refund`);
    await page.getByLabel(/^How many of/).selectOption("1");
    await page.getByLabel("Why").selectOption({ label: "The customer changed their mind" });
    await page.getByRole("button", { name: "Check the refund" }).click();
    await page.getByText(/^1 × .+ is not sent yet\. It will not be sent\.$/).waitFor();
    expect(await page.getByText("You chose “").count()).toBe(0);
    await page.getByRole("button", { name: /^Refund £/ }).click();
    await page.getByText("1 to send, 1 refunded").waitFor();
    expect(ask("SELECT reason FROM refunds ORDER BY created_at DESC LIMIT 1")).toBe("I changed my mind");
  }));

test("slips are printed without the picking list too", () =>
  asOwner("four@example.com", async (page, number) => {
    const other = await buy();
    await page.goto(`${shop.origin}/desk/orders/slips?n${number}=on&n${other}=on`);
    const list = page.getByRole("heading", { name: /^Picking list/ });
    await list.waitFor();
    await page.getByRole("link", { name: "Without the picking list" }).click();
    await page.getByRole("link", { name: "With the picking list" }).waitFor();
    expect(await list.count()).toBe(0);
    for (const each of [number, other])
      expect(await page.locator("main").innerText()).toContain(String(each));
    await page.getByRole("link", { name: "With the picking list" }).click();
    await list.waitFor();
  }));
