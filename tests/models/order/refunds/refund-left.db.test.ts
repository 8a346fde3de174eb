/** Refunds of all that is left, after something was refunded at the payment provider, or where nothing was paid. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { sendOrderStatusEmail } from "#app/models/order/email.server.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { cancelOrder, refundOfCancelling } from "#app/models/order/cancel.server.ts";
import { findFulfilmentHistory } from "#app/models/order/fulfilment.server.ts";
import { unitsToReturn, unitsToSend, unitsToWithdraw } from "#app/models/order/fulfilment.ts";
import { requestGoodwill } from "#app/models/order/goodwill.server.ts";
import { findBreaks } from "#app/models/order/invariants/invariants.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { receivePaymentEvent } from "#app/models/order/payment/payment.server.ts";
import { requestRefund } from "#app/models/order/refund.server.ts";
import { refundableMinor } from "#app/models/order/refunds/amount-left.server.ts";
import { receiveReturn, requestReturn } from "#app/models/order/returns/return.server.ts";
import { deliverOrder } from "#app/models/order/shipments.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { NOW } from "#tests/support/now.ts";
import { parcelVariant, placedOrder, stockOf } from "#tests/support/people/checkout.ts";
import { paidFreeItems, refundedAtProvider } from "#tests/support/people/free-items.ts";
import { readEmails } from "#tests/support/people/gift-lists.ts";
import {
  deliveredOrder,
  paidOrder,
  refundsAt,
  sendShipment,
  statusOf,
} from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const LATER = new Date(NOW.getTime() + 60_000);
const BUYER = { by: "customer", now: NOW } as const;
const OWNER = { by: "owner", now: LATER } as const;
const CANCEL = { ...BUYER, now: LATER, reason: "changed my mind" };
const RECEIPT = { ...OWNER, isRestocked: true, hasDelivery: null };

async function known(orderId: OrderId) {
  const order = await findOrder(orderId);
  if (!order) throw new Error("no order");
  return { order, life: await findFulfilmentHistory(orderId) };
}

function withdraw(orderId: OrderId, units: ReadonlyArray<number>) {
  const lines = units.map((count) => ({ units: count, reason: "withdrawal" }));
  return requestReturn(orderId, { ...BUYER, key: "w", lines, note: "", legalBasis: "withdrawal" });
}

async function askReturn(orderId: OrderId, units: ReadonlyArray<number>): Promise<string> {
  const lines = units.map((count) => ({ units: count, reason: "changed-mind" }));
  const requested = await requestReturn(orderId, { ...BUYER, key: "r", lines, note: "" });
  if (!requested.ok) throw new Error(requested.code);
  return requested.value.number;
}

/** All but the stock, which the tests set by hand, and what is set off, which they refund at the provider. */
async function holds() {
  const breaks = await findBreaks(db(), { isYoung: true });
  expect(breaks.filter(({ invariant }) => !/stock|set off/.test(invariant))).toEqual([]);
}

async function emailAbout(orderId: OrderId, what: string): Promise<string> {
  const { order } = await known(orderId);
  await runDueJobs(
    { "order-email": sendOrderStatusEmail("http://localhost:3000") },
    { now: () => new Date(Date.now() + 60_000) },
  );
  const isAbout = (subject = "") => subject.includes(String(order.number)) && subject.includes(what);
  return (await readEmails()).find(({ subject }) => isAbout(subject))?.text ?? "";
}

test("cancelled after a partial refund at the provider, an order gives back the rest and all of its stock", async () => {
  const { orderId, paymentId, total, first, second } = await paidOrder();
  await refundedAtProvider(paymentId, 500);
  const { order } = await known(orderId);
  expect((await refundOfCancelling(order)).minor).toBe(total - 500);

  const done = await cancelOrder(orderId, CANCEL);

  expect(done).toMatchObject({ value: { refund: { minor: total - 500 }, isChanged: true } });
  expect([(await stockOf(first)).on_hand, (await stockOf(second)).on_hand]).toEqual([9, 9]);
  expect((await known(orderId)).life.refunds).toMatchObject([
    { amount: { minor: total - 500 }, setOff: { minor: 500 } },
  ]);
  const text = await emailAbout(orderId, "has been cancelled");
  expect(text).toContain("We are refunding");
  expect(text).toContain("We had already refunded £5.00.");
  await holds();
});

