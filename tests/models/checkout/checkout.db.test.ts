import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { addToCart, findCart } from "#app/models/cart/cart.server.ts";
import { checkOut, findShortage } from "#app/models/checkout/checkout.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { settle } from "#app/models/order/payment/payment.server.ts";
import { decideTestPayment } from "#app/models/order/payment/test-payment.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { embeddedPayments } from "#app/services/payment/payment-embedded.server.ts";
import { connectPayments } from "#app/services/payment/payment.server.ts";
import { NOW } from "#tests/support/now.ts";
import {
  cartWith,
  commandFor,
  countRows,
  details,
  parcelVariant,
  placedOrder,
  setStock,
  stockOf,
} from "#tests/support/people/checkout.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

/** An unpaid order holds its stock for half an hour. */
const HOLD_MS = 30 * 60_000;

useTestDatabase();

const SHOPPERS = 200;

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

  const first = await findOrder((await placedOrder({ [variantId]: 1 })).orderId);
  const second = await findOrder((await placedOrder({ [variantId]: 1 })).orderId);

  expect(String(first?.number)).toMatch(/^[1-9]\d{7}$/);
  expect(Math.abs((second?.number ?? 0) - (first?.number ?? 0))).toBeGreaterThan(1);
});

test("twenty concurrent submissions for the last unit make one order and one payment (R-07)", async () => {
  const variantId = await parcelVariant(1);
  const cart = await cartWith({ [variantId]: 1 });
  const command = await commandFor(cart.id);

  const answers = await Promise.all(Array.from({ length: 20 }, () => checkOut(command, NOW)));

  expect(answers.map((answer) => answer.ok)).toEqual(Array.from({ length: 20 }, () => true));
  expect(new Set(answers.map((answer) => answer.ok && answer.value.url)).size).toBe(1);
  expect([
    await countRows("orders"),
    await countRows("payments"),
    await countRows("embedded_payments"),
  ]).toEqual([1, 1, 1]);
  expect(await stockOf(variantId)).toEqual({ on_hand: 1, reserved: 1 });
});

test("the same attempt with another cart is refused and charges nothing (R-08)", async () => {
  const variantId = await parcelVariant(50);
  const { cart, command } = await placedOrder({ [variantId]: 1 });
  await addToCart(cart.id, [{ variantId, quantity: 1 }], NOW);

  const again = await checkOut(command, NOW);

  expect(again).toMatchObject({ ok: false, code: "cart-changed" });
  expect(await countRows("orders")).toBe(1);
});

test("the same attempt with another address is refused, because the order must go where the form says", async () => {
  const variantId = await parcelVariant(50);
  const { command } = await placedOrder({ [variantId]: 1 });

  const again = await checkOut({ ...command, details: details({ delivery_address1: "15 Slad Road" }) }, NOW);

  expect(again).toMatchObject({ ok: false, code: "cart-changed" });
});

test("a price that rose since the page was shown needs confirmation and is not charged (R-11)", async () => {
  const variantId = await parcelVariant(50);
  const cart = await cartWith({ [variantId]: 1 });
  const command = await commandFor(cart.id);

  const cheaper = await checkOut({ ...command, agreedTotal: command.agreedTotal - 1 }, NOW);
  const dearer = await checkOut({ ...command, agreedTotal: command.agreedTotal + 1 }, NOW);

  expect(cheaper).toMatchObject({ ok: false, code: "total-changed", detail: { total: command.agreedTotal } });
  expect(dearer).toMatchObject({ ok: false, code: "total-changed" });
  expect(await countRows("orders")).toBe(0);
});

