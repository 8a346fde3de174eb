/** What an address of the order list names, and what its filters find. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { indexOrders } from "#app/models/desk/orders/order-index.server.ts";
import { listDeskOrders, listOrderNumbers } from "#app/models/desk/orders/order-list.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import type { StaffRole } from "#app/models/staff/role.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { cameFrom, findNext } from "#app/routes/desk/order.server.ts";
import { listRow } from "#app/routes/desk/order-view.server.ts";
import { chosenFilters, chosenNumbers, namedList, placeText } from "#app/routes/desk/selection.server.ts";
import { NOW } from "#tests/support/now.ts";
import { later } from "#tests/support/people/desk/desk.ts";
import { numberOf } from "#tests/support/people/desk/desk-orders.ts";
import { paidOrder } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

let made = 0;

/** Each has a higher number than the one before it. */
async function order(change: Readonly<Record<string, string | number>> = {}) {
  const { orderId } = await paidOrder();
  made += 1;
  await db()
    .updateTable("orders")
    .set({ updated_at: NOW.toISOString(), number: 10_000_000 + made, ...change })
    .where("id", "=", orderId)
    .execute();
  return { orderId, number: await numberOf(orderId) };
}

const reader = (role: StaffRole = "owner") => ({ role, now: NOW });

async function found(query: string, role: StaffRole = "owner"): Promise<ReadonlyArray<number>> {
  await indexOrders();
  const { selection } = await namedList(new URLSearchParams(`view=all&sort=oldest&${query}`), reader(role));
  return listOrderNumbers(selection);
}

async function renamed({ orderId }: Readonly<{ orderId: OrderId }>, first_name: string, email: string) {
  const row = await db()
    .selectFrom("orders")
    .select("delivery_address")
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow();
  const address = JSON.stringify({ ...(JSON.parse(row.delivery_address) as object), first_name });
  await db()
    .updateTable("orders")
    .set({ delivery_address: address, billing_address: address, email })
    .where("id", "=", orderId)
    .execute();
}

test("orders are found by sums and days, with both ends, and days are the shop's", async () => {
  const small = await order({ total_minor: 2_500, placed_at: "2026-06-30T22:59:59.999Z" });
  const big = await order({ total_minor: 10_000, placed_at: "2026-06-30T23:00:00.000Z" });

  expect(await found("")).toEqual([small.number, big.number]);
  expect(await found("least=25&most=99.99")).toEqual([small.number]);
  expect(await found("least=%C2%A3100")).toEqual([big.number]);
  expect(await found("most=100")).toEqual([small.number, big.number]);
  // British summer time: 1 July begins at 23:00 UTC.
  expect(await found("from=2026-07-01")).toEqual([big.number]);
  expect(await found("to=2026-06-30")).toEqual([small.number]);
  expect(await found("from=2026-06-30&to=2026-07-01")).toEqual([small.number, big.number]);
});

test("two-person delivery is an item of that class that is not collected", async () => {
  const [heavy, collected] = [await order(), await order()];
  await order();
  const [product] = await db()
    .selectFrom("products")
    .select("id")
    .where("delivery_class", "=", "two_person")
    .limit(1)
    .execute();
  for (const { orderId } of [heavy, collected])
    await db()
      .updateTable("order_lines")
      .set({ product_id: product?.id ?? 0 })
      .where("order_id", "=", orderId)
      .where("position", "=", 1)
      .execute();
  const { delivery } = await db()
    .selectFrom("orders")
    .select("delivery")
    .where("id", "=", collected.orderId)
    .executeTakeFirstOrThrow();
  const collection = JSON.stringify({ ...(JSON.parse(delivery) as object), method: "collection" });
  await db()
    .updateTable("orders")
    .set({ delivery: collection })
    .where("id", "=", collected.orderId)
    .execute();

  expect(await found("two-person=on")).toEqual([heavy.number]);
});

test("a customer is found by name or email, as far as the role sees them", async () => {
  const one = await order();
  await renamed(one, "Łucja", "lucja@example.com");
  const other = await order();
  await renamed(other, "Grace", "grace@example.com");

  expect(await found("customer=lucja")).toEqual([one.number]);
  expect(await found("customer=grace%40example", "packer")).toEqual([other.number]);
  expect(await found("customer=grace%40example", "editor")).toEqual([]);
  expect(await found("customer=Grace", "editor")).toEqual([other.number]);
  // Not for a reader: the filter is left out.
  expect(await found("customer=Grace", "reader")).toEqual([one.number, other.number]);
  expect(await found("customer=%2B%2B")).toEqual([]);
});

test("an address that means nothing still opens a list, and each chosen filter has words and the list without it", async () => {
  const typed = "view=late&from=yesterday&to=2026-12-24&least=lots&most=25&sort=best&method=standard";
  const { query } = await namedList(new URLSearchParams(typed), reader());

  expect(query).toEqual({ view: "late", method: "standard", to: "2026-12-24", most: "25" });
  const methods = [{ key: "standard", name: "Standard delivery" }];
  expect(chosenFilters(query, methods, await findStore())).toEqual([
    { text: "Standard delivery", query: { view: "late", to: "2026-12-24", most: "25" } },
    { text: "Placed until 24 December 2026", query: { view: "late", method: "standard", most: "25" } },
    { text: "Up to £25.00", query: { view: "late", method: "standard", to: "2026-12-24" } },
  ]);
});

