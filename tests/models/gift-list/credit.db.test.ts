import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { registerListeners } from "#app/listeners.server.ts";
import { priceCart } from "#app/models/cart/cart.server.ts";
import { applyCoupon } from "#app/models/cart/coupon.server.ts";
import { checkOut } from "#app/models/checkout/checkout.server.ts";
import {
  acceptReturnAtDesk,
  cancelAtDesk,
  previewRefund,
  refundAtDesk,
} from "#app/models/desk/orders/money-steps.server.ts";
import { findCredit, makeCredit } from "#app/models/gift-list/credit.server.ts";
import { findFulfilmentHistory } from "#app/models/order/fulfilment.server.ts";
import { moneyOfOrders } from "#app/models/order/money.server.ts";
import { requestRefund } from "#app/models/order/refund.server.ts";
import { quoteReturn } from "#app/models/order/returns/return-quote.server.ts";
import { receiveReturn } from "#app/models/order/returns/return.server.ts";
import { deliverOrder } from "#app/models/order/shipments.server.ts";
import { cancelOrder } from "#app/models/order/cancel.server.ts";
import { findBreaks } from "#app/models/order/invariants/invariants.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { settle } from "#app/models/order/payment/payment.server.ts";
import { decideTestPayment } from "#app/models/order/payment/test-payment.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { formatMoney, money } from "#app/models/shared/money.ts";
import { untilText } from "#app/models/store/format-date.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { NOW } from "#tests/support/now.ts";
import { cartWith, commandFor, parcelVariant, placedOrder } from "#tests/support/people/checkout.ts";
import { person } from "#tests/support/people/desk/desk.ts";
import { logRows } from "#tests/support/people/desk/desk-orders.ts";
import { outcomeOf } from "#tests/support/people/desk/outcomes.ts";
import { reportEvent, sendShipment } from "#tests/support/people/order-life.ts";
import { askReturn } from "#tests/support/people/returned-items.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { rowOf } from "#tests/support/shops/rows.ts";

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
  const row = await rowOf("coupons", { code });
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

const numberOf = async (orderId: OrderId) => (await rowOf("orders", { id: orderId })).number;

test("a credit that goes back to its code counts towards a packer's daily limit: cancelled, refunded and returned", async () => {
  const variant = await parcelVariant(20);
  const code = await newCredit(20_000);
  const [first, second, third] = [
    await paid(code, variant),
    await paid(code, variant),
    await paid(code, variant),
  ];
  const { totals, lines } = (await findOrder(first.orderId))!;
  const all = totals.total.minor + first.discount;
  expect(first.discount).toBeGreaterThan(0);
  const number = await numberOf(first.orderId);
  const packer = await person("packer");
  const limited = (limit: number) =>
    db().updateTable("staff").set({ refund_limit_minor: limit }).where("id", "=", packer.staff.id).execute();
  const cancelling = () => outcomeOf(cancelAtDesk({ number, reason: "out of stock", shown: "paid" }, packer));
  await limited(all - 1);
  expect(await cancelling()).toBe("desk-refund-limit");
  expect(await left(code)).toMatchObject({ amount: 20_000 - 3 * first.discount });
  await limited(all);
  expect(await cancelling()).toBe("done");
  expect(await logRows("order-cancelled")).toMatchObject([{ amount_minor: all }]);

  const units = lines.map(({ quantity }) => quantity);
  const refund = { units, delivery: false };
  const shares = await previewRefund(await numberOf(second.orderId), refund);
  const shownMinor = shares.ok ? shares.value.given.amount.minor : -1;
  const form = { number: await numberOf(second.orderId), refund, shownMinor, key: "k1" };
  const refunding = () => outcomeOf(refundAtDesk({ ...form, isRestocked: true, reason: "broken" }, packer));
  await limited(all + shownMinor + second.discount - 1);
  expect(await refunding()).toBe("desk-refund-limit");
  await limited(all + shownMinor + second.discount);
  expect(await refunding()).toBe("done");

  await sendShipment(third.orderId);
  await deliverOrder(third.orderId, { by: "owner", now: NOW });
  const returnNumber = await askReturn(third.orderId, units);
  const accepting = () =>
    outcomeOf(acceptReturnAtDesk({ returnNumber, isRestocked: true, hasDelivery: false }, packer));
  const before = await left(code);
  expect(await accepting()).toBe("desk-refund-limit");
  await limited(10_000_000);
  expect(await accepting()).toBe("done");
  expect((await left(code)).amount - before.amount).toBe(third.discount);
  // The credit has paid for all but the delivery, which stays paid.
  expect(await logRows("return-accepted")).toMatchObject([{ amount_minor: third.discount }]);
});

