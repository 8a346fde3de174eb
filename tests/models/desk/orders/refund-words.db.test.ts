/** What a refund at the desk says of each item, and to the customer. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import {
  giveGoodwillAtDesk,
  previewRefund,
  refundAtDesk,
} from "#app/models/desk/orders/money-steps.server.ts";
import { findFulfilmentHistory } from "#app/models/order/fulfilment.server.ts";
import { pseudonymiseOldOrders } from "#app/models/order/pseudonymise.server.ts";
import { NOW } from "#tests/support/now.ts";
import { stockOf } from "#tests/support/people/checkout.ts";
import { later, person } from "#tests/support/people/desk/desk.ts";
import { logRows, numbered } from "#tests/support/people/desk/desk-orders.ts";
import { sentOrderEmails } from "#tests/support/people/desk/order-emails.ts";
import { outcomeOf } from "#tests/support/people/desk/outcomes.ts";
import { paidFreeItems } from "#tests/support/people/free-items.ts";
import { deliveredOrder } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const BOTH = { units: [2, 1], delivery: false };

async function refundOf(number: number) {
  const preview = await previewRefund(number, BOTH);
  const shownMinor = preview.ok ? preview.value.given.amount.minor : 0;
  return { number, refund: BOTH, reason: "It arrived damaged", shownMinor, key: "k" };
}

const refundEmails = async () =>
  (await sentOrderEmails()).filter(({ subject }) => subject.startsWith("Refund of"));

test("each item goes back in stock or not, as chosen for it, and the log says so", async () => {
  const { number, first, second } = await numbered(deliveredOrder());
  const stock = async () => [(await stockOf(first)).on_hand, (await stockOf(second)).on_hand];
  const [ofFirst = 0, ofSecond = 0] = await stock();

  const refund = { ...(await refundOf(number)), isRestocked: [true, false] };
  expect(await outcomeOf(refundAtDesk(refund, await person("owner")))).toBe("done");

  expect(await stock()).toEqual([ofFirst + 2, ofSecond]);
  const rows = await db().selectFrom("refund_lines").selectAll().orderBy("quantity", "desc").execute();
  expect(rows.map(({ is_restocked }) => is_restocked)).toEqual([1, 0]);
  const [row] = await logRows("order-refunded");
  expect(row?.changes).toEqual({ stock: ["", expect.stringMatching(/^\S+ back, \S+ not$/)] });
});

test("the sentence stands in the email without its web addresses and markup, and not in the log", async () => {
  const { number } = await numbered(deliveredOrder());
  const words = "Keep it, Ada.\nSee https://evil.example/claim <b>now</b> " + "x".repeat(300);

  await refundAtDesk({ ...(await refundOf(number)), isRestocked: false, words }, await person("owner"));

  const [mail] = await refundEmails();
  const text = mail?.text.replaceAll(/\s+/g, " ") ?? "";
  expect(text).toContain("Keep it, Ada. See (web address removed) <b>now</b> xxx");
  expect(text).not.toContain("x".repeat(200));
  expect(mail?.html).not.toMatch(/evil\.example|<b>now/);
  const log = JSON.stringify(await db().selectFrom("desk_log").select(["changes", "reason"]).execute());
  expect(log).not.toContain("Ada");
  expect(log).toContain("with a sentence");
});

test("a sum without items has its sentence too, and it goes once the customer is forgotten", async () => {
  const { number } = await numbered(deliveredOrder());
  const gift = { number, minor: 500, reason: "Goodwill", words: "Sorry, Ada.", key: "g" };
  expect(await outcomeOf(giveGoodwillAtDesk(gift, await person("owner")))).toBe("done");

  const [mail] = await refundEmails();
  expect(mail?.text).toContain("Sorry, Ada.");
  await pseudonymiseOldOrders(later(1).toISOString(), NOW);
  const rows = await db().selectFrom("refunds").select("customer_words").execute();
  expect(rows).toEqual([{ customer_words: "" }]);
});

test.each([
  ["one line", { units: [3, 0], delivery: false }],
  ["all items", { units: [3, 1], delivery: false }],
])("%s that a credit paid: a second press of the same form hears that it is done", async (_, refund) => {
  const { number, orderId } = await numbered(paidFreeItems());
  const owner = await person("owner");
  const form = { number, refund, isRestocked: true, reason: "Sold out", shownMinor: 0, key: "k" };

  expect(await refundAtDesk(form, owner)).toMatchObject({ value: { isNew: true, amount: { minor: 0 } } });
  expect(await refundAtDesk(form, owner)).toMatchObject({ value: { isNew: false, amount: { minor: 0 } } });
  // As the page sends it that takes all that is left.
  const rest = { units: [0, 0], delivery: false };
  expect(await refundAtDesk({ ...form, refund: rest }, owner)).toMatchObject({ value: { isNew: false } });

  const { lines } = await findFulfilmentHistory(orderId);
  expect(lines.map(({ unsent }) => unsent)).toEqual(refund.units);
  expect(await logRows("order-refunded")).toHaveLength(1);
});

test("items that are still in the order are not called taken out", async () => {
  const { number } = await numbered(paidFreeItems());
  const form = { number, isRestocked: true, reason: "Sold out", shownMinor: 0, key: "k" };
  const refunded = (units: ReadonlyArray<number>) =>
    outcomeOf(refundAtDesk({ ...form, refund: { units, delivery: false } }, owner));
  const owner = await person("owner");

  expect(await refunded([0, 0])).toBe("refund-nothing");
  expect(await refunded([9, 0])).toBe("refund-units");
  expect(await refunded([3, 0])).toBe("done");
  expect(await refunded([3, 2])).toBe("refund-units");
});
