/** Payments under review, mistaken deliveries, refunds item by item and slips at the desk, on a phone without scripts. */
import type { Page } from "playwright";
import { expect, test } from "vitest";

import { deskWalk } from "#tests/support/shops/desk-walk.ts";
import { send } from "#tests/support/people/steps.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const shop = useShop();

const { ask, write, until, buy, atDesk } = deskWalk(shop);

type Walk = (page: Page, number: number) => Promise<void>;

async function asOwner(email: string, walk: Walk): Promise<void> {
  const number = await buy();
  const page = await atDesk("off", { email });
  await page.goto(`${shop.origin}/desk/orders/${number}`);
  await walk(page, number);
}

/** As if the provider had reported a pound too little, and nothing else yet. */
function reviewPayment(number: number): void {
  const order = "(SELECT id FROM orders WHERE number = ?)";
  const payment = `(SELECT provider_payment_id FROM payments WHERE order_id = ${order})`;
  write(
    `UPDATE payment_events SET event_id = 'wrong', amount_minor = amount_minor - 100 WHERE payment_id = ${payment}`,
    number,
  );
  write("UPDATE orders SET status = 'payment-review', paid_at = NULL WHERE number = ?", number);
}

const askAgain = (page: Page) => page.getByRole("button", { name: "Ask the provider again" }).click();

test("a payment under review waits while the provider is silent, and goes on once it says the right sum", () =>
  asOwner("one@example.com", async (page, number) => {
    reviewPayment(number);
    write(
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

    write(
      "UPDATE payments SET provider = 'embedded' WHERE order_id IN (SELECT id FROM orders WHERE number = ?)",
      number,
    );
    await askAgain(page);
    await page.getByText(`The payment of order ${number} is no longer under review.`).waitFor();
    await page.getByRole("button", { name: "Mark as packed" }).waitFor();
    await page.getByText("Payment provider asked again").first().waitFor();
  }));

function markSent(number: number): void {
  write("UPDATE orders SET status = 'shipped' WHERE number = ?", number);
  write(
    `INSERT INTO order_history (order_id, from_status, to_status, reason, actor, created_at)
      SELECT id, 'paid', 'shipped', 'own', 'owner', placed_at FROM orders WHERE number = ?`,
    number,
  );
}

test("a delivery that was marked by mistake is taken back from the green line, and from the other steps", () =>
  asOwner("two@example.com", async (page, number) => {
    markSent(number);
    await page.reload();
    await send(page, "Mark as delivered", `Order ${number} is delivered.`);
    await send(page, "Undo", `Order ${number} is on its way again.`);
    await page.getByRole("button", { name: "Mark as delivered" }).click();
    await page.getByText("Other steps").click();
    await send(page, "Not delivered yet", `Order ${number} is on its way again.`);
    await page.getByText("Delivery taken back").first().waitFor();
  }));

test("a refund says for each item where it goes, and what the customer reads", () =>
  asOwner("three@example.com", async (page, number) => {
    markSent(number);
    await page.goto(`${shop.origin}/desk/orders/${number}/refund`);
    await page.getByLabel(/^How many of/).selectOption("1");
    await page.getByRole("radio", { name: "Back on the shelf", exact: true }).check();
    await send(page, "Check the refund", "Choose a reason");
    expect(await page.getByRole("radio", { name: "Back on the shelf", exact: true }).isChecked()).toBe(true);
    await page.getByLabel("Why").selectOption({ label: "It arrived damaged" });
    await page.getByLabel(/^A sentence for/).fill("Sorry about the chipped edge.");
    await send(page, "Check the refund", /^Back on the shelf: 1 ×/);
    await page.getByText("You chose “It arrived damaged”, but these go back on the shelf").waitFor();
    await page.getByRole("button", { name: "Change something" }).click();
    expect(await page.getByLabel(/^How many of/).inputValue()).toBe("1");
    expect(await page.getByLabel("Why").inputValue()).toBe("damaged");
    expect(await page.getByRole("radio", { name: "Back on the shelf", exact: true }).isChecked()).toBe(true);
    expect(await page.getByLabel(/^A sentence for/).inputValue()).toBe("Sorry about the chipped edge.");
    await send(page, "Check the refund", "Sorry about the chipped edge.");
    await page.getByRole("button", { name: /^Refund £/ }).click();
    await page.getByText(new RegExp(`^£[\\d.]+ of order ${number} is on its way to the customer`)).waitFor();
    const stored =
      "SELECT 1 FROM refunds JOIN refund_lines ON refund_id = refunds.id WHERE is_restocked = 1 AND customer_words LIKE 'Sorry about%' AND processed_at IS NOT NULL";
    await until(() => ask(stored));
    // The page that followed the button was drawn before, or after, the provider had answered.
    await page.goto(`${shop.origin}/desk/orders/${number}`);
    await page
      .getByText(/^£[\d.]+ refunded$/)
      .first()
      .waitFor();
  }));

test("a refund of what is not sent yet says that it will not be sent, and so does the order", () =>
  asOwner("five@example.com", async (page, number) => {
    await page.goto(`${shop.origin}/desk/orders/${number}/refund`);
    await page.getByLabel(/^How many of/).selectOption("1");
    await page.getByLabel("Why").selectOption({ label: "The customer changed their mind" });
    await send(page, "Check the refund", /^1 × .+ is not sent yet\. It will not be sent\.$/);
    expect(await page.getByText("You chose “").count()).toBe(0);
    await send(page, /^Refund £/, "1 to send, 1 refunded");
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
