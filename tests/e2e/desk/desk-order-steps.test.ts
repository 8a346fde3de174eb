/** Rarer steps on an order at the desk, on a phone without scripts: ticks, another address, an email again, wear. */
import type { Page } from "playwright";
import { expect, test } from "vitest";

import { send, sendInVain } from "#tests/support/people/steps.ts";
import { deskWalk } from "#tests/support/shops/desk-walk.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const shop = useShop();

const { withDatabase, ask, write, until, buy, atDesk } = deskWalk(shop);

async function otherSteps(page: Page, link: string): Promise<void> {
  await page.locator("summary", { hasText: "Other steps" }).click();
  await page.getByRole("link", { name: link }).click();
}

async function tickTheFirstLine(page: Page): Promise<void> {
  const tick = page.getByRole("button", { name: /is in the parcel$/ });
  await tick.click();
  await page.getByText("In the parcel, by Martha Pryce").waitFor();
  expect(await tick.getAttribute("aria-pressed")).toBe("true");
}

async function changeAddress(page: Page, number: number): Promise<void> {
  await otherSteps(page, "Change the delivery address…");
  await page.getByLabel("Address line 1").fill("2 Quay Street");
  await page.getByLabel("Town or city").fill("Belfast");
  await page.getByLabel("Postcode").fill("BT1");
  await sendInVain(page, "Change address", /^Postcode: Enter a full UK postcode/);
  expect(await page.getByLabel("Address line 1").inputValue()).toBe("2 Quay Street");
  await page.getByLabel("Postcode").fill("BT1 5GS");
  await send(page, "Change address", "Delivery there costs £2.00 more. The customer is not charged for it.");
  await send(page, "Change it all the same", `Order ${number} goes to the new address.`);
  expect(await page.locator("section", { hasText: "Deliver to" }).innerText()).toContain("2 Quay Street");
}

async function sendOnceMore(page: Page): Promise<void> {
  await otherSteps(page, "Send an email once more…");
  await send(page, "Send again Order confirmation", "The email is on its way once more.");
  await otherSteps(page, "Send an email once more…");
  await send(page, "Send again Order confirmation", "was sent once more a few minutes ago");
}

test("an owner ticks, changes the address and sends an email once more", async () => {
  const number = await buy();
  const page = await atDesk("off");
  await page.goto(`${shop.origin}/desk/orders/${number}`);
  await tickTheFirstLine(page);
  await changeAddress(page, number);
  await sendOnceMore(page);
  await page.getByText("In the parcel, by Martha Pryce").waitFor();
  await page.goto(`${shop.origin}/desk/orders/slips?n${number}=on`);
  expect(await page.locator("main").innerText()).toContain("2 Quay Street");
  await page.goto(`${shop.origin}/desk/orders/${number}`);
  await page.getByRole("button", { name: "Mark as packed" }).click();
  await page.getByRole("link", { name: "Other steps" }).click();
  await page.getByRole("group").getByRole("button", { name: "Mark as not packed" }).click();
  await page.getByText(`Order ${number} is not packed any more.`).waitFor();
  // A browser takes the fragment of the form's address along, and would open the page past its green line.
  expect(new URL(page.url()).hash).toBe("");
  expect(await page.locator("main form[method=post]:not([action])").count()).toBe(0);
  const jobs = "SELECT count(*) FROM jobs WHERE status = 'done' AND key LIKE 'order-%again:%'";
  await until(() => (ask(jobs) === 1 ? 1 : null));
});

const setDelivered = (number: number) =>
  write("UPDATE orders SET status = 'delivered' WHERE number = ?", number);

/** One unit of the order is on its way back. */
function returnOne(number: number): string {
  setDelivered(number);
  withDatabase((database) => {
    const run = (query: string) => database.prepare(query).run([number]);
    run(`INSERT INTO order_returns (id, order_id, number, request_key, status, note, actor, requested_at)
      SELECT 'return_1', id, 'R1-1', 'k', 'requested', '', 'customer', placed_at FROM orders WHERE number = ?`);
    run(`INSERT INTO order_return_lines (return_id, order_line_id, quantity, reason)
      SELECT 'return_1', order_lines.id, 1, 'changed-mind' FROM order_lines
      JOIN orders ON orders.id = order_lines.order_id WHERE number = ?`);
  });
  return "/desk/returns/R1-1";
}