const until = async ({ orderId }: Awaited<ReturnType<typeof placed>>) =>
  untilText((await rowOf("orders", { id: orderId })).expires_at, NOW, await findStore());

test("an open payment page holds what it takes of a credit, and the rest is free and said", async () => {
  const variant = await parcelVariant(20);
  const code = await newCredit(10_000);
  const first = await placed(code, variant);
  const rest = 10_000 - first.discount;
  expect(rest).toBeGreaterThan(0);
  expect(rest).toBeLessThan(first.discount);
  expect(await left(code)).toEqual({ amount: rest, uses: 1 });

  const { cart, applied } = await cartWithCredit(code, variant);
  expect(applied.ok).toBe(true);
  const priced = await priceCart({ ...cart, couponCode: code }, { now: NOW });
  expect(priced.totals.discount.minor).toBe(rest);
  expect(priced.coupon).toMatchObject({
    value: {
      message: `Credit for a gift. ${formatMoney(money(first.discount, "GBP"), "en-GB")} of it is in use in another checkout until ${await until(first)}.`,
    },
  });

  const second = await placed(code, variant);
  expect(second.discount).toBe(rest);
  expect((await cartWithCredit(code, variant)).applied).toMatchObject({
    code: "coupon-in-use",
    detail: { until: await until(first) },
  });
  await cancel(first.orderId);
  expect(await left(code)).toEqual({ amount: first.discount, uses: 1 });
  await decideTestPayment(second.paymentId, { decision: "pay" }, NOW);
  await settle(second.orderId, NOW);
  expect(await left(code)).toEqual({ amount: first.discount, uses: 1 });
  expect(await couponBreaks()).toEqual([]);
});

test("a basket whose own order holds the whole credit is priced with it, and pays with it again", async () => {
  const variant = await parcelVariant(20);
  const code = await newCredit(2_000);
  const { cart } = await cartWithCredit(code, variant);
  const first = await checkOut(await commandFor(cart.id), NOW);
  expect(await left(code)).toEqual({ amount: 0, uses: 0 });

  const second = await checkOut(await commandFor(cart.id), NOW);

  const ids = [first, second].map((done) => (done.ok ? done.value.orderId : done.code));
  expect(new Set(ids).size).toBe(2);
  const last = await findOrder(ids[1] as OrderId);
  expect(last?.totals.discount.minor).toBe(2_000);
  expect(await left(code)).toEqual({ amount: 0, uses: 0 });
  expect(await couponBreaks()).toEqual([]);
});

test("of two baskets that want more than a credit has, priced at once, one is told that its total changed", async () => {
  const variant = await parcelVariant(20);
  const code = await newCredit(6_000);
  const carts = [await cartWithCredit(code, variant), await cartWithCredit(code, variant)];
  const commands = await Promise.all(carts.map(({ cart }) => commandFor(cart.id)));

  const done = await Promise.all(commands.map((command) => checkOut(command, NOW)));

  expect(done.map((one) => (one.ok ? "ordered" : one.code)).sort()).toEqual(["ordered", "total-changed"]);
  expect(await couponBreaks()).toEqual([]);
});