test("cancelling an order that waits for its payment refunds nothing", async () => {
  const { orderId } = await placedOrder({ [await parcelVariant(5)]: 1 });
  const { order } = await known(orderId);

  expect((await refundOfCancelling(order)).minor).toBe(0);
  expect(await cancelOrder(orderId, CANCEL)).toMatchObject({ value: { refund: { minor: 0 } } });
});

test("withdrawn before packing after a partial refund at the provider, an order is cancelled and the rest goes back", async () => {
  const { orderId, paymentId, total, first } = await paidOrder();
  await refundedAtProvider(paymentId, 500);

  expect(await withdraw(orderId, [3, 1])).toMatchObject({ ok: true });

  expect(await statusOf(orderId)).toBe("cancelled");
  const { refunds, returns } = (await known(orderId)).life;
  expect(refunds).toMatchObject([{ amount: { minor: total - 500 } }]);
  expect(returns).toMatchObject([{ status: "received" }]);
  expect((await stockOf(first)).on_hand).toBe(9);
  await holds();
});

test("a return is accepted with what is left after a partial refund at the provider", async () => {
  const { orderId, paymentId, total, first, second } = await deliveredOrder();
  const number = await askReturn(orderId, [3, 1]);
  await refundedAtProvider(paymentId, total - 100);

  expect(await receiveReturn(number, RECEIPT)).toMatchObject({ value: { refund: { minor: 100 } } });
  expect([(await stockOf(first)).on_hand, (await stockOf(second)).on_hand]).toEqual([9, 9]);

  expect(await refundsAt(paymentId)).toEqual([100]);
  const { order, life } = await known(orderId);
  expect(await refundableMinor(order, life)).toBe(0);
  expect(order.status).toBe("refunded");
  await holds();
});

test("the shop refunds everything that is left after a partial refund at the provider", async () => {
  const { orderId, paymentId, total } = await deliveredOrder();
  await refundedAtProvider(paymentId, 500);
  const request = { ...OWNER, key: "all", isRestocked: false, reason: "broken" };

  const refund = { units: [3, 1], delivery: true };
  expect(await requestRefund(orderId, { ...request, refund })).toMatchObject({
    value: { amount: { minor: total - 500 } },
  });
  await holds();
});

test("cancelled, an order whose items cost nothing gives back its stock once delivery was refunded", async () => {
  const { orderId, first, second, total } = await paidFreeItems();
  const delivery = { units: [0, 0], delivery: true };
  const request = { ...OWNER, key: "d", isRestocked: false, reason: "late" };
  expect(await requestRefund(orderId, { ...request, refund: delivery })).toMatchObject({
    value: { amount: { minor: total } },
  });

  expect(await cancelOrder(orderId, CANCEL)).toMatchObject({ value: { refund: { minor: 0 } } });

  expect([(await stockOf(first)).on_hand, (await stockOf(second)).on_hand]).toEqual([9, 9]);
  expect((await known(orderId)).life.lines).toMatchObject([
    { refunded: 3, unsent: 3 },
    { refunded: 1, unsent: 1 },
  ]);
  await holds();
});

test("units that cost nothing are withdrawn before packing: they are not sent, and their stock is back", async () => {
  const { orderId, first } = await paidFreeItems();

  expect(await withdraw(orderId, [1, 0])).toMatchObject({ ok: true });

  expect((await stockOf(first)).on_hand).toBe(7);
  const { order, life } = await known(orderId);
  expect(life.returns).toMatchObject([{ status: "received" }]);
  expect(unitsToSend(order, life)).toEqual([2, 1]);
  expect(unitsToWithdraw(order, life)).toEqual([2, 1]);
  expect(life.lines[0]).toMatchObject({ refunded: 1, unsent: 1 });
  expect(await emailAbout(orderId, "withdrawal")).not.toContain("We are refunding");
  await sendShipment(orderId);
  const sent = await known(orderId);
  expect(unitsToReturn(sent.order, sent.life)).toEqual([2, 1]);
  await holds();
});

