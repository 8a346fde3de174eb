/** What the owner's commands ask of the shop: queues, customers, stock, exports. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { findStockHistory, setStock } from "#app/models/catalogue/inventory/stock.server.ts";
import { countVariants, exportProducts } from "#app/models/catalogue/product-export.server.ts";
import { findCustomers } from "#app/models/desk/customer-find.server.ts";
import { emailKinds, triesOf } from "#app/models/jobs/job.ts";
import { listJobs, queueState, retryDead, retryNow } from "#app/models/jobs/list.server.ts";
import { claimJob, enqueue } from "#app/models/jobs/outbox.server.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { fillEmailKeys } from "#app/models/order/email-keys.server.ts";
import { countOverdueOrders } from "#app/models/order/expire-pending-orders.server.ts";
import { countOrders, exportOrders } from "#app/models/order/export.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import type { ExportRow } from "#app/models/shared/csv-export.server.ts";
import { makeCustomer } from "#tests/support/people/customer/customer-mail.ts";
import { NOW } from "#tests/support/now.ts";
import { parcelVariant, placedOrder } from "#tests/support/people/checkout.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { changeRows, rowOf, rowsOf } from "#tests/support/shops/rows.ts";

useTestDatabase();

const OPEN = ["waiting", "running"] as const;
const DEAD = ["dead"] as const;
const later = (ms: number) => new Date(Date.now() + ms);
const HOUR_MS = 3_600_000;

async function deadEmail(key: string, kind: "order-confirmation" | "order-refund"): Promise<void> {
  await enqueue({ key, kind, payload: {} });
  const fails = { [kind]: async () => Promise.reject(new Error("no, ida@example.com")) };
  for (let tries = 1; tries <= triesOf(kind) + 2; tries += 1)
    await runDueJobs(fails, { now: () => later(tries * 7 * HOUR_MS) });
}

test("a dead email is listed with its error, and the admin can retry it from the beginning", async () => {
  await deadEmail("mail-1", "order-confirmation");
  const before = await listJobs({ statuses: DEAD, kinds: null, limit: 10 });

  const retried = await retryNow("mail-1", { kinds: emailKinds() }, new Date());
  const done: Array<string> = [];
  await runDueJobs({ "order-confirmation": async ({ key }) => void done.push(key) });
  const again = await retryNow(before[0]?.id ?? "", { kinds: null }, new Date());

  const tries = triesOf("order-confirmation");
  expect(before).toMatchObject([{ key: "mail-1", status: "dead", tries, lastError: "no, [address]" }]);
  expect([retried.outcome, again.outcome]).toEqual(["queued", "done"]);
  expect(done).toEqual(["mail-1"]);
});

test("a running job, another kind of job and an unknown job are not retried as emails", async () => {
  await enqueue({ key: "running", kind: "order-confirmation", payload: {} });
  await claimJob("somebody", new Date());
  await enqueue({ key: "webhook", kind: "payment-webhook", payload: {} });

  const asEmail = (name: string) => retryNow(name, { kinds: emailKinds() }, new Date());

  expect((await asEmail("running")).outcome).toBe("running");
  expect((await asEmail("webhook")).outcome).toBe("not-found");
  expect((await asEmail("nothing")).outcome).toBe("not-found");
  expect(await listJobs({ statuses: OPEN, kinds: emailKinds(), limit: 10 })).toMatchObject([
    { key: "running" },
  ]);
});

test("the state of the queue names dead refunds and late jobs, and all dead ones can be retried", async () => {
  await deadEmail("mail-1", "order-confirmation");
  await deadEmail("refund-1", "order-refund");
  const dueAt = later(-2 * HOUR_MS).toISOString();
  await enqueue({ key: "late", kind: "payment-webhook", payload: {}, runAt: dueAt });

  const state = await queueState(new Date());
  const emails = await retryDead(emailKinds(), new Date());
  const rest = await retryDead(null, new Date());

  expect(state).toEqual({ oldestDueAt: dueAt, dead: 2, deadRefunds: 1 });
  expect([emails, rest]).toEqual([1, 1]);
});

test("customers and guests are found by the beginnings of an address or name, or by an order's number", async () => {
  await makeCustomer();
  await placedOrder({ [await parcelVariant(3)]: 1 });
  const guest = { email: "Guest_1@Example.com", email_key: "guest_1@example.com" };
  await changeRows("orders", {}, { paid_at: NOW.toISOString(), ...guest });
  const { number } = await rowOf("orders");

  const found = async (query: string) => (await findCustomers(query, 20)).map(({ email }) => email);

  expect(await found("HANNAH@")).toEqual(["hannah@example.com"]);
  // The guest had it sent to somebody of that name.
  expect(await found("okafor")).toEqual(["guest_1@example.com", "hannah@example.com"]);
  expect(await found("guest_1")).toEqual(["guest_1@example.com"]);
  expect(await found(String(number))).toEqual(["guest_1@example.com"]);
  expect(await found("han oka")).toEqual(["guest_1@example.com", "hannah@example.com"]);
  expect(await found("han smith")).toEqual([]);
  const named = (await findCustomers("okafor", 20)).map(({ name, nameOnOrder }) => [name, nameOnOrder]);
  expect(named[0]).toEqual(["", "Hannah Okafor"]);
  // What a pattern would take for anything means itself.
  expect([await found("%%%"), await found("h_nnah"), await found("' or 1=1")]).toEqual([[], [], []]);
  expect(Object.keys((await findCustomers("hannah", 1))[0] ?? {}).sort()).toEqual(
    ["email", "id", "isVerified", "lastOrderAt", "name", "nameOnOrder", "orders", "since"].sort(),
  );
});

test("customers are found by names and addresses that begin with a capital of any alphabet", async () => {
  const { customer } = await makeCustomer({ email: "Østen@example.com" });
  const { id } = customer;
  await changeRows("customers", { id }, { first_name: "Émile", last_name: "Γεωργίου" });
  const found = async (text: string) => (await findCustomers(text, 20)).map((one) => one.id);

  for (const text of ["émi", "Émile", "γεωρ", "Γεωργίου", "øst", "émi γεω"])
    expect(await found(text)).toEqual([id]);
});

test("one guest who writes an address in two ways is one person", async () => {
  for (const email of ["Élodie@example.com", "élodie@example.com"]) {
    const { orderId } = await placedOrder({ [await parcelVariant(3)]: 1 });
    await changeRows("orders", { id: orderId }, { paid_at: NOW.toISOString(), email, email_key: "" });
  }
  await fillEmailKeys();

  expect((await findCustomers("okafor", 20)).map(({ email, orders: count }) => [email, count])).toEqual([
    ["élodie@example.com", 2],
  ]);
});

test("the stock history lists changes with their reasons, the newest first", async () => {
  const { sku } = await db().selectFrom("variants").select("sku").orderBy("id").executeTakeFirstOrThrow();
  const before = await findStockHistory(sku, 50);
  await setStock(sku, 77, { reason: "counted", now: new Date("2026-11-21T10:00:00.000Z") });

  const after = await findStockHistory(sku, 1);

  expect(after).toMatchObject({
    sku,
    onHand: 77,
    changes: [{ before: before?.onHand, after: 77, reason: "counted" }],
  });
  expect(after?.changes).toHaveLength(1);
  expect(await findStockHistory("HB-0000", 1)).toBeNull();
});

test("exports contain every variant and every order of the period, with amounts for accounting", async () => {
  const variant = await parcelVariant(9);
  for (let count = 0; count < 2; count += 1) await placedOrder({ [variant]: 2 });
  const all = { from: null, to: null };
  const past = { from: null, to: new Date(NOW.getTime() - HOUR_MS).toISOString() };

  const orders = await collect(exportOrders(all));
  const products = await collect(exportProducts());

  expect([orders.length, await countOrders(all), await countOrders(past)]).toEqual([2, 2, 0]);
  expect(await collect(exportOrders(past))).toEqual([]);
  expect(orders[0]).toMatchObject({
    status: "awaiting-payment",
    email: "hannah@example.com",
    currency: "GBP",
    ...{ invoice: "", "credit notes": "" },
  });
  const [{ total_minor: minor } = { total_minor: 0 }] = await rowsOf("orders");
  expect(orders[0]?.["total"]).toBe((minor / 100).toFixed(2));
  expect(orders[0]?.["items"]).toMatch(/^2 x HB-\S+ /);
  expect(products).toHaveLength(await countVariants());
  expect(await countOverdueOrders(later(31 * 60_000))).toBe(2);
  expect(await countOverdueOrders(new Date())).toBe(0);
});

test("an exported order lists its items in its own order, and no name where it was removed", async () => {
  const placed = await placedOrder({ [await parcelVariant(9)]: 2, [await parcelVariant(9, 1)]: 1 });
  const order = await findOrder(placed.orderId);
  const delivery_address = JSON.stringify({ ...order?.deliveryAddress, first_name: "", last_name: "" });
  await changeRows("orders", { id: placed.orderId }, { delivery_address });

  const [row] = await collect(exportOrders({ from: null, to: null }));

  const items = String(row?.["items"]).split("; ");
  expect(items.map((item) => item.split(" ")[2])).toEqual(order?.lines.map(({ sku }) => sku));
  expect(row?.["delivery name"]).toBe("");
});

async function collect(batches: AsyncIterable<ReadonlyArray<ExportRow>>): Promise<Array<ExportRow>> {
  const rows: Array<ExportRow> = [];
  for await (const batch of batches) rows.push(...batch);
  return rows;
}
