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
import { isSubscribed } from "#app/models/newsletter/subscription.server.ts";
import { subscribe } from "#app/models/newsletter/consent.server.ts";
import { NOW } from "#tests/support/now.ts";
import { customerWithBrowser, newCustomer } from "#tests/support/people/customer.ts";
import { actorAt, deskPerson } from "#tests/support/people/desk/desk.ts";
import { deskActions } from "#tests/support/people/desk/desk-orders.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

type Role = "owner" | "packer" | "editor" | "reader";
const person = async (role: Role) => actorAt((await deskPerson(role)).token);

test("a link for a new password goes to the account, and every browser is logged out", async () => {
  const { customer } = await customerWithBrowser();
  const packer = await person("packer");

  expect(await helpCustomerAtDesk(customer.id, "password-link", packer)).toMatchObject({ ok: true });
  expect(await helpCustomerAtDesk(customer.id, "log-out", packer)).toMatchObject({ ok: true });

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

  const done = await Promise.all([
    helpCustomerAtDesk(customer.id, "unsubscribe", owner),
    helpCustomerAtDesk(customer.id, "unsubscribe", packer),
  ]);

  expect(done.filter(({ ok }) => ok).length).toBeGreaterThan(0);
  expect(await isSubscribed(customer.email)).toBe(false);
});

test("a note that is sent twice at once is written once, is in the customer's data, and goes with the account", async () => {
  const customer = await newCustomer({ email: "hannah@example.com" });
  const owner = await person("owner");
  const note = { body: "Hannah prefers a call.", key: "note_1" };

  const done = await Promise.all([1, 2].map(() => writeCustomerNote(customer.id, note, owner)));

  expect(done.filter((each) => each.ok && each.value.isChanged)).toHaveLength(1);
  const [packer, editor] = [await person("packer"), await person("editor")];
  expect(await writeCustomerNote(customer.id, { ...note, key: "note_2" }, packer)).toMatchObject({
    ok: true,
  });
  expect(await writeCustomerNote(customer.id, { ...note, key: "note_3" }, editor)).toMatchObject({
    code: "desk-not-allowed",
  });
  const shown = (await findDeskCustomer(customer.id, NOW))?.notes ?? [];
  expect(shown.map(({ order, by, body }) => [order, by, body])).toEqual([
    [null, "The packer", "Hannah prefers a call."],
    [null, "The owner", "Hannah prefers a call."],
  ]);
  const data = await exportCustomerAtDesk(customer.id, owner);
  expect(data.ok && data.value.tables["customer_notes"]).toHaveLength(2);
  expect(await deskActions(customer.id)).toEqual(["note-written", "note-written", "customer-exported"]);
  await removeCustomerAtDesk(customer.id, owner);
  expect(await db().selectFrom("customer_notes").selectAll().execute()).toEqual([]);
});

test("the data of a customer is exported by an owner, and the log names nobody", async () => {
  const customer = await newCustomer({ email: "hannah@example.com" });
  const done = await exportCustomerAtDesk(customer.id, await person("owner"));

  expect(done.ok && done.value.tables["customers"]).toMatchObject([{ email: "hannah@example.com" }]);
  expect(await deskActions(customer.id)).toEqual(["customer-exported"]);
  const log = await db().selectFrom("desk_log").selectAll().where("subject_kind", "=", "customer").execute();
  expect(JSON.stringify(log)).not.toMatch(/hannah|Grace|Okafor/);
});

test("an account is deleted once by two owners at once, and the log stays", async () => {
  const customer = await newCustomer();
  const owner = await person("owner");
  const other = await actorAt((await deskPerson("owner", "other@example.com")).token);

  const done = await Promise.all([
    removeCustomerAtDesk(customer.id, owner),
    removeCustomerAtDesk(customer.id, other),
  ]);

  expect(done.filter(({ ok }) => ok)).toHaveLength(1);
  expect(done.filter((each) => !each.ok && each.code === "NOT_FOUND")).toHaveLength(1);
  expect(await findDeskCustomer(customer.id, NOW)).toBeNull();
  expect(await deskActions(customer.id)).toEqual(["customer-removed"]);
});

test.each([
  ["packer", "done desk-not-allowed desk-not-allowed"],
  ["editor", "desk-not-allowed desk-not-allowed desk-not-allowed"],
  ["reader", "desk-not-allowed desk-not-allowed desk-not-allowed"],
] as const)("the model lets the role %s do exactly what was agreed", async (role, expected) => {
  const customer = await newCustomer();
  const actor = await person(role);
  const done = [
    await helpCustomerAtDesk(customer.id, "log-out", actor),
    await exportCustomerAtDesk(customer.id, actor),
    await removeCustomerAtDesk(customer.id, actor),
  ];

  expect(done.map((each) => (each.ok ? "done" : each.code)).join(" ")).toBe(expected);
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
