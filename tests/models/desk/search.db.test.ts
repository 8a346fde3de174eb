import { sql, type Updateable } from "kysely";
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { indexOrders } from "#app/models/desk/orders/order-index.server.ts";
import { NO_ORDER_FILTERS, type OrderFilters } from "#app/models/desk/orders/order-filters.server.ts";
import { searchDeskOrders } from "#app/models/desk/orders/order-find.server.ts";
import {
  countDeskOrders,
  countOrdersUpTo,
  listDeskOrders,
  listOrderNumbers,
} from "#app/models/desk/orders/order-list.server.ts";
import { readDeskQuery } from "#app/models/desk/search-terms.ts";
import { findByTerms } from "#app/models/desk/term-search.server.ts";
import { findFulfilmentHistory } from "#app/models/order/fulfilment.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { pseudonymiseOldOrders } from "#app/models/order/pseudonymise.server.ts";
import { requestRefund } from "#app/models/order/refund.server.ts";
import { packOrder } from "#app/models/order/shipments.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { NOW } from "#tests/support/now.ts";
import { numbered } from "#tests/support/people/desk/desk-orders.ts";
import { paidOrder, sendShipment } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const ADDRESS = {
  ...{ first_name: "Łucja", last_name: "Nowák", company: "", address1: "1 Mill Lane", address2: "" },
  ...{ city: "Stroud", country: "United Kingdom", country_code: "GB", postal_code: "GL5 4TR" },
  phone: "07700 900418",
};

const changeOrder = (orderId: OrderId, changes: Updateable<Database["orders"]>) =>
  db().updateTable("orders").set(changes).where("id", "=", orderId).execute();

async function order() {
  const made = await numbered(paidOrder());
  const delivery_address = JSON.stringify(ADDRESS);
  const updated_at = `${NOW.toISOString()}x`;
  await changeOrder(made.orderId, { delivery_address, email: "lucja.nowak@example.com", updated_at });
  return made;
}

async function found(text: string): Promise<ReadonlyArray<number>> {
  await indexOrders();
  return (await searchDeskOrders(readDeskQuery(text), 50)).orders.map(({ number }) => number);
}

test("an order is found by what is on it, however it is typed, but by no name once it is pseudonymised", async () => {
  const { orderId, number } = await order();
  await sendShipment(orderId, { number: "AB 1234 GB" });
  const texts = [
    ...[String(number), String(number).slice(-4), "Nowak", "nowák łucja", "NOWAK", "nwoak", "lucja.nowak@"],
    ...["07700 900 418", "+44 7700 900418", "GL5 4TR", "gl54tr", "GL5", "ab1234"],
  ];

  expect(await Promise.all(texts.map(found))).toEqual(texts.map(() => [number]));
  expect(await found("Nowaczek")).toEqual([]);
  expect(await found("Nowak Manchester")).toEqual([]);
  expect(await found("")).toEqual([]);

  await pseudonymiseOldOrders(new Date(NOW.getTime() + 1_000).toISOString(), NOW);
  const names = db().selectFrom("order_search_terms").select("term").where("kind", "=", "name");
  expect(await names.execute()).toEqual([]);
  expect(await found("nowak")).toEqual([]);
});

test("an order is found by the numbers of its invoice and of its credit note", async () => {
  const { orderId, number } = await order();
  const invoice = (await findOrder(orderId))?.invoiceNumber ?? "";
  expect(await found(invoice)).toEqual([number]);

  const refund = { key: "one", refund: { units: [1], delivery: false }, isRestocked: false, reason: "late" };
  await requestRefund(orderId, { ...refund, by: "owner", now: new Date(NOW.getTime() + 1_000) });
  const { refunds } = await findFulfilmentHistory(orderId);
  const creditNote = refunds[0]?.creditNote ?? "";

  expect([invoice, creditNote]).toEqual([expect.stringMatching(/^INV-/), expect.stringMatching(/^CN-/)]);
  expect(await found(creditNote)).toEqual([number]);
});