test.each(["promise", "newest", "oldest"])(
  "paging by %s shows each order once, with its filters",
  async (sort) => {
    const template = await order({ total_minor: 5_000 });
    await order({ total_minor: 1 });
    const row = await db()
      .selectFrom("orders")
      .selectAll()
      .where("id", "=", template.orderId)
      .executeTakeFirstOrThrow();
    const copies = Array.from({ length: 54 }, (_, index) => ({
      ...row,
      ...{
        id: `order_${String(index).padStart(22, "0")}`,
        number: 900_000 + index,
        cart_id: `cart_${index}`,
        invoice_number: null,
      },
      ...{ attempt_id: `attempt_${index}`, placed_at: later(index % 5).toISOString() },
    }));
    await db().insertInto("orders").values(copies).execute();
    await indexOrders();
    const address = new URLSearchParams(`view=to-pack&least=50&sort=${sort}`);

    const first = await namedList(address, reader());
    const page = await listDeskOrders(first.selection, first.after);
    if (!page.next) throw new Error("There is one page only");
    address.set("after", placeText(page.next, first.selection.sort));
    const second = await namedList(address, reader());
    const rest = await listDeskOrders(second.selection, second.after);

    expect([page.orders.length, rest.orders.length, rest.next]).toEqual([50, 5, null]);
    const numbers = [...page.orders, ...rest.orders].map(({ number }) => number);
    expect(new Set(numbers).size).toBe(55);
    expect(numbers).toEqual(await listOrderNumbers(first.selection));
    // A page of the list in another order begins at its top.
    address.set("sort", sort === "newest" ? "oldest" : "newest");
    expect((await namedList(address, reader())).after).toBeNull();
  },
);

test("a form for all orders of a list leaves out what changed since the page was made", async () => {
  const [one, changed] = [await order(), await order({ updated_at: later(2).toISOString() })];
  const fields = { view: "to-pack", all: "on", seen: later(1).toISOString() };

  expect(await chosenNumbers(fields, reader())).toEqual([one.number]);
  expect(await chosenNumbers({ ...fields, seen: later(3).toISOString() }, reader())).toEqual([
    one.number,
    changed.number,
  ]);
  expect(await chosenNumbers({ view: "to-pack", [`n${changed.number}`]: "on" }, reader())).toEqual([
    changed.number,
  ]);
});

test("packing leads to the next order of the list that one came from, and from the last to the first", async () => {
  const small = [await order({ total_minor: 100 }), await order({ total_minor: 100 })];
  await order({ total_minor: 9_900 });
  const [first = 0, second = 0] = small.map(({ number }) => number);
  const list = await namedList(new URLSearchParams("view=to-pack&most=50"), reader());

  expect(await findNext(first, list)).toBe(second);
  expect(await findNext(second, list)).toBe(first);
  expect(await findNext(first, null)).toBeNull();
});

test("the way back of an order leads to its list, or to what was found", async () => {
  const from = (query: string) => cameFrom(new URLSearchParams(query), reader());

  expect(await from("view=packed")).toMatchObject({ back: { title: "Orders: Packed" } });
  expect(await from("q=OX4&only=orders")).toMatchObject({
    back: { href: "/desk/search?q=OX4&only=orders", title: "Results for “OX4”" },
    query: { q: "OX4", only: "orders" },
  });
  expect(await from("q=%20")).toMatchObject({ back: { href: "/desk/orders", title: "Orders" }, query: {} });
});

test("a row of the list has tags for gifts and for personalised items", async () => {
  const plain = await order();
  const gift = await order({ has_gift_receipt: 1, gift_message: "Hi" });
  const made = await order();
  const { billing_address } = await db()
    .selectFrom("orders")
    .select("billing_address")
    .where("id", "=", made.orderId)
    .executeTakeFirstOrThrow();
  const other = { ...(JSON.parse(billing_address) as object), address1: "2 Quay Street" };
  await db()
    .updateTable("orders")
    .set({ billing_address: JSON.stringify(other) })
    .where("id", "=", made.orderId)
    .execute();
  await db()
    .updateTable("order_lines")
    .set({ gift_paper: "Holly" })
    .where("order_id", "=", gift.orderId)
    .execute();
  await db()
    .updateTable("order_lines")
    .set({ personalisation: "Ada" })
    .where("order_id", "=", made.orderId)
    .execute();
  await indexOrders();
  const { selection } = await namedList(new URLSearchParams("view=to-pack&sort=oldest"), reader());
  const { orders } = await listDeskOrders(selection, null);
  const store = await findStore();
  const rows = orders.map((one) => listRow(one, { store, role: "packer", now: NOW }));
  const tagsOf = ({ number }: Readonly<{ number: number }>) =>
    rows.find((row) => row.number === number)?.tags.map(({ text }) => text);

  expect(tagsOf(gift)).toEqual(["Gift: no prices", "Gift wrapping", "Gift message"]);
  expect(tagsOf(made)).toEqual(["Gift: no prices", "Personalised"]);
  expect(tagsOf(plain)).toEqual([]);
});
