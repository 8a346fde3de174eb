import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { findCart, priceCart } from "#app/models/cart/cart.server.ts";
import { checkOut } from "#app/models/checkout/checkout.server.ts";
import { cancelOrder } from "#app/models/order/cancel.server.ts";
import { releaseStaleOrders } from "#app/models/order/expire-pending-orders.server.ts";
import { settle } from "#app/models/order/payment/payment.server.ts";
import { removeCoupon, applyCoupon } from "#app/models/cart/coupon.server.ts";
import type { CartId } from "#app/models/shared/ids.ts";
import { untilText } from "#app/models/store/format-date.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { moveTestPayment } from "#app/services/payment/payment-embedded.server.ts";
import { NOW } from "#tests/support/now.ts";
import { cartWith, commandFor, details, parcelVariant } from "#tests/support/people/checkout.ts";
import { customerWithBrowser, orderOf } from "#tests/support/people/customer.ts";
import { reportEvent, statusOf } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { rowOf } from "#tests/support/shops/rows.ts";

useTestDatabase();

const SHOPPERS = 200;
const LATER = new Date(NOW.getTime() + 40 * 60_000);

type Changes = Readonly<{ rules?: Readonly<Record<string, unknown>>; max_uses?: number | null }>;

/** The demo's £5 off £40, without limits or with these. */
async function fiverOff({ rules = {}, max_uses = null }: Changes = {}): Promise<string> {
  const row = db().selectFrom("coupons").selectAll().where("code", "=", "FIVEROFF");
  const stored = JSON.parse((await row.executeTakeFirstOrThrow()).rules) as object;
  const all = { ...stored, single_use_per_customer: false, ...rules };
  await setCoupon("FIVEROFF", { minimum_spend_minor: 0, max_uses, rules: JSON.stringify(all) });
  return "FIVEROFF";
}

type Columns = Readonly<{ minimum_spend_minor: number; max_uses?: number | null; rules?: string }>;

async function setCoupon(code: string, changes: Columns): Promise<void> {
  await db().updateTable("coupons").set(changes).where("code", "=", code).execute();
}

async function basketWith(code: string, units = 2): Promise<CartId> {
  const cart = await cartWith({ [await parcelVariant(500)]: units });
  const entered = await applyCoupon(cart, code, NOW);
  if (!entered.ok) throw new Error(entered.code);
  return cart.id;
}

async function pricing(cartId: CartId) {
  const cart = await findCart(cartId);
  if (!cart) throw new Error("There is no cart");
  return priceCart(cart, { now: NOW });
}

async function order(cartId: CartId, email = "hannah@example.com") {
  return checkOut(await commandFor(cartId, details({ email })), NOW);
}

async function basketThatPaysDelivery() {
  for (let skip = 0; skip < 20; skip += 1) {
    const cart = await cartWith({ [await parcelVariant(9, skip)]: 1 });
    const { totals } = await priceCart(cart, { now: NOW });
    if (totals.delivery && totals.delivery.minor > 0) return cart;
  }
  throw new Error("Everything in the demo catalogue travels free");
}

async function uses() {
  const row = db().selectFrom("coupons").select("use_count").where("code", "=", "FIVEROFF");
  const { use_count: used } = await row.executeTakeFirstOrThrow();
  const rows = await db().selectFrom("coupon_uses").select("order_id").execute();
  return { used, rows: rows.length };
}

type Ordered = Awaited<ReturnType<typeof checkOut>>;
const codesOf = (answers: ReadonlyArray<Ordered>) =>
  answers.map((answer) => (answer.ok ? "ordered" : answer.code));

test("a coupon reduces the items, their VAT and the total, and is counted once", async () => {
  const cartId = await basketWith(await fiverOff());
  const before = await pricing(cartId);

  const placed = await order(cartId);

  const row = await db().selectFrom("orders").selectAll().executeTakeFirstOrThrow();
  const lines = await db().selectFrom("order_lines").select("discount_minor").execute();
  expect(placed.ok).toBe(true);
  expect(before.totals).toMatchObject({ discount: { minor: 500 }, coupon: "FIVEROFF" });
  expect(JSON.parse(row.totals)).toMatchObject({ discount: { minor: 500 }, coupon: "FIVEROFF" });
  expect(row.total_minor).toBe(before.totals.items.minor - 500 + (before.totals.delivery?.minor ?? 0));
  expect(lines.map(({ discount_minor }) => discount_minor)).toEqual([500]);
  expect(await uses()).toEqual({ used: 1, rows: 1 });
});

test("a code is found in every spelling, and an unknown one leaves the cart unchanged", async () => {
  const cart = await cartWith({ [await parcelVariant(9)]: 3 });
  await fiverOff();

  expect(await applyCoupon(cart, "nothing-26", NOW)).toMatchObject({ code: "coupon-unknown" });
  expect((await findCart(cart.id))?.couponCode).toBeNull();
  expect((await applyCoupon(cart, "  fiveroff ", NOW)).ok).toBe(true);
  expect(await findCart(cart.id)).toMatchObject({ couponCode: "FIVEROFF", version: cart.version });
  await removeCoupon(cart.id, NOW);
  expect((await pricing(cart.id)).totals).toMatchObject({ discount: { minor: 0 }, coupon: null });
});

test("free delivery by coupon makes only its own methods free", async () => {
  const cart = await basketThatPaysDelivery();
  await setCoupon("POSTFREE", { minimum_spend_minor: 0 });
  const before = await priceCart(cart, { now: NOW });

  await applyCoupon(cart, "postfree", NOW);

  const after = await pricing(cart.id);
  const price = (priced: typeof after, method: string) =>
    priced.options.find((option) => option.method === method)?.price.minor;
  expect(price(before, "standard")).toBeGreaterThan(0);
  expect(price(after, "standard")).toBe(0);
  expect(price(after, "express")).toBe(price(before, "express"));
});

