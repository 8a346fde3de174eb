/** The addresses of orders from before they had a key, and how orders are found by it. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { emailKey } from "#app/models/email/address.ts";
import { findCustomers } from "#app/models/desk/customer-find.server.ts";
import { attachOrders } from "#app/models/order/customer-order.server.ts";
import { fillEmailKeys, isOrderOfAddress } from "#app/models/order/email-keys.server.ts";
import { pseudonymiseOldOrders } from "#app/models/order/pseudonymise.server.ts";
import { listQueries } from "#tests/support/checks/count-queries.ts";
import { planOf } from "#tests/support/checks/query-plan.ts";
import { NOW } from "#tests/support/now.ts";
import { parcelVariant, placedOrder } from "#tests/support/people/checkout.ts";
import { newCustomer } from "#tests/support/people/customer.ts";
import { paidOrder } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const ADDRESSES = [
  "Hannah@Example.com",
  "i@EXAMPLE.com",
  "ÉLODIE@Example.com",
  "\u0065\u0301lodie@example.com",
  "ΓΙΏΡΓΟΣ@παράδειγμα.gr",
  "İlker@example.com",
  "o'brien@example.com",
];

/** Copies of one order, each with an address of its own. */
async function ordersFrom(emails: ReadonlyArray<string>): Promise<void> {
  const { orderId } = await placedOrder({ [await parcelVariant(5)]: 1 });
  const row = await db().selectFrom("orders").selectAll().where("id", "=", orderId).executeTakeFirstOrThrow();
  const copies = emails.map((email, index) => ({
    ...{ ...row, id: `${row.id}-${index}`, number: row.number + 1 + index, status: "cancelled", email },
    ...{ attempt_id: `${row.attempt_id}-${index}`, email_key: emailKey(email) },
  }));
  await db().insertInto("orders").values(copies).execute();
}

const keys = async () => {
  const rows = await db().selectFrom("orders").select(["id", "email", "email_key"]).orderBy("id").execute();
  return rows.map(({ email, email_key: key }) => [email, key]);
};

test("the orders of an address are found by its index, however many guests have ordered", async () => {
  await paidOrder();
  const customer = await newCustomer();
  const texts = await listQueries(async () => {
    await attachOrders(customer.id, NOW);
    await findCustomers("Hannah", 5);
  });
  const reading = texts.filter((text) => text.includes('"email_key" in'));

  expect(reading).toHaveLength(2);
  for (const text of reading) {
    const plan = await planOf(text);
    expect(plan).toMatch(/\borders_email_key\b/);
    expect(plan).not.toMatch(/\b(?:Seq Scan|SCAN orders)\b/);
  }
});

test("more orders than a round takes are filled in by the next ones", async () => {
  await ordersFrom(Array.from({ length: 1_200 }, (_, index) => `É${index}@example.com`));
  await db().updateTable("orders").set({ email_key: "" }).execute();

  await fillEmailKeys();

  expect((await keys()).every(([email, key]) => key === emailKey(email ?? ""))).toBe(true);
});

test("an order whose address a build without keys has removed loses its key too", async () => {
  await placedOrder({ [await parcelVariant(5)]: 1 });
  await db().updateTable("orders").set({ email: "removed@customer.invalid" }).execute();

  await pseudonymiseOldOrders(NOW.toISOString(), NOW);

  expect(await keys()).toEqual([["removed@customer.invalid", "removed@customer.invalid"]]);
});

test("an order has its key from the moment it is placed, and it goes with the address", async () => {
  await placedOrder({ [await parcelVariant(5)]: 1 });
  expect(await keys()).toEqual([["hannah@example.com", "hannah@example.com"]]);
  await pseudonymiseOldOrders(NOW.toISOString(), NOW);

  expect(await keys()).toEqual([["removed@customer.invalid", "removed@customer.invalid"]]);
});

test("an order of an old database is found at once, and has the key of the shop after the next round", async () => {
  await ordersFrom(ADDRESSES);
  const before = await keys();

  await db().updateTable("orders").set({ email_key: "" }).execute();

  const found = await db()
    .selectFrom("orders")
    .select("email")
    .where(isOrderOfAddress(["i@example.com", "o'brien@example.com"]))
    .orderBy("email")
    .execute();
  expect(found.map(({ email }) => email)).toEqual(["i@EXAMPLE.com", "o'brien@example.com"]);
  await fillEmailKeys();
  expect(await keys()).toEqual(before);
  expect(before).toEqual(before.map(([email]) => [email, emailKey(email ?? "")]));
});