test("frequent words find the orders that have all of them, or the newest orders, and say so", async () => {
  const orders = [await order(), await order(), await order()];
  for (const [place, { orderId }] of orders.entries())
    await changeOrder(orderId, { placed_at: `2026-01-0${place + 1}T10:00:00.000Z` });
  await indexOrders();
  const [first, second, third] = orders.map(({ orderId }) => orderId);
  await db()
    .deleteFrom("order_search_terms")
    .where("term", "=", "nowak")
    .where("order_id", "=", second ?? "")
    .execute();
  const search = async (words: string, [few, many, newest]: readonly [number, number, number]) => {
    const query = { words: words.split(" ").map((word) => [word]), kinds: sql`kind = 'name'` };
    const found = await findByTerms(query, 2, { few, many, newest });
    return [...found.orders.map(({ id }) => id), found.isCut ? "cut" : "whole"];
  };

  // Each word alone has more orders than are read; one has few; both are read; only the newest are looked through.
  expect(await search("łucja", [1, 1, 9])).toEqual([third, second, "cut"]);
  expect(await search("łucja nowak", [2, 2, 9])).toEqual([third, first, "whole"]);
  expect(await search("łucja nowak", [1, 3, 9])).toEqual([third, first, "whole"]);
  expect(await search("łucja nowak", [1, 1, 9])).toEqual([third, first, "cut"]);
  expect(await search("łucja nowak", [1, 1, 2])).toEqual([third, "cut"]);
  expect(await search("manchester", [1, 1, 9])).toEqual(["whole"]);
});

test("a filter that looks at each order looks at the newest of the chosen days", async () => {
  await order();
  await indexOrders();
  const count = (filters: Partial<OrderFilters>) =>
    countDeskOrders({ view: "all", filters: { ...NO_ORDER_FILTERS, ...filters }, today: "2026-01-01" });

  expect(await count({ method: "standard" })).toBe(1);
  expect(await count({ method: "standard", from: "2099-01-01T00:00:00.000Z" })).toBe(0);
  expect(await count({ method: "standard", before: "2000-01-01T00:00:00.000Z" })).toBe(0);
  expect(await count({ customer: { text: "łu", hasEmail: false } })).toBe(0);
  expect(await count({ customer: { text: "łuc", hasEmail: false } })).toBe(1);
});

test("views hold what is to be done, the oldest promise first, and their counts are their lengths", async () => {
  const [first, second, third] = [await order(), await order(), await order()];
  await packOrder(third.orderId, { by: "owner", now: NOW });
  await indexOrders();
  for (const [orderId, send_by] of [
    [second.orderId, "2020-01-02"],
    [first.orderId, "2030-01-02"],
  ] as const)
    await db().updateTable("order_search").set({ send_by }).where("order_id", "=", orderId).execute();
  const list = (view: "to-pack" | "late" | "packed" | "all") => ({
    view,
    filters: NO_ORDER_FILTERS,
    today: "2026-01-01",
  });

  expect(await listOrderNumbers(list("to-pack"))).toEqual([second.number, first.number]);
  expect(await listOrderNumbers(list("late"))).toEqual([second.number]);
  expect(await listOrderNumbers(list("packed"))).toEqual([third.number]);
  expect(await countDeskOrders(list("all"))).toBe(3);
  expect(await countDeskOrders(list("to-pack"))).toBe(2);
  expect([await countOrdersUpTo(3, list("all")), await countOrdersUpTo(1, list("all"))]).toEqual([3, 2]);
  const { orders, next } = await listDeskOrders(list("to-pack"), { by: "2020-01-02", number: second.number });
  expect(orders.map(({ number }) => number)).toEqual([first.number]);
  expect(next).toBeNull();
  const product = { ...list("all"), filters: { ...NO_ORDER_FILTERS, product: "no such product" } };
  expect(await countDeskOrders(product)).toBe(0);
  expect(await countDeskOrders({ ...list("all"), filters: { ...NO_ORDER_FILTERS, isGift: true } })).toBe(0);
});

test("of a gift for a list the name is its list address, and not the name that its giver may not learn", async () => {
  const { orderId, number } = await order();
  const hidden = { ...ADDRESS, first_name: "", last_name: "", company: "Ida’s list address", city: "" };
  await changeOrder(orderId, { delivery_address: JSON.stringify(hidden) });
  await indexOrders();

  const all = { view: "all", filters: NO_ORDER_FILTERS, today: "2026-01-01" } as const;
  const { orders } = await listDeskOrders(all, null);
  expect(orders.find((one) => one.number === number)?.name).toBe("Ida’s list address");
});