test("a cart that no longer qualifies retains its coupon and shows why it has no effect", async () => {
  const cartId = await basketWith(await fiverOff(), 2);
  await setCoupon("FIVEROFF", { minimum_spend_minor: 9_000_000 });

  const { totals, coupon } = await pricing(cartId);

  expect(totals).toMatchObject({ discount: { minor: 0 }, coupon: null });
  expect(coupon).toMatchObject({ ok: false, code: "coupon-minimum" });
});

test("of 200 concurrent shoppers with a single-use coupon one redeems it, and the others see that and pay nothing (R-14)", async () => {
  await fiverOff({ max_uses: 1 });
  const carts: Array<CartId> = [];
  for (let index = 0; index < SHOPPERS; index += 1) carts.push(await basketWith("FIVEROFF", 1));
  const commands = [];
  for (const [index, cartId] of carts.entries())
    commands.push(await commandFor(cartId, details({ email: `shopper${index}@example.com` })));

  const answers = await Promise.all(commands.map((command) => checkOut(command, NOW)));

  const codes = codesOf(answers);
  expect(codes.filter((code) => code === "ordered")).toHaveLength(1);
  // Refused inside the placing, or already when it was priced anew.
  const reported = codes.filter((code) => code === "coupon-in-use" || code === "total-changed");
  expect(reported).toHaveLength(SHOPPERS - 1);
  expect(await uses()).toEqual({ used: 1, rows: 1 });
  expect(await db().selectFrom("orders").select("id").execute()).toHaveLength(1);
}, 120_000);

test('"once for each customer" holds for concurrent orders with one address, in every spelling', async () => {
  await fiverOff({ rules: { single_use_per_customer: true } });
  const [one, other] = [await basketWith("FIVEROFF"), await basketWith("FIVEROFF")];
  const commands = [
    await commandFor(one, details({ email: "hannah@example.com" })),
    await commandFor(other, details({ email: "Hannah@Example.com" })),
  ];

  const answers = await Promise.all(commands.map((command) => checkOut(command, NOW)));

  const codes = codesOf(answers).sort();
  expect(codes[0] === "coupon-in-use" || codes[1] === "total-changed").toBe(true);
  expect(codes).toContain("ordered");
  expect(await uses()).toEqual({ used: 1, rows: 1 });
});

test.each([
  ["the last use of a code", { max_uses: 1 }, "martha@example.com"],
  ["the customer's own use of it", { rules: { single_use_per_customer: true } }, "hannah@example.com"],
])("%s is in use, not gone, while a person looks at the payment that holds it", async (_, limits, email) => {
  await fiverOff(limits);
  const second = await basketWith("FIVEROFF");
  const placed = await order(await basketWith("FIVEROFF"));
  if (!placed.ok) throw new Error(placed.code);
  const paymentId = placed.value.url.split("/").at(-1) ?? "";
  await reportEvent(paymentId, "paid", { minor: 1 });
  expect(await statusOf(placed.value.orderId)).toBe("payment-review");
  const { expires_at: until } = await rowOf("orders", { id: placed.value.orderId });
  expect(until > new Date(NOW.getTime() + 9 * 86_400_000).toISOString()).toBe(true);

  const found = await findCart(second);
  const { coupon } = await priceCart(found!, { now: NOW, person: { customerId: null, email } });

  const inUse = {
    ok: false,
    code: "coupon-in-use",
    detail: { until: untilText(until, NOW, await findStore()) },
  };
  expect(coupon).toMatchObject(inUse);
  await cancelOrder(placed.value.orderId, { by: "owner", now: NOW, reason: "wrong sum" });
  expect((await pricing(second)).coupon).toMatchObject({ ok: true });
});

test("an unpaid order releases its coupon, and a new attempt with the same cart retains it", async () => {
  await fiverOff({ max_uses: 1, rules: { single_use_per_customer: true } });
  const cartId = await basketWith("FIVEROFF");
  await order(cartId);
  const again = await order(cartId);
  const held = await uses();

  await releaseStaleOrders(LATER);

  expect(again.ok).toBe(true);
  expect(held).toEqual({ used: 1, rows: 1 });
  expect(await uses()).toEqual({ used: 0, rows: 0 });
  expect((await pricing(cartId)).totals.coupon).toBe("FIVEROFF");
});

test("a late payment redeems the coupon again, beyond its limit", async () => {
  await fiverOff({ max_uses: 1 });
  const placed = await order(await basketWith("FIVEROFF"));
  if (!placed.ok) throw new Error(placed.code);
  const { orderId, url } = placed.value;
  await db().updateTable("orders").set({ status: "declined" }).execute();
  await db().deleteFrom("coupon_uses").execute();
  await moveTestPayment(url.split("/").at(-1) ?? "", { from: ["pending"], to: "paid", at: NOW });

  await settle(orderId, NOW);

  expect(await uses()).toMatchObject({ rows: 1 });
});

test("a first-order coupon recognises a customer by account and by address", async () => {
  await fiverOff({ rules: { first_order_only: true } });
  const { customer } = await customerWithBrowser();
  await orderOf(customer.id);
  const cart = await cartWith({ [await parcelVariant(9)]: 2 });

  const byAccount = await applyCoupon({ ...cart, customerId: customer.id }, "FIVEROFF", NOW);
  const stranger = await applyCoupon(cart, "FIVEROFF", NOW);

  expect(byAccount).toMatchObject({ code: "coupon-first-order" });
  expect(stranger.ok).toBe(true);
});