test("an order that was placed before credits were taken then holds all of it until it is paid", async () => {
  const variant = await parcelVariant(20);
  const code = await newCredit(10_000);
  const waiting = await placed(code, variant);
  await db().updateTable("coupon_uses").set({ credit_minor: null }).execute();
  await db()
    .updateTable("coupons")
    .set((row) => ({ amount: 10_000, max_uses: row.ref("use_count") }))
    .where("code", "=", code)
    .execute();
  expect((await cartWithCredit(code, variant)).applied).toMatchObject({ code: "coupon-in-use" });

  await decideTestPayment(waiting.paymentId, { decision: "pay" }, NOW);
  await settle(waiting.orderId, NOW);

  expect(await left(code)).toEqual({ amount: 10_000 - waiting.discount, uses: 1 });
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

/** Four of an item, paid; a credit of `minor` paid for them as far as it went. */
async function paidWith(minor: number) {
  const variant = await parcelVariant(20);
  const code = await newCredit(minor);
  const { orderId, paymentId } = await placedOrder({ [variant]: 4 }, code);
  await decideTestPayment(paymentId, { decision: "pay" }, NOW);
  await settle(orderId, NOW);
  const { discount } = (await orderOf(orderId)).totals;
  return { orderId, paymentId, code, variant, discount: discount.minor, rest: minor - discount.minor };
}

async function orderOf(orderId: OrderId) {
  const order = await findOrder(orderId);
  if (!order) throw new Error("no order");
  return order;
}

const deliver = async ({ orderId }: Readonly<{ orderId: OrderId }>) => {
  await sendShipment(orderId);
  await deliverOrder(orderId, { by: "owner", now: NOW });
};

async function takeBack(orderId: OrderId, units: number, now = NOW) {
  const number = await askReturn(orderId, [units], { key: `r${units} ${now.toISOString()}`, now });
  const receipt = { isRestocked: true, hasDelivery: null, by: "owner", now } as const;
  const received = await receiveReturn(number, receipt);
  if (!received.ok) throw new Error(received.code);
  return received.value.refund.minor;
}

test.each([
  ["all of it", 100_000],
  ["a part of it", 3_333],
])("a credit that paid %s gets back its share of what is returned, to the penny", async (_, minor) => {
  const order = await paidWith(minor);
  const { orderId, code, discount, rest } = order;
  expect((await left(code)).amount).toBe(rest);
  await deliver(order);
  const life = await findFulfilmentHistory(orderId);
  const about = { life, store: await findStore(), now: NOW };
  const quoted = await quoteReturn(await orderOf(orderId), [{ units: 1, reason: "changed-mind" }], about);

  await takeBack(orderId, 1);

  const first = (await left(code)).amount - rest;
  expect(Math.abs(first - discount / 4)).toBeLessThan(1);
  expect(quoted).toMatchObject({ value: { credit: first } });
  await takeBack(orderId, 3);
  expect(await left(code)).toEqual({ amount: minor, uses: 1 });
  expect((await moneyOfOrders([orderId])).get(orderId)?.left.minor).toBe(0);
  expect(await couponBreaks()).toEqual([]);
});

test("units that are refunded before they are sent, and then the rest, give a credit back whole, once", async () => {
  const { orderId, code, discount, rest } = await paidWith(100_000);
  const refund = (units: number) =>
    requestRefund(orderId, {
      ...{ key: `${units}`, refund: { units: [units], delivery: false }, isRestocked: true },
      ...{ reason: "sold out", by: "owner", now: NOW },
    });
  expect(await refund(1)).toMatchObject({ code: "refund-nothing" });
  expect((await left(code)).amount).toBe(rest);

  expect(await refund(4)).toMatchObject({ ok: true });

  expect((await left(code)).amount).toBe(rest + discount);
  await cancel(orderId);
  expect((await left(code)).amount).toBe(rest + discount);
  expect(await couponBreaks()).toEqual([]);
});

test("what was returned is not given back again by a cancellation of the rest", async () => {
  const { orderId, code } = await paidWith(3_333);
  const part = { key: "one", refund: { units: [1], delivery: false }, isRestocked: true } as const;
  await requestRefund(orderId, { ...part, reason: "sold out", by: "owner", now: NOW });

  await cancel(orderId);

  expect(await left(code)).toEqual({ amount: 3_333, uses: 1 });
  expect(await couponBreaks()).toEqual([]);
});

test("a credit that has ended can be spent for 90 days once something comes back", async () => {
  const order = await paidWith(100_000);
  const { orderId, code, variant } = order;
  await deliver(order);
  await db().updateTable("coupons").set({ ends_at: NOW.toISOString() }).where("code", "=", code).execute();
  expect((await cartWithCredit(code, variant)).applied).toMatchObject({ code: "coupon-ended" });

  await takeBack(orderId, 1);

  const { ends_at: end } = await rowOf("coupons", { code });
  expect(Date.parse(end ?? "") - NOW.getTime()).toBe(90 * 86_400_000);
  expect((await cartWithCredit(code, variant)).applied).toMatchObject({ ok: true });
});

test("a parcel that comes after all was refunded at the provider brings the credit its share", async () => {
  const order = await paidWith(3_333);
  const { orderId, paymentId, code, rest, discount } = order;
  await deliver(order);
  const number = await askReturn(orderId, [4]);
  const { minor } = (await orderOf(orderId)).totals.total;
  await reportEvent(paymentId, "refunded", { minor, reference: "re_1" });
  expect((await findOrder(orderId))?.status).toBe("refunded");

  await receiveReturn(number, { isRestocked: true, hasDelivery: null, by: "owner", now: NOW });

  expect((await left(code)).amount).toBe(rest + discount);
});
