import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { listSessions } from "#app/models/customer/session.server.ts";
import { findDeskCustomer, listDeskCustomers } from "#app/models/desk/customer-list.server.ts";
import {
  exportCustomerAtDesk,
  helpCustomerAtDesk,
  removeCustomerAtDesk,
  writeCustomerNote,
} from "#app/models/desk/customer-steps.server.ts";
import type { DeskPerson } from "#app/models/desk/orders/order-steps.server.ts";
import { isSubscribed } from "#app/models/newsletter/subscription.server.ts";
import { subscribe } from "#app/models/newsletter/consent.server.ts";
import { NOW } from "#tests/support/now.ts";
import { customerWithBrowser, newCustomer } from "#tests/support/people/customer.ts";
import { person } from "#tests/support/people/desk/desk.ts";
import { deskActions } from "#tests/support/people/desk/desk-orders.ts";
import { atOnce, outcomeOf } from "#tests/support/people/desk/outcomes.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

test("a link for a new password goes to the account, and every browser is logged out", async () => {
  const { customer } = await customerWithBrowser();
  const packer = await person("packer");

  for (const help of ["password-link", "log-out"] as const)
    expect(await outcomeOf(helpCustomerAtDesk(customer.id, help, packer))).toBe("done");

  const jobs = await db().selectFrom("jobs").select("payload").where("kind", "=", "account-email").execute();
  expect(jobs.map(({ payload }) => payload).join()).toContain(customer.id);
  expect(await listSessions(customer.id, new Date())).toEqual([]);
  expect(await deskActions(customer.id)).toEqual(["customer-password-link", "customer-logged-out"]);
});

test("two people who unsubscribe an address at once end the newsletter", async () => {
  const customer = await newCustomer({ email: "hannah@example.com" });
  const at = NOW.toISOString();
  await subscribe({ email: customer.email, topics: ["news"], source: "account", at }, NOW);
  const [owner, packer] = [await person("owner"), await person("packer")];

  const done = await atOnce(
    helpCustomerAtDesk(customer.id, "unsubscribe", owner),
    helpCustomerAtDesk(customer.id, "unsubscribe", packer),
  );

  expect(done).toContain("done");
  expect(await isSubscribed(customer.email)).toBe(false);
});

test("a note that is sent twice at once is written once, is in the customer's data but not in the log, and goes with the account", async () => {
  const customer = await newCustomer({ email: "hannah@example.com" });
  const owner = await person("owner");
  const write = (key: string, by: DeskPerson) =>
    writeCustomerNote(customer.id, { body: "Hannah prefers a call.", key }, by);

  expect(await atOnce(write("note_1", owner), write("note_1", owner))).toEqual(["done", "unchanged"]);
  expect(await outcomeOf(write("note_2", await person("packer")))).toBe("done");
  const shown = (await findDeskCustomer(customer.id, NOW))?.notes ?? [];
  expect(shown.map(({ order, by, body }) => [order, by, body])).toEqual([
    [null, "The packer", "Hannah prefers a call."],
    [null, "The owner", "Hannah prefers a call."],
  ]);
  const data = await exportCustomerAtDesk(customer.id, owner);
  const tables = data.ok ? data.value.tables : {};
  expect(tables["customers"]).toMatchObject([{ email: "hannah@example.com" }]);
  expect(tables["customer_notes"]).toHaveLength(2);
  expect(await deskActions(customer.id)).toEqual(["note-written", "note-written", "customer-exported"]);
  const log = await db().selectFrom("desk_log").selectAll().where("subject_kind", "=", "customer").execute();
  expect(JSON.stringify(log)).not.toMatch(/hannah|Grace|Okafor/);
  await removeCustomerAtDesk(customer.id, owner);
  expect(await db().selectFrom("customer_notes").selectAll().execute()).toEqual([]);
});

test("an account is deleted once by two owners at once, and the log stays", async () => {
  const customer = await newCustomer();
  const owner = await person("owner");
  const other = await person("owner", "other@example.com");

  const done = await atOnce(
    removeCustomerAtDesk(customer.id, owner),
    removeCustomerAtDesk(customer.id, other),
  );

  expect(done).toEqual(["NOT_FOUND", "done"]);
  expect(await findDeskCustomer(customer.id, NOW)).toBeNull();
  expect(await deskActions(customer.id)).toEqual(["customer-removed"]);
});

test("pages of customers follow each other without a gap, also when somebody joins meanwhile", async () => {
  for (let count = 0; count < 52; count += 1)
    await newCustomer({ email: `page-${String(count).padStart(2, "0")}@example.com` });

  const first = await listDeskCustomers(null);
  await newCustomer({ email: "aaa@example.com" });
  const second = await listDeskCustomers(first.next);

  const seen = [...first.customers, ...second.customers].map(({ email }) => email);
  expect(seen.filter((email) => email.startsWith("page-"))).toHaveLength(52);
  expect(new Set(seen).size).toBe(seen.length);
  expect(second.next).toBeNull();
});