test("a cart changed in another tab needs confirmation in this tab, also for the same total (R-10)", async () => {
  const variantId = await parcelVariant(50);
  const cart = await cartWith({ [variantId]: 1 });
  const command = await commandFor(cart.id);

  const stale = await checkOut({ ...command, cartVersion: cart.version - 1 }, NOW);

  expect(stale).toMatchObject({ ok: false, code: "cart-changed" });
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
  const variantId = await parcelVariant(1);
  const { cart, command, paymentId, orderId } = await placedOrder({ [variantId]: 1 });
  await addToCart(cart.id, [{ variantId: await parcelVariant(5, 1), quantity: 1 }], NOW);
  await decideTestPayment(paymentId, { decision: "pay" }, NOW);
  await settle(orderId, NOW);
  await setStock(variantId, 1);
  await addToCart(cart.id, [{ variantId, quantity: 1 }], NOW);
  await setStock(variantId, 0);

  const soldOut = await findCart(cart.id);
  if (!soldOut) throw new Error("The basket is gone");

  expect(await findShortage(soldOut, newId("attempt"))).toMatchObject({ code: "insufficient-stock" });
  expect(await findShortage(soldOut, command.attemptId)).toBeNull();
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
  const variantId = await parcelVariant(1);
  const { cart, orderId, paymentId } = await placedOrder({ [variantId]: 1 });
  const second = await commandFor(cart.id);

  const answer = await checkOut(second, NOW);

  expect(answer).toMatchObject({ ok: true });
  expect((await findOrder(orderId))?.status).toBe("cancelled");
  expect(await stockOf(variantId)).toEqual({ on_hand: 1, reserved: 1 });
  const tooLate = await decideTestPayment(paymentId, { decision: "pay" }, NOW);
  expect(tooLate).toMatchObject({ ok: false });
});

test("a cart that was paid in another tab is not ordered again", async () => {
  const variantId = await parcelVariant(10);
  const { cart, orderId, paymentId } = await placedOrder({ [variantId]: 1 });
  const second = await commandFor(cart.id);
  await decideTestPayment(paymentId, { decision: "pay" }, NOW);

  const answer = await checkOut(second, NOW);

  expect(answer).toMatchObject({ ok: false, code: "already-ordered", detail: { orderId } });
  expect(await countRows("orders")).toBe(1);
});

test("a payment in progress does not allow a second one", async () => {
  const variantId = await parcelVariant(10);
  const { cart, paymentId } = await placedOrder({ [variantId]: 1 });
  const second = await commandFor(cart.id);
  await decideTestPayment(paymentId, { decision: "pay-later" }, NOW);

  const answer = await checkOut(second, NOW);

  expect(answer).toMatchObject({ ok: false, code: "payment-under-way" });
});

test("Back after paying: the same attempt reports that the order is placed (R-09)", async () => {
  const variantId = await parcelVariant(10);
  const { command, orderId, paymentId } = await placedOrder({ [variantId]: 1 });
  await decideTestPayment(paymentId, { decision: "pay" }, NOW);
  await checkOut(command, NOW);

  const again = await checkOut(command, NOW);

  expect(again).toMatchObject({ ok: false, code: "already-ordered", detail: { orderId } });
  expect(await countRows("embedded_payments")).toBe(1);
});

test("a payment page that cannot be opened leaves cart and order unchanged, and the same attempt continues (P-09)", async () => {
  const variantId = await parcelVariant(10);
  const cart = await cartWith({ [variantId]: 1 });
  const command = await commandFor(cart.id);
  connectPayments({
    ...embeddedPayments,
    open: async () => ({ ok: false, code: "payment-unavailable", detail: {} }),
  });

  const failed = await checkOut(command, NOW);
  connectPayments(null);
  const again = await checkOut(command, NOW);

  expect(failed).toMatchObject({ ok: false, code: "payment-unavailable" });
  expect(again).toMatchObject({ ok: true });
  expect(await countRows("orders")).toBe(1);
  expect((await findCart(cart.id))?.lines).toHaveLength(1);
});

test("items that sell out while the form is filled in are named, and the cart stays", async () => {
  const variantId = await parcelVariant(3);
  const cart = await cartWith({ [variantId]: 3 });
  const command = await commandFor(cart.id);
  await setStock(variantId, 1);

  const answer = await checkOut(command, NOW);

  expect(answer).toMatchObject({
    ok: false,
    code: "insufficient-stock",
    detail: { available: 1, requested: 3 },
  });
  expect((await findCart(cart.id))?.lines).toHaveLength(1);
  expect(await stockOf(variantId)).toEqual({ on_hand: 1, reserved: 0 });
});

test("a delivery option that does not serve the postcode is refused", async () => {
  const variantId = await parcelVariant(3);
  const cart = await cartWith({ [variantId]: 1 });
  const command = await commandFor(cart.id);

  const toJersey = details({ method: "express", delivery_postal_code: "JE2 3AB" });
  const answer = await checkOut({ ...command, details: toJersey }, NOW);

  expect(answer).toMatchObject({ ok: false, code: "delivery-unavailable" });
});
