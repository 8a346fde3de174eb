import { text } from "node:stream/consumers";

import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { changeProduct } from "#app/models/catalogue/editing/change-product.server.ts";
import { saleText } from "#app/models/catalogue/editing/product-fields.ts";
import { indexOrders } from "#app/models/desk/orders/order-index.server.ts";
import { NO_ORDER_FILTERS } from "#app/models/desk/orders/order-filters.server.ts";
import { daySpan, EXPORT_KINDS, type ExportKind } from "#app/models/desk/files/export-kinds.ts";
import { type ExportRequest, openExport } from "#app/models/desk/files/exports.server.ts";
import { csvStream, EXPORT_BATCH, type ExportRow } from "#app/models/shared/csv-export.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { commandLineActor } from "#app/models/staff/log.server.ts";
import { STAFF_ROLES } from "#app/models/staff/role.ts";
import { countQueries } from "#tests/support/checks/count-queries.ts";
import { NOW } from "#tests/support/now.ts";
import { makeCustomer } from "#tests/support/people/customer/customer-mail.ts";
import { details, parcelVariant, placedOrder } from "#tests/support/people/checkout.ts";
import { person } from "#tests/support/people/desk/desk.ts";
import { deskActions } from "#tests/support/people/desk/desk-orders.ts";
import { draftState, productId } from "#tests/support/people/desk/desk-products.ts";
import {
  ARK,
  paidArkForList,
  paidOrder,
  paidOrders,
  sendShipment,
} from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

function requestOf(kind: ExportKind, more: Partial<ExportRequest> = {}): ExportRequest {
  return { kind, hasNames: false, span: { from: null, to: null }, view: null, ...more };
}

async function fileOf(request: ExportRequest, actor = commandLineActor(NOW)): Promise<string> {
  const table = await openExport(request, actor);
  if (!table.ok) throw new Error(table.code);
  return text(csvStream(table.value));
}

const NAMED = { hasNames: true };

