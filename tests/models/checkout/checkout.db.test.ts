import { afterEach, describe, expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { addToCart, findCart } from "#app/models/cart/cart.server.ts";
import { applyCoupon } from "#app/models/cart/coupon.server.ts";
import { checkOut, findProblem } from "#app/models/checkout/checkout.server.ts";
import { cancelOrder } from "#app/models/order/cancel.server.ts";
import { findBreaks } from "#app/models/order/invariants/invariants.server.ts";
import { findOrder, findOrderByAttempt } from "#app/models/order/order.server.ts";
import { settle } from "#app/models/order/payment/payment.server.ts";
import { decideTestPayment } from "#app/models/order/payment/test-payment.server.ts";
import { createCoupon } from "#app/models/coupon/admin-coupons.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { embeddedPayments } from "#app/services/payment/payment-embedded.server.ts";
import { connectPayments } from "#app/services/payment/payment.server.ts";
import { NOW } from "#tests/support/now.ts";
import { couponTerms } from "#tests/support/people/coupon-terms.ts";
import {
  cartWith,
  commandFor,
  countRows,
  details,
  jobKinds,
  parcelVariant,
  placedOrder,
  setStock,
  stockOf,
} from "#tests/support/people/checkout.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

/** An unpaid order holds its stock for half an hour. */
const HOLD_MS = 30 * 60_000;
const SHOPPERS = 200;

/** A basket with `units` of one variant, of which there are `stock`, and what its buyer sends from the page. */
async function readyToPay(stock: number, units = 1) {
  const variantId = await parcelVariant(stock);
  const cart = await cartWith({ [variantId]: units });
  return { variantId, cart, command: await commandFor(cart.id) };
}

/** The same basket, ordered; its payment waits. */
async function placedOne(stock: number) {
  const variantId = await parcelVariant(stock);
  return { variantId, ...(await placedOrder({ [variantId]: 1 })) };
}

test("a cart becomes an order that reserves its stock and awaits payment", async () => {
  const variantId = await parcelVariant(5);

  const { orderId, paymentId, total, cart } = await placedOrder({ [variantId]: 2 });

  const order = await findOrder(orderId);
  expect(order).toMatchObject({
    status: "awaiting-payment",
    cartId: cart.id,
    email: "hannah@example.com",
    lines: [{ variantId, quantity: 2 }],
    delivery: { method: "standard" },
    expiresAt: new Date(NOW.getTime() + HOLD_MS).toISOString(),
  });
  expect(order?.totals.total.minor).toBe(total);
  expect(order?.delivery.promises[0]?.when).toMatch(/^\w+day \d+/);
  expect(await stockOf(variantId)).toEqual({ on_hand: 5, reserved: 2 });
  expect(paymentId).toMatch(/^test_/);
  expect(await findCart(cart.id)).not.toBeNull();
});

test("order numbers have eight digits and are not sequential", async () => {
  const variantId = await parcelVariant(5);
  const placed = [await placedOrder({ [variantId]: 1 }), await placedOrder({ [variantId]: 1 })];
  const [first = 0, second = 0] = await Promise.all(
    placed.map(async ({ orderId }) => (await findOrder(orderId))?.number ?? 0),
  );

  expect(String(first)).toMatch(/^[1-9]\d{7}$/);
  expect(Math.abs(second - first)).toBeGreaterThan(1);
});

test("twenty concurrent submissions for the last unit make one order and one payment (R-07)", async () => {
  const { variantId, command } = await readyToPay(1);

  const answers = await Promise.all(Array.from({ length: 20 }, () => checkOut(command, NOW)));

  expect(answers.map((answer) => answer.ok)).toEqual(Array.from({ length: 20 }, () => true));
  expect(new Set(answers.map((answer) => answer.ok && answer.value.url)).size).toBe(1);
  for (const table of ["orders", "payments", "embedded_payments"] as const)
    expect(await countRows(table)).toBe(1);
  expect(await stockOf(variantId)).toEqual({ on_hand: 1, reserved: 1 });
});

test("the same attempt with another cart, other items or another address is refused and charges nothing (R-08)", async () => {
  const { variantId, cart, command } = await placedOne(50);
  const changed = { ok: false, code: "cart-changed" };
  const elsewhere = details({ delivery_address1: "15 Slad Road" });
  const stranger = await commandFor((await cartWith({ [variantId]: 1 })).id);

  expect(await checkOut({ ...stranger, attemptId: command.attemptId }, NOW)).toMatchObject(changed);
  expect(await checkOut({ ...command, details: elsewhere }, NOW)).toMatchObject(changed);
  await addToCart(cart.id, [{ variantId, quantity: 1 }], NOW);
  expect(await checkOut(command, NOW)).toMatchObject(changed);

  expect(await countRows("orders")).toBe(1);
});

test("a total or a cart other than the page showed needs confirmation and is not charged (R-10, R-11)", async () => {
  const { cart, command } = await readyToPay(50);
  const { agreedTotal: total } = command;

  for (const agreedTotal of [total - 1, total + 1])
    expect(await checkOut({ ...command, agreedTotal }, NOW)).toMatchObject({
      ok: false,
      code: "total-changed",
      detail: { total },
    });
  // Changed in another tab, also for the same total.
  expect(await checkOut({ ...command, cartVersion: cart.version - 1 }, NOW)).toMatchObject({
    ok: false,
    code: "cart-changed",
  });
  expect(await countRows("orders")).toBe(0);
});

test("of 200 concurrent shoppers for the last unit one gets an order, and 199 are refused", async () => {
  const variantId = await parcelVariant(1);
  const carts = [];
  for (let index = 0; index < SHOPPERS; index += 1) carts.push(await cartWith({ [variantId]: 1 }));
  const commands = await Promise.all(carts.map((cart) => commandFor(cart.id)));

  const answers = await Promise.all(commands.map((command) => checkOut(command, NOW)));

  const codes = answers.map((answer) => (answer.ok ? "ordered" : answer.code));
  expect(codes.filter((code) => code === "ordered")).toHaveLength(1);
  expect(codes.filter((code) => code === "insufficient-stock")).toHaveLength(SHOPPERS - 1);
  expect(await stockOf(variantId)).toEqual({ on_hand: 1, reserved: 1 });
  expect([await countRows("orders"), await countRows("payments")]).toEqual([1, 1]);
  const refusal = answers.find((answer) => !answer.ok);
  expect(refusal?.ok === false && String(refusal.detail["name"])).toMatch(/\w/);
}, 120_000);

test("a buyer who comes too late is refused at once, while another transaction locks the stock row (R-01)", async () => {
  const variantId = await parcelVariant(1);
  const [winner, loser] = [await cartWith({ [variantId]: 1 }), await cartWith({ [variantId]: 1 })];
  const [command, tooLate] = [await commandFor(winner.id), await commandFor(loser.id)];
  await checkOut(command, NOW);
  const again = await commandFor(winner.id);

  const answers = await db()
    .transaction()
    .execute(async (holder) => {
      await holder
        .updateTable("variants")
        .set((row) => ({ reserved: row.ref("reserved") }))
        .where("id", "=", variantId)
        .execute();
      return checkOut(tooLate, NOW);
    });

  expect(answers).toMatchObject({
    ok: false,
    code: "insufficient-stock",
    detail: { variantId, requested: 1, available: 0, name: expect.stringMatching(/\w/) as string },
  });
  expect(await countRows("orders")).toBe(1);
  // What the basket's own order holds is not held against it, in the same form or in a new one.
  expect(await checkOut(command, NOW)).toMatchObject({ ok: true });
  expect(await checkOut(again, NOW)).toMatchObject({ ok: true });
});

test("a second submission after the first was paid reports the order as placed, not as sold out", async () => {
  const { variantId, cart, command, paymentId, orderId } = await placedOne(1);
  await addToCart(cart.id, [{ variantId: await parcelVariant(5, 1), quantity: 1 }], NOW);
  await decideTestPayment(paymentId, { decision: "pay" }, NOW);
  await settle(orderId, NOW);
  await setStock(variantId, 1);
  await addToCart(cart.id, [{ variantId, quantity: 1 }], NOW);
  await setStock(variantId, 0);

  const soldOut = (await findCart(cart.id))!;

  expect(await findProblem(soldOut, newId("attempt"))).toMatchObject({ code: "insufficient-stock" });
  expect(await findProblem(soldOut, command.attemptId)).toBeNull();
  expect(await checkOut(command, NOW)).toMatchObject({ code: "already-ordered", detail: { orderId } });
});

test("orders for the same two items in opposite order do not deadlock (R-04)", async () => {
  const first = await parcelVariant(100);
  const second = await parcelVariant(100, 1);
  const commands = [];
  for (let index = 0; index < 40; index += 1) {
    const cart = await cartWith(index % 2 === 0 ? { [first]: 1, [second]: 1 } : { [second]: 1, [first]: 1 });
    commands.push(await commandFor(cart.id));
  }

  const answers = await Promise.all(commands.map((command) => checkOut(command, NOW)));

  expect(answers.every((answer) => answer.ok)).toBe(true);
  expect(await stockOf(first)).toEqual({ on_hand: 100, reserved: 40 });
});

test("a new attempt replaces the shopper's own earlier one, and the last unit stays available to them", async () => {
  const { variantId, cart, orderId, paymentId } = await placedOne(1);

  expect(await checkOut(await commandFor(cart.id), NOW)).toMatchObject({ ok: true });

  expect((await findOrder(orderId))?.status).toBe("cancelled");
  expect(await stockOf(variantId)).toEqual({ on_hand: 1, reserved: 1 });
  const tooLate = await decideTestPayment(paymentId, { decision: "pay" }, NOW);
  expect(tooLate).toMatchObject({ ok: false });
});

test.each([
  ["a cart that was paid in another tab is not ordered again", "pay", false, "already-ordered"],
  ["a payment in progress does not allow a second one", "pay-later", false, "payment-under-way"],
  ["Back after paying: the same attempt reports the order as placed (R-09)", "pay", true, "already-ordered"],
] as const)("%s", async (_, decision, isSame, code) => {
  const { cart, command, orderId, paymentId } = await placedOne(10);
  const next = isSame ? command : await commandFor(cart.id);
  await decideTestPayment(paymentId, { decision }, NOW);

  if (isSame) await checkOut(next, NOW);

  expect(await checkOut(next, NOW)).toMatchObject({
    ok: false,
    code,
    detail: code === "already-ordered" ? { orderId } : {},
  });
  expect([await countRows("orders"), await countRows("embedded_payments")]).toEqual([1, 1]);
});

test("a payment page that cannot be opened leaves cart and order unchanged, and the same attempt continues (P-09)", async () => {
  const { cart, command } = await readyToPay(10);
  const closed = { ok: false, code: "payment-unavailable", detail: {} } as const;
  connectPayments({ ...embeddedPayments, open: async () => closed });

  expect(await checkOut(command, NOW)).toMatchObject({ ok: false, code: "payment-unavailable" });
  connectPayments(null);
  expect(await checkOut(command, NOW)).toMatchObject({ ok: true });

  expect(await countRows("orders")).toBe(1);
  expect((await findCart(cart.id))?.lines).toHaveLength(1);
});

describe("an order that a discount pays", () => {
  const COLLECTED = details({ method: "collection", collector_phone: "07700 900142" });

  /** The basket of `units` of an item with a code that leaves `left` (minor units) to pay. */
  async function discounted(left: number) {
    const variantId = await parcelVariant(5);
    const cart = await cartWith({ [variantId]: 1 });
    const amountOff = cart.lines[0]!.price.now.minor - left;
    await createCoupon(couponTerms({ code: "NEARLY", amountOff }), NOW);
    await applyCoupon(cart, "NEARLY", NOW);
    return { variantId, command: await commandFor(cart.id, COLLECTED) };
  }

  afterEach(() => connectPayments(null));

  test.each([
    ["embedded", 0, 0],
    ["embedded", 20, 20],
    ["stripe", 20, 0],
    ["stripe", 30, 30],
  ])(
    "with the provider %s and %i left asks for %i, and for nothing without a page",
    async (name, left, total) => {
      const opened: Array<number> = [];
      const open: typeof embeddedPayments.open = (attempt) => {
        opened.push(attempt.amount.minor);
        return embeddedPayments.open(attempt);
      };
      connectPayments({ ...embeddedPayments, name, open });
      const { variantId, command } = await discounted(left);

      const done = await checkOut(command, NOW);

      const order = await findOrderByAttempt(command.attemptId);
      expect(order).toMatchObject({
        status: total === 0 ? "paid" : "awaiting-payment",
        totals: { total: { minor: total } },
      });
      expect(opened).toEqual(total === 0 ? [] : [total]);
      if (total > 0) return;
      expect(done).toMatchObject({
        ok: true,
        value: { url: `/checkout/order-processing?order=${order?.id}` },
      });
      expect(await stockOf(variantId)).toEqual({ on_hand: 4, reserved: 0 });
      expect(await jobKinds()).toContain("order-confirmation");
      expect(await cancelOrder(order!.id, { by: "customer", reason: "asked", now: NOW })).toMatchObject({
        ok: true,
      });
      expect(await stockOf(variantId)).toEqual({ on_hand: 5, reserved: 0 });
      // The stock of the item was set behind the back of its history.
      const broken = await findBreaks(db(), { isYoung: true });
      expect(broken.filter(({ invariant }) => !invariant.includes("stock"))).toEqual([]);
    },
  );
});

test("items that sell out while the form is filled in are named, and the cart stays", async () => {
  const { variantId, cart, command } = await readyToPay(3, 3);
  await setStock(variantId, 1);

  expect(await checkOut(command, NOW)).toMatchObject({
    ok: false,
    code: "insufficient-stock",
    detail: { available: 1, requested: 3 },
  });
  expect((await findCart(cart.id))?.lines).toHaveLength(1);
  expect(await stockOf(variantId)).toEqual({ on_hand: 1, reserved: 0 });
});

test.each([
  ["of a product that is no longer sold", { is_visible: 0 }, "not-for-sale"],
  ["fewer than the minimum", { order_quantity_minimum: 4, order_quantity_maximum: 9 }, "quantity-too-small"],
  ["more than the maximum", { order_quantity_maximum: 1 }, "quantity-too-large"],
])("a basket with items %s is ordered by no number of presses", async (_, changes, code) => {
  const variantId = await parcelVariant(9);
  const cart = await cartWith({ [variantId]: 2, [await parcelVariant(9, 3)]: 1 });
  const { productId } = cart.lines.find((line) => line.variantId === variantId)!;
  await db().updateTable("products").set(changes).where("id", "=", productId).execute();

  // The page after each press shows the total of what is left.
  for (const press of [await commandFor(cart.id), await commandFor(cart.id)])
    expect(await checkOut(press, NOW)).toMatchObject({ ok: false, code, detail: { variantId } });

  expect(await countRows("orders")).toBe(0);
});

test.each([
  ["JE2 3AB", "express", "method-unavailable", /^Express.* is not available for this postcode/],
  ["JE2 3AB", "by-balloon", "method-unavailable", /do not offer/],
])("to %s by %s is refused with the reason", async (delivery_postal_code, method, code, reason) => {
  const { command } = await readyToPay(3);
  const typed = { ...details({ delivery_postal_code }), method };

  const answer = await checkOut({ ...command, details: typed }, NOW);

  expect(answer).toMatchObject({ ok: false, code });
  expect(!answer.ok && answer.detail["reason"]).toMatch(reason);
});
