import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { findCart } from "#app/models/cart/cart.server.ts";
import {
  findCustomerOrder,
  findNextDelivery,
  findVatRates,
} from "#app/models/order/customer-order.server.ts";
import { ORDERS_PER_PAGE } from "#app/models/order/customer-order.ts";
import { listOrders } from "#app/models/order/list.server.ts";
import { moveOrder } from "#app/models/order/order.server.ts";
import { listAvailability, orderAgain } from "#app/models/order/reorder.server.ts";
import { NOW } from "#tests/support/now.ts";
import { parcelVariant, setStock } from "#tests/support/people/checkout.ts";
import { newCustomer, orderOf } from "#tests/support/people/customer.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import type { CustomerId } from "#app/models/shared/ids.ts";

useTestDatabase();

const listed = (customerId: CustomerId, query = "", page = 1) => listOrders(customerId, { query, page });

test("a customer sees their own orders, newest first, and nobody else's", async () => {
  const [me, other] = [await newCustomer(), await newCustomer()];
  const older = await orderOf(me.id, { placedAt: new Date("2026-01-02T10:00:00Z") });
  const newer = await orderOf(me.id, { placedAt: new Date("2026-03-04T10:00:00Z") });
  await orderOf(other.id);

  const { orders, total } = await listed(me.id);

  expect([orders.map(({ id }) => id), total]).toEqual([[newer, older], 2]);
  expect(orders[0]?.items[0]?.image).toMatch(/^products\//);
});

test("abandoned payment attempts are not listed", async () => {
  const { id } = await newCustomer();
  const order = await orderOf(id, { isPaid: false });
  const expiry = { to: "cancelled", reason: "expired", by: "clock", now: NOW } as const;
  await moveOrder(order, { from: "awaiting-payment", ...expiry });

  expect(await listed(id)).toMatchObject({ orders: [], total: 0, page: 1, pageCount: 1 });
});

test("the list has pages, and a page beyond the last is the last", async () => {
  const { id } = await newCustomer();
  const items = { [await parcelVariant(50)]: 1 };
  for (let count = 0; count <= ORDERS_PER_PAGE; count += 1) await orderOf(id, { items });

  const [first, beyond] = [await listed(id), await listed(id, "", 99)];

  expect([first.orders.length, first.pageCount]).toEqual([ORDERS_PER_PAGE, 2]);
  expect([beyond.orders.length, beyond.page]).toEqual([1, 2]);
});

test("an order is found by its number, or by the names of its items", async () => {
  const { id } = await newCustomer();
  const requested = await orderOf(id, { items: { [await parcelVariant(5)]: 1 } });
  await orderOf(id, { items: { [await parcelVariant(5, 40)]: 1 } });
  const order = (await listed(id)).orders.find((each) => each.id === requested);
  const name = order?.items[0]?.name ?? "";
  const found = async (query: string) => (await listed(id, query)).orders.map((each) => each.id);

  expect(await found(String(order?.number))).toEqual([requested]);
  expect(await found(`#${order?.number}`)).toEqual([requested]);
  expect(await found(name)).toContain(requested);
  expect(await found(name.split(" ")[0]?.toUpperCase() ?? "")).toContain(requested);
  expect(await found("%")).toEqual([]);
  expect(await found("no such thing")).toEqual([]);
});

test("a customer finds only their own order", async () => {
  const [me, other] = [await newCustomer(), await newCustomer()];
  const order = await orderOf(me.id);

  expect(await findCustomerOrder(other.id, order)).toBeNull();
  expect((await findVatRates("order_AAAAAAAAAAAAAAAAAAAAAA")).size).toBe(0);
  expect(await findCustomerOrder(me.id, order)).toMatchObject({
    order: { id: order },
    life: { moves: [{ to: "awaiting-payment" }, { to: "paid" }], shipments: [] },
  });
});

test("parcels have tracking links, to web pages only", async () => {
  const { id } = await newCustomer();
  const order = await orderOf(id);
  const shipment = { order_id: order, carrier: "Parcel Co", shipped_at: NOW.toISOString() };
  await db()
    .insertInto("shipments")
    .values([
      { ...shipment, tracking_number: "JD1", tracking_url: "https://parcels.example/JD1" },
      { ...shipment, tracking_number: "JD2", tracking_url: "javascript:alert(1)" },
    ])
    .execute();

  const own = await findCustomerOrder(id, order);

  expect(own?.life.shipments).toMatchObject([
    { carrier: "Parcel Co", number: "JD1", url: "https://parcels.example/JD1", contents: [] },
    { carrier: "Parcel Co", number: "JD2", url: null, contents: [] },
  ]);
});

test("the next delivery is the latest order that has not arrived", async () => {
  const { id } = await newCustomer();
  const coming = await orderOf(id, { placedAt: new Date("2026-02-01T10:00:00Z") });
  await orderOf(id, { isPaid: false, placedAt: new Date("2026-05-01T10:00:00Z") });

  expect((await findNextDelivery(id))?.order.id).toBe(coming);
  await moveOrder(coming, { from: "paid", to: "refunded", reason: "refunded", by: "payment", now: NOW });
  expect(await findNextDelivery(id)).toBeNull();
});

async function orderOfThree() {
  const { id } = await newCustomer();
  const variants = [await parcelVariant(9), await parcelVariant(9, 1), await parcelVariant(9, 2)] as const;
  const orderId = await orderOf(id, { items: { [variants[0]]: 1, [variants[1]]: 2, [variants[2]]: 1 } });
  const own = await findCustomerOrder(id, orderId);
  if (!own) throw new Error("There is no order");
  return { order: own.order, variants };
}

test("reordering adds the items that are in stock, as far as they go", async () => {
  const { order, variants } = await orderOfThree();
  await setStock(variants[0], 5);
  await setStock(variants[1], 1);
  await setStock(variants[2], 0);

  const again = await orderAgain(order, null, NOW);

  const cart = again.cartId && (await findCart(again.cartId));
  expect(again.added).toBe(2);
  expect(cart?.lines.map((line) => [line.variantId, line.quantity])).toEqual([
    [variants[0], 1],
    [variants[1], 1],
  ]);
});

test("reordering without stock creates no cart", async () => {
  const { order, variants } = await orderOfThree();
  for (const variant of variants) await setStock(variant, 0);

  expect(await orderAgain(order, null, NOW)).toEqual({ cartId: null, added: 0 });
  expect((await listAvailability(order, null)).map(({ available }) => available)).toEqual([0, 0, 0]);
});