function orderRow(id: OrderId) {
  return db().selectFrom("orders").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

const redirectFrom = (path: string) => ({
  ...{ from_path_key: path, from_path: path, to_path: "/c/prams" },
  ...{ source: "owner" as const, created_at: NOW.toISOString() },
});

type CsvRow = Readonly<Record<string, string>>;

async function rowsOf(request: ExportRequest): Promise<ReadonlyArray<CsvRow>> {
  return parse(await fileOf(request), { bom: true, columns: true });
}

/** More orders than memory should hold at once, as copies of one that was placed. */
async function copyOrder(times: number): Promise<void> {
  const { orderId } = await placedOrder({ [await parcelVariant(1)]: 1 });
  const [order] = await db().selectFrom("orders").selectAll().where("id", "=", orderId).execute();
  if (!order) throw new Error("no order");
  const lines = await db().selectFrom("order_lines").selectAll().where("order_id", "=", orderId).execute();
  for (let from = 0; from < times; from += COPIES_AT_ONCE) {
    const ids = Array.from({ length: COPIES_AT_ONCE }, (_, at) => from + at);
    const copies = ids.map((at) => ({
      ...{ ...order, id: `order_copy_${at}`, number: order.number + 1 + at },
      ...{ attempt_id: `attempt_copy_${at}`, cart_id: `cart_copy_${at}` },
    }));
    await db().insertInto("orders").values(copies).execute();
    const copy = (at: number) => ({ id: `line_copy_${at}`, order_id: `order_copy_${at}` });
    const copiedLines = ids.flatMap((at) => lines.map((line) => ({ ...line, ...copy(at) })));
    await db().insertInto("order_lines").values(copiedLines).execute();
  }
}

const COPIES_AT_ONCE = 100;
/** Batches that may be read ahead of whoever takes the file. */
const BATCHES_AHEAD = 3;

test("a file of very many orders is read while it is taken, a few batches ahead at most", async () => {
  const copies = 12 * EXPORT_BATCH;
  await copyOrder(copies);
  const table = await openExport(requestOf("orders", { hasNames: true }), commandLineActor(NOW));
  if (!table.ok) throw new Error(table.code);
  let [read, taken, most] = [0, 0, 0];

  for await (const part of csvStream(table.value, (count) => (read = count))) {
    taken += [...String(part).matchAll(/\r\n/g)].length;
    most = Math.max(most, read - taken);
    // Whoever takes it is slower than the database.
    await new Promise((resolve) => setTimeout(resolve, 1));
  }

  expect(read).toBe(copies + 1);
  expect(taken).toBe(copies + 2);
  expect(most).toBeLessThanOrEqual(BATCHES_AHEAD * EXPORT_BATCH);
});

test("owners alone export what names people, and each such file is a row in the log", async () => {
  const allowed: Record<string, string> = {};
  for (const role of STAFF_ROLES) {
    const actor = await person(role);
    for (const { key } of EXPORT_KINDS)
      for (const hasNames of [false, true]) {
        const done = await openExport(requestOf(key, { hasNames }), actor);
        const name = `${key} ${hasNames ? "with" : "without"}`;
        if (done.ok) allowed[name] = `${allowed[name] ?? ""} ${role}`.trim();
        else expect(done.code).toBe("desk-not-allowed");
      }
  }

  const others = "owner editor reader";
  expect(allowed).toEqual({
    "orders without": others,
    "orders with": "owner",
    "royal-mail with": "owner",
    "dpd with": "owner",
    "products without": others,
    "stock without": others,
    "customers without": others,
    "customers with": "owner",
    "newsletter without": others,
    "newsletter with": "owner",
    "coupons without": others,
    "redirects without": others,
    "log with": "owner",
  });
  for (const kind of ["orders", "royal-mail", "dpd", "customers", "newsletter", "log"])
    expect(await deskActions(kind)).toEqual(["file-exported"]);
  expect(await deskActions("products")).toEqual([]);
});

test("every column of every file has a cell in its rows, and no cell is left out", async () => {
  await makeCustomer();
  await paidOrder();
  await db().insertInto("redirects").values(redirectFrom("/a")).execute();
  for (const { key, names } of EXPORT_KINDS) {
    const table = await openExport(requestOf(key, { hasNames: names !== "never" }), commandLineActor(NOW));
    if (!table.ok) throw new Error(table.code);
    const rows: Array<ExportRow> = [];
    for await (const batch of table.value.batches) rows.push(...batch);
    if (key !== "newsletter") expect(rows.length, key).toBeGreaterThan(0);
    for (const row of rows.slice(0, 1))
      expect(Object.keys(row).sort(), key).toEqual([...table.value.columns].sort());
  }
});

test("a file without names names nobody, and a file with names does", async () => {
  await makeCustomer();
  const { orderId } = await placedOrder({ [await parcelVariant(3)]: 1 });
  await db()
    .updateTable("order_lines")
    .set({ personalisation: "For Wilfred", personalisation_terms: JSON.stringify({ name: "Engraving" }) })
    .where("order_id", "=", orderId)
    .execute();
  const personal = /hannah|okafor|wilfred|slad road|@example/i;

  for (const kind of ["orders", "customers", "newsletter"] as const)
    expect(await fileOf(requestOf(kind))).not.toMatch(personal);
  expect(await fileOf(requestOf("orders", { hasNames: true }))).toMatch(
    /hannah@example\.com[^\n]*Okafor[^\n]*Wilfred/,
  );
  expect(await fileOf(requestOf("customers", { hasNames: true }))).toMatch(/hannah@example\.com/);
});

test("a file of a view has the orders of the view and no others", async () => {
  const variant = await parcelVariant(9);
  for (let count = 0; count < 2; count += 1) await placedOrder({ [variant]: 1 });
  const [first, second] = await db().selectFrom("orders").selectAll().orderBy("number").execute();
  const paid = { status: "paid", paid_at: NOW.toISOString() } as const;
  await db()
    .updateTable("orders")
    .set(paid)
    .where("id", "=", second?.id ?? "")
    .execute();
  await indexOrders();
  const selection = (view: "to-pack" | "all") => ({ view, filters: NO_ORDER_FILTERS, today: "2026-11-27" });
  const numbers = async (view: "to-pack" | "all") =>
    (await rowsOf(requestOf("orders", { view: selection(view) }))).map((row) => Number(row["number"]));

  expect(await numbers("all")).toEqual([first?.number, second?.number]);
  expect(await numbers("to-pack")).toEqual([second?.number]);
});

/** Of products with these variants, in grams. */
async function weigh(weights: Readonly<Record<number, number | null>>): Promise<void> {
  for (const [variantId, weight_g] of Object.entries(weights))
    await db()
      .updateTable("products")
      .set({ weight_g })
      .where("id", "in", (variants) =>
        variants.selectFrom("variants").select("product_id").where("id", "=", Number(variantId)),
      )
      .execute();
}

test("the file of orders has the whole address and the weight, which is empty where one is not known", async () => {
  const { first, second } = await paidOrder();
  await weigh({ [first]: 1_200, [second]: 1_200 });
  const [row] = await rowsOf(requestOf("orders", { hasNames: true }));
  await weigh({ [second]: null });
  const [unknown] = await rowsOf(requestOf("orders", { hasNames: true }));

  const { address1, address2, company, phone } = details().deliveryAddress;
  expect(row).toMatchObject({
    ...{ "delivery street": address1, "delivery street, second line": address2 },
    ...{ "delivery company": company, "delivery phone": `'${phone}`, "weight in grams": "4800" },
  });
  expect(unknown?.["weight in grams"]).toBe("");
});

test("a courier's file has what can be sent now, where it goes, and what it weighs", async () => {
  const [sent, collected, unpaid] = [
    await paidOrder(),
    await paidOrder(),
    await placedOrder({ [await parcelVariant(2)]: 1 }),
  ];
  await weigh({ [sent.first]: 1_200, [sent.second]: 1_200 });
  await sendShipment(sent.orderId, { units: [1, 0] });
  const { delivery } = await orderRow(collected.orderId);
  const stored = JSON.parse(delivery) as object;
  await db()
    .updateTable("orders")
    .set({ delivery: JSON.stringify({ ...stored, method: "collection" }) })
    .where("id", "=", collected.orderId)
    .execute();
  const gift = await paidArkForList("For Wilfred");
  await weigh({ [ARK]: null });

  const [rows, labels] = [
    await rowsOf(requestOf("royal-mail", NAMED)),
    await rowsOf(requestOf("dpd", NAMED)),
  ];

  const { email, deliveryAddress: to } = details();
  const numbers = [sent.orderId, gift.id].map(async (id) => String((await orderRow(id)).number));
  const [number = "", ofGift = ""] = await Promise.all(numbers);
  expect(rows.map((row) => row["Order reference"]).sort()).toEqual([number, ofGift].sort());
  expect((await orderRow(unpaid.orderId)).status).toBe("awaiting-payment");
  expect(rows.find((row) => row["Order reference"] === number)).toMatchObject({
    ...{ "Address Line 1": to.address1, City: to.city, Postcode: to.postal_code, Country: to.country },
    ...{ "First Name": to.first_name, Email: email, Weight: "3.60", "Currency Code": "GBP" },
  });
  const label = labels.find((row) => row["Customer Ref 1"] === ofGift);
  expect(label).toMatchObject({
    ...{ "Address Line 1": to.address1, "Address Line 3": to.city, "Country Code": to.country_code },
    ...{ "Notification Email": "", "Total Weight": "", "No. Parcels": "1" },
  });
  expect([...rows, ...labels].map((row) => row["Phone"] ?? row["Contact Telephone"]).join()).toMatch(
    /^[\d,]*$/,
  );
});

test("a courier's file costs as many queries for many orders as for few", async () => {
  const file = async () => (await rowsOf(requestOf("royal-mail", NAMED))).length;
  await paidOrders(2);
  const few = await countQueries(file);
  await paidOrders(20);
  expect(await countQueries(file)).toBe(few);
  expect(await file()).toBe(24);
});

test("products are rows by article number, with a planned sale and money with its currency", async () => {
  const id = await productId("rainbow-stacker");
  const price = Number((await draftState(id)).published.price);
  const sale = saleText({ minor: price - 150, first: "2999-01-01", last: "2999-01-31" });
  await changeProduct(id, { sale, description: 'Two\nlines, “quoted” and "so"' }, { now: NOW });

  const rows = await rowsOf(requestOf("products"));

  const skus = rows.map((row) => row["sku"] ?? "");
  expect(skus).toEqual((await rowsOf(requestOf("stock"))).map((row) => row["sku"]));
  expect(new Set(skus).size).toBe(skus.length);
  const own = rows.find((row) => row["product id"] === String(id));
  expect(own).toMatchObject({
    price: (price / 100).toFixed(2),
    "sale price": ((price - 150) / 100).toFixed(2),
    "sale from": "2999-01-01",
    "sale until": "2999-01-31",
    currency: "GBP",
    visible: "yes",
    description: 'Two\nlines, “quoted” and "so"',
  });
});

test("more rows than a batch are all there, once each", async () => {
  const rows = Array.from({ length: EXPORT_BATCH + 7 }, (_, index) => {
    return redirectFrom(`/old/${String(index).padStart(5, "0")}`);
  });
  await db().insertInto("redirects").values(rows).execute();

  const found = await rowsOf(requestOf("redirects"));

  expect(found.map((row) => row["from"])).toEqual(rows.map(({ from_path }) => from_path));
});

test("days are whole days in UTC, and what is no day is refused", () => {
  expect(daySpan("2026-11-01", "2026-11-30")).toEqual({
    from: "2026-11-01T00:00:00.000Z",
    to: "2026-12-01T00:00:00.000Z",
  });
  expect(daySpan("", "")).toEqual({ from: null, to: null });
  expect([daySpan("yesterday", ""), daySpan("", "2026-02-30")]).toEqual([null, null]);
});
