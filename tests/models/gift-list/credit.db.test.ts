import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { registerListeners } from "#app/listeners.server.ts";
import { applyCoupon } from "#app/models/cart/coupon.server.ts";
import { checkOut } from "#app/models/checkout/checkout.server.ts";
import { findCredit, makeCredit } from "#app/models/gift-list/credit.server.ts";
import { cancelOrder } from "#app/models/order/cancel.server.ts";
import { findBreaks } from "#app/models/order/invariants/invariants.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { settle } from "#app/models/order/payment/payment.server.ts";
import { decideTestPayment } from "#app/models/order/payment/test-payment.server.ts";
import { money } from "#app/models/shared/money.ts";
import { NOW } from "#tests/support/now.ts";
import { cartWith, commandFor, parcelVariant } from "#tests/support/people/checkout.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();
registerListeners();

const BEFORE = () => new Date(NOW.getTime() - 60_000);
const newCredit = (minor: number) => makeCredit(money(minor, "GBP"), BEFORE());

async function cartWithCredit(code: string, variant: number) {
  const cart = await cartWith({ [variant]: 1 });
  return { cart, applied: await applyCoupon(cart, code, NOW) };
}

/** An order that waits for its payment, with what the credit saved. */
async function placed(code: string, variant: number) {
  const { cart, applied } = await cartWithCredit(code, variant);
  if (!applied.ok) throw new Error(applied.code);
  const done = await checkOut(await commandFor(cart.id), NOW);
  if (!done.ok) throw new Error(done.code);
  const { orderId, url } = done.value;
  const order = await findOrder(orderId);
  const discount = order?.totals.discount.minor ?? 0;
  return { orderId, discount, paymentId: url.split("/").at(-1) ?? "" };
}

async function paid(code: string, variant: number) {
  const order = await placed(code, variant);
  await decideTestPayment(order.paymentId, { decision: "pay" }, NOW);
  await settle(order.orderId, NOW);
  return order;
}

const left = async (code: string) => {
  const row = await db()
    .selectFrom("coupons")
    .select(["amount", "max_uses", "use_count"])
    .where("code", "=", code)
    .executeTakeFirstOrThrow();
  return { amount: row.amount, uses: (row.max_uses ?? 0) - row.use_count };
};

const cancel = (orderId: Awaited<ReturnType<typeof placed>>["orderId"]) =>
  cancelOrder(orderId, { by: "customer", reason: "changed my mind", now: NOW });

const couponBreaks = async () =>
  (await findBreaks(db())).filter(({ invariant }) => !invariant.includes("stock"));

test("what an order leaves of a credit stays on the code, until nothing is left", async () => {
  const variant = await parcelVariant(20);
  const code = await newCredit(10_000);

  const { discount } = await paid(code, variant);

  expect(discount).toBeGreaterThan(0);
  expect(discount).toBeLessThan(10_000);
  expect(await left(code)).toEqual({ amount: 10_000 - discount, uses: 1 });
  expect((await findCredit(code))?.name).toContain(String((10_000 - discount) / 100));
  const second = await paid(code, variant);
  expect(second.discount).toBe(Math.min(discount, 10_000 - discount));
  expect(await left(code)).toEqual({ amount: 10_000 - discount - second.discount, uses: 0 });
  expect((await cartWithCredit(code, variant)).applied).toMatchObject({ code: "coupon-used-up" });
  expect(await couponBreaks()).toEqual([]);
});

test("an order that is cancelled gives back what it took, and no more", async () => {
  const variant = await parcelVariant(20);
  const code = await newCredit(20_000);
  const [first, second] = [await paid(code, variant), await paid(code, variant)];

  await cancel(first.orderId);
  await cancel(first.orderId);

  expect(await left(code)).toEqual({ amount: 20_000 - second.discount, uses: 1 });
  await cancel(second.orderId);
  expect(await left(code)).toEqual({ amount: 20_000, uses: 1 });
  expect(await couponBreaks()).toEqual([]);
});

test("while an order with the code waits for its payment no other uses it, also when one is cancelled", async () => {
  const variant = await parcelVariant(20);
  const code = await newCredit(20_000);
  const first = await paid(code, variant);
  const waiting = await placed(code, variant);
  expect((await cartWithCredit(code, variant)).applied).toMatchObject({ code: "coupon-used-up" });

  await cancel(first.orderId);

  expect(await left(code)).toEqual({ amount: 20_000, uses: 0 });
  await cancel(waiting.orderId);
  expect(await left(code)).toEqual({ amount: 20_000, uses: 1 });
  expect(await couponBreaks()).toEqual([]);
});

test("a price from before another order took its part of the credit is not accepted", async () => {
  const variant = await parcelVariant(20);
  const code = await newCredit(6_000);
  const { cart } = await cartWithCredit(code, variant);
  const command = await commandFor(cart.id);
  const { discount } = await paid(code, variant);
  expect(discount).toBeGreaterThan(3_000);

  expect(await checkOut(command, NOW)).toMatchObject({ ok: false });

  expect(await left(code)).toEqual({ amount: 6_000 - discount, uses: 1 });
});

test("two orders that are cancelled and paid at once leave the credit whole", async () => {
  const variant = await parcelVariant(20);
  const code = await newCredit(20_000);
  const first = await paid(code, variant);
  const second = await placed(code, variant);
  await decideTestPayment(second.paymentId, { decision: "pay" }, NOW);

  await Promise.all([cancel(first.orderId), settle(second.orderId, NOW)]);

  expect(await left(code)).toEqual({ amount: 20_000 - second.discount, uses: 1 });
  expect(await couponBreaks()).toEqual([]);
});