test("returned units that cost nothing go back in stock once, and cannot be refunded later", async () => {
  const { orderId, first } = await paidFreeItems();
  await sendShipment(orderId);
  await deliverOrder(orderId, { ...OWNER, now: NOW });
  const number = await askReturn(orderId, [1, 0]);

  expect(await receiveReturn(number, RECEIPT)).toMatchObject({ value: { refund: { minor: 0 } } });
  expect(await receiveReturn(number, RECEIPT)).toMatchObject({ value: { isNew: false } });

  expect((await stockOf(first)).on_hand).toBe(7);
  expect((await known(orderId)).life.lines[0]).toMatchObject({ refunded: 1, unsent: 0 });
  await holds();
});

test("units that were taken out before are not put back in stock once more by a full refund at the provider", async () => {
  const { orderId, paymentId, first, second, total } = await paidFreeItems();
  await withdraw(orderId, [1, 0]);

  await refundedAtProvider(paymentId, total);

  expect(await statusOf(orderId)).toBe("refunded");
  expect([(await stockOf(first)).on_hand, (await stockOf(second)).on_hand]).toEqual([9, 9]);
  await holds();
});

test("a line that cost nothing is taken out by the shop as a whole, and once", async () => {
  const { orderId, first } = await paidFreeItems();
  const request = { ...OWNER, key: "k", isRestocked: true, reason: "sold out" };
  const take = (units: ReadonlyArray<number>) =>
    requestRefund(orderId, { ...request, refund: { units, delivery: false } });

  expect(await take([1, 0])).toMatchObject({ code: "refund-nothing" });
  expect(await take([3, 0])).toMatchObject({ value: { refundId: null, amount: { minor: 0 } } });
  expect(await take([3, 0])).toMatchObject({ code: "refund-units" });

  expect((await stockOf(first)).on_hand).toBe(9);
  const { order, life } = await known(orderId);
  expect(unitsToSend(order, life)).toEqual([0, 1]);
  expect(await statusOf(orderId)).toBe("paid");
  await holds();
});

test("the email about a cancellation tells what is refunded now from what was refunded before", async () => {
  const { orderId, total } = await paidOrder();
  const goodwill = { ...OWNER, now: NOW, key: "g", minor: 1_000, reason: "sorry" };
  expect(await requestGoodwill(orderId, goodwill)).toMatchObject({ ok: true });
  await cancelOrder(orderId, CANCEL);

  const text = await emailAbout(orderId, "has been cancelled");

  expect(text).toContain(`We are refunding £${((total - 1_000) / 100).toFixed(2)} `);
  expect(text).toContain("We had already refunded £10.00.");
});

test("a payment in another currency is refunded and named in that currency", async () => {
  const variant = await parcelVariant(5);
  const { orderId, paymentId } = await placedOrder({ [variant]: 1 });
  const wrong = { eventId: "euros", paymentId, type: "paid", detail: null } as const;
  const amount = { minor: 6_000, currency: "EUR" };
  await receivePaymentEvent({ ...wrong, amount, occurredAt: NOW.toISOString() }, NOW);
  const { order } = await known(orderId);
  expect(await refundOfCancelling(order)).toEqual(amount);

  await cancelOrder(orderId, { ...CANCEL, by: "owner" });

  expect(await emailAbout(orderId, "has been cancelled")).toContain("We are refunding €60.00 ");
  const { life } = await known(orderId);
  expect(await refundableMinor(order, life)).toBe(order.totals.total.minor);
  expect(await refundsAt(paymentId)).toEqual([]);
});

test("a free order that is cancelled, withdrawn and refunded at once gives its stock back once", async () => {
  const { orderId, first, second, total } = await paidFreeItems();
  const refund = { units: [3, 1], delivery: false };
  const request = { ...OWNER, key: "all", isRestocked: true, reason: "asked by telephone", refund };

  await Promise.all([
    cancelOrder(orderId, CANCEL),
    withdraw(orderId, [3, 1]),
    requestRefund(orderId, request),
    cancelOrder(orderId, { ...CANCEL, ...OWNER }),
  ]);

  expect([(await stockOf(first)).on_hand, (await stockOf(second)).on_hand]).toEqual([9, 9]);
  expect(["cancelled", "paid"]).toContain(await statusOf(orderId));
  const { refunds } = (await known(orderId)).life;
  expect(refunds.reduce((sum, { amount }) => sum + amount.minor, 0)).toBeLessThanOrEqual(total);
  await holds();
});