/** As if delivery had cost so much; the other sums of the order stay. */
function setDelivery(number: number, minor: number): void {
  write("UPDATE orders SET totals = json_set(totals, '$.delivery.minor', ?) WHERE number = ?", minor, number);
}

/** The parcel has come, not yet, and has come after all. */
async function noteArrival(page: Page): Promise<void> {
  const address = page.url();
  await send(page, "It has arrived", /, noted by Tom Pryce$/);
  await page.getByText("Refund by", { exact: true }).waitFor();
  await page.getByRole("button", { name: "It has not arrived" }).click();
  await page.getByText("Asked for", { exact: true }).first().waitFor();
  expect(await page.getByText("Refund by", { exact: true }).count()).toBe(0);
  await page.getByRole("button", { name: "It has arrived" }).click();
  await page.goto(`${shop.origin}/desk/returns?view=arrived`);
  await page.getByRole("link", { name: "R1-1" }).waitFor();
  await page.goto(`${shop.origin}/desk`);
  await page.getByText(/^1 has arrived, refund by /).waitFor();
  await page.goto(address);
}

test("a packer opens a return for a customer who has called", async () => {
  const number = await buy();
  setDelivered(number);
  const page = await atDesk("off", { email: "ida@example.com", name: "Ida Marsh", role: "packer" });
  await page.goto(`${shop.origin}/desk/returns`);
  await page.getByRole("link", { name: "Open a return for an order" }).click();
  await page.getByLabel("Order number").fill("1");
  await page.getByRole("button", { name: "Go on" }).click();
  await page.locator("#order-error").waitFor();
  await page.getByLabel("Order number").fill(String(number));
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByLabel("What they said").fill("A wheel is loose");
  await page.getByRole("button", { name: "Open the return" }).click();
  await page.getByText("There is a problem").waitFor();
  expect(await page.getByLabel("What they said").inputValue()).toBe("A wheel is loose");
  await page.getByLabel("Comes back").first().selectOption("1");
  await page.getByRole("button", { name: "Open the return" }).click();
  await page.locator("#reason-0-error").waitFor();
  await page.getByLabel("Why").first().selectOption("faulty");
  await send(page, "Open the return", "It is faulty or has broken");
  await page.getByText("A wheel is loose").waitFor();
  await page.goto(`${shop.origin}/desk/orders/${number}`);
  await page.getByRole("link", { name: /^Return R\d+-1$/ }).click();
  await page.getByRole("button", { name: "It has arrived" }).waitFor();
});

test("an owner deducts for wear, after the exact sum was shown", async () => {
  const number = await buy();
  const page = await atDesk("off", { email: "tom@example.com", name: "Tom Pryce" });
  const address = `${shop.origin}${returnOne(number)}`;
  setDelivery(number, 495);
  await page.goto(address);
  await noteArrival(page);
  await page.getByText("Not due: only a part of the order comes back.").waitFor();
  expect(await page.getByLabel("Refund delivery too").isChecked()).toBe(false);
  const mailto = await page.getByRole("link", { name: /^Write to / }).getAttribute("href");
  expect(mailto).toMatch(/^mailto:[^?]+@[^?]+\?subject=Return%20R1-1$/);
  setDelivery(number, 0);
  await page.getByRole("radio", { name: "Not back on the shelf" }).check();
  await page.getByText("Deduct for wear").click();
  await page.getByLabel("Deduct").fill("4");
  await sendInVain(page, "Accept and refund", "What is worn: Say what is worn");
  await page.getByRole("textbox", { name: "What is worn" }).fill("Wheels scratched");
  await page.getByRole("button", { name: "Accept and refund" }).click();
  await page.getByRole("heading", { level: 2, name: /^Refund £[\d.]+\?$/ }).waitFor();
  expect(ask("SELECT count(*) FROM refunds")).toBe(0);
  await send(page, /^Accept and refund £/, "is on its way");
  const refunded =
    "SELECT amount_minor + wear_minor FROM refunds WHERE wear_minor = 400 AND status = 'completed'";
  const unit =
    "SELECT unit_price_minor FROM order_lines JOIN orders ON orders.id = order_id WHERE number = ?";
  expect(await until(() => ask(refunded))).toBe(ask(unit, number));
});
