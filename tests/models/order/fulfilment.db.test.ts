import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { cancelOrder, refundOfCancelling } from "#app/models/order/cancel.server.ts";
import { findFulfilmentHistory } from "#app/models/order/fulfilment.server.ts";
import { unitsToReturn, unitsToSend } from "#app/models/order/fulfilment.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import type { PaymentEventType } from "#app/models/order/payment/payment.ts";
import { requestReturn, receiveReturn } from "#app/models/order/returns/return.server.ts";
import { makeRefund, requestRefund } from "#app/models/order/refund.server.ts";
import { deliverOrder, packOrder, unpackOrder } from "#app/models/order/shipments.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { embeddedPayments } from "#app/services/payment/payment-embedded.server.ts";
import { connectPayments } from "#app/services/payment/payment.server.ts";
import { NOW } from "#tests/support/now.ts";
import { jobKinds, placedOrder, parcelVariant, stockOf } from "#tests/support/people/checkout.ts";
import {
  deliveredOrder,
  paidOrder,
  pathOf,
  refundsAt,
  sendShipment,
  statusOf,
  reportEvent,
} from "#tests/support/people/order-life.ts";
import { askReturn, expectOrdersToHold, shelves } from "#tests/support/people/returned-items.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const DAY_MS = 86_400_000;
const BUYER = { by: "customer", reason: "cancelled by the customer", now: NOW } as const;
const OWNER = { by: "owner", now: NOW } as const;
const REFUND = { ...OWNER, isRestocked: false, reason: "broken", key: "k1" } as const;

const refund = (orderId: OrderId, units: ReadonlyArray<number>, changes = {}) =>
  requestRefund(orderId, { ...REFUND, refund: { units, delivery: false }, ...changes });

async function emails(): Promise<ReadonlyArray<string>> {
  const rows = await db().selectFrom("jobs").select("payload").where("kind", "=", "order-email").execute();
  return rows.map(({ payload }) => (JSON.parse(payload) as { about: string }).about).sort();
}

test("ten concurrent cancellations return stock, coupon and money once", async () => {
  const placed = await paidOrder();
  const { orderId, paymentId, total } = placed;
  const coupon = await db().selectFrom("coupons").select("id").limit(1).executeTakeFirstOrThrow();
  await db()
    .insertInto("coupon_uses")
    .values({
      ...{ order_id: orderId, coupon_id: coupon.id, customer_id: null },
      ...{ email_key: "h@example.com", created_at: NOW.toISOString() },
    })
    .execute();
  await db().updateTable("coupons").set({ use_count: 1 }).where("id", "=", coupon.id).execute();

  const done = await Promise.all(Array.from({ length: 10 }, () => cancelOrder(orderId, BUYER)));

  expect(done.every(({ ok }) => ok)).toBe(true);
  expect(done.filter((each) => each.ok && each.value.isChanged)).toHaveLength(1);
  expect([await stockOf(placed.first), await stockOf(placed.second)]).toEqual([
    { on_hand: 9, reserved: 0 },
    { on_hand: 9, reserved: 0 },
  ]);
  const used = db().selectFrom("coupons").select("use_count").where("id", "=", coupon.id);
  expect((await used.executeTakeFirstOrThrow()).use_count).toBe(0);
  expect(await refundsAt(paymentId)).toEqual([total]);
  expect(await refundsAt(paymentId)).toEqual([total]);
  expect(await pathOf(orderId)).toBe(
    "awaiting-payment by customer, paid by payment, cancelled by customer, refunded by payment",
  );
  expect(await emails()).toEqual(["cancelled", "refunded"]);
});

test("a packed order can be cancelled by the admin only, a sent one by no one", async () => {
  const { orderId } = await paidOrder();
  await packOrder(orderId, OWNER);

  expect(await cancelOrder(orderId, BUYER)).toMatchObject({ ok: false, code: "cancel-too-late" });
  await unpackOrder(orderId, OWNER);
  await packOrder(orderId, OWNER);
  expect(await packOrder(orderId, OWNER)).toMatchObject({ value: { isChanged: false } });
  await sendShipment(orderId);
  expect(await cancelOrder(orderId, { ...BUYER, by: "owner" })).toMatchObject({ code: "cancel-too-late" });
});

test("an order that awaits payment is cancelled without a refund, and its payment page is closed", async () => {
  const variant = await parcelVariant(5);
  const { orderId, paymentId } = await placedOrder({ [variant]: 2 });
  const order = await findOrder(orderId);
  expect(order && (await refundOfCancelling(order)).minor).toBe(0);

  const done = await cancelOrder(orderId, { ...OWNER, reason: "asked by telephone" });

  expect(done).toMatchObject({ value: { refund: { minor: 0 }, isChanged: true } });
  expect(await stockOf(variant)).toEqual({ on_hand: 5, reserved: 0 });
  expect((await embeddedPayments.find(paymentId)).map(({ type }) => type)).toEqual(["expired"]);
  expect(await jobKinds()).not.toContain("order-refund");
});

test("the contents of two parcels are stored once, and no unit is sent twice", async () => {
  const { orderId } = await paidOrder();

  const first = await sendShipment(orderId, { units: [2, 0], key: "p1" });
  const again = await sendShipment(orderId, { units: [2, 0], key: "p1" });
  const tooMany = await sendShipment(orderId, { units: [2, 1], key: "p2" });
  const [rest, twin] = await Promise.all([
    sendShipment(orderId, { key: "p3", number: "CD34" }),
    sendShipment(orderId, { key: "p3", number: "CD34" }),
  ]);

  expect(first).toMatchObject({ value: { status: "partially-shipped", isNew: true } });
  expect(again).toMatchObject({ value: { isNew: false } });
  expect(tooMany).toMatchObject({ code: "shipment-quantity", detail: { left: 1 } });
  expect([rest, twin].filter((each) => each.ok && each.value.isNew)).toHaveLength(1);
  const { shipments } = await findFulfilmentHistory(orderId);
  expect(shipments.map(({ contents }) => contents.map(({ quantity }) => quantity))).toEqual([[2], [1, 1]]);
  expect(shipments[1]?.url).toBe("https://www.royalmail.com/track-your-item#/tracking-results/CD34");
  expect(await sendShipment(orderId, { key: "p4" })).toMatchObject({ code: "order-state-conflict" });
  expect(await deliverOrder(orderId, OWNER)).toMatchObject({ value: { isChanged: true } });
  expect(await deliverOrder(orderId, OWNER)).toMatchObject({ value: { isChanged: false } });
  expect(await emails()).toEqual(["delivered", "shipped", "shipped"]);
});

test("partial refunds add up to at most what was paid, each key once", async () => {
  const { orderId, paymentId, total, first } = await deliveredOrder();
  const one = () => refund(orderId, [1, 0], { isRestocked: true });
  const rest = (key: string, units: ReadonlyArray<number>) =>
    refund(orderId, units, { key, refund: { units, delivery: true } });

  const both = await Promise.all([one(), one()]);
  expect(both.filter((each) => each.ok && each.value.isNew)).toHaveLength(1);
  expect((await stockOf(first)).on_hand).toBe(7);
  expect(await statusOf(orderId)).toBe("delivered");

  expect(await rest("k2", [3, 1])).toMatchObject({ code: "refund-units" });
  await rest("k2", [2, 1]);
  expect(await refund(orderId, [1, 0], { key: "k3" })).toMatchObject({ ok: false });
  const given = await refundsAt(paymentId);

  expect(given).toHaveLength(2);
  expect(given[0]! + given[1]!).toBe(total);
  expect(await statusOf(orderId)).toBe("refunded");
});

test("a refund made at the provider counts towards the maximum", async () => {
  const { orderId, paymentId, total } = await deliveredOrder();
  await reportEvent(paymentId, "refunded", { minor: total - 100 });

  expect(await refund(orderId, [3, 0])).toMatchObject({ value: { amount: { minor: 100 } } });
});

test("units that are refunded before sending are not sent, and the rest of the order is", async () => {
  const { orderId } = await paidOrder();
  await refund(orderId, [1, 0]);
  const order = await findOrder(orderId);
  expect(order && unitsToSend(order, await findFulfilmentHistory(orderId))).toEqual([2, 1]);

  await sendShipment(orderId, { units: [2, 0], key: "p1" });
  await refund(orderId, [0, 1], { key: "k2" });

  const sent = await findOrder(orderId);
  expect(sent?.status).toBe("shipped");
  expect(sent && unitsToReturn(sent, await findFulfilmentHistory(orderId))).toEqual([2, 0]);
});

test("an order that is refunded in full before sending is cancelled", async () => {
  const { orderId, paymentId, total } = await paidOrder();

  await requestRefund(orderId, { ...REFUND, refund: { units: [3, 1], delivery: true } });

  expect(await statusOf(orderId)).toBe("cancelled");
  expect(await refundsAt(paymentId)).toEqual([total]);
  expect(await statusOf(orderId)).toBe("refunded");
});

test("while the provider is down the refund waits, shows the error, and completes when the provider is back", async () => {
  const { orderId, paymentId, total } = await paidOrder();
  connectPayments({ ...embeddedPayments, refund: () => Promise.reject(new Error("connection refused")) });
  await cancelOrder(orderId, BUYER);
  expect(await refundsAt(paymentId)).toEqual([]);
  expect((await findFulfilmentHistory(orderId)).refunds).toMatchObject([
    { status: "queued", lastError: "connection refused", completedAt: null },
  ]);
  expect(await emails()).toEqual(["cancelled"]);

  connectPayments(null);
  const later = new Date(Date.now() + 3_600_000);
  const handlers = { "order-refund": makeRefund, "order-email": async () => undefined };
  await runDueJobs(handlers, { now: () => later });

  expect(await refundsAt(paymentId)).toEqual([total]);
  expect((await findFulfilmentHistory(orderId)).refunds).toMatchObject([
    { status: "completed", lastError: null },
  ]);
  expect(await emails()).toEqual(["cancelled", "refunded"]);
});

test("a return is requested once for a key, never for more than was sent, and received once", async () => {
  const { orderId, paymentId, first } = await deliveredOrder();

  const [number, twin] = await Promise.all([askReturn(orderId, [1, 0]), askReturn(orderId, [1, 0])]);

  expect(number).toMatch(/^R\d+-1$/);
  expect(twin).toBe(number);
  const lines = [3, 0].map((units) => ({ units, reason: "changed-mind" }));
  expect(
    await requestReturn(orderId, { ...OWNER, by: "customer", key: "return_2", lines, note: "" }),
  ).toMatchObject({ code: "return-units", detail: { left: 2 } });
  const receipt = { ...OWNER, isRestocked: true, hasDelivery: null };
  const received = await Promise.all([receiveReturn(number, receipt), receiveReturn(number, receipt)]);
  expect(received.filter((each) => each.ok && each.value.isNew)).toHaveLength(1);
  expect((await stockOf(first)).on_hand).toBe(7);
  expect(await refundsAt(paymentId)).toHaveLength(1);
  expect(await emails()).toEqual(["delivered", "refunded", "return-received", "return-requested", "shipped"]);
  expect(await receiveReturn("R1-1", receipt)).toMatchObject({ code: "return-not-found" });
});

test("returning the whole order within the statutory period refunds delivery too, and later does not", async () => {
  const after = (days: number) => new Date(NOW.getTime() + days * DAY_MS);
  const notRefundedAfter = async (days: number) => {
    const { orderId, paymentId, total } = await deliveredOrder();
    const number = await askReturn(orderId, [3, 1], { now: after(days) });
    await receiveReturn(number, { ...OWNER, isRestocked: false, hasDelivery: null });
    const order = await findOrder(orderId);
    const [given = 0] = await refundsAt(paymentId);
    return { notRefunded: total - given, delivery: order?.totals.delivery?.minor };
  };

  expect((await notRefundedAfter(14)).notRefunded).toBe(0);
  const { notRefunded, delivery } = await notRefundedAfter(15);
  expect(notRefunded).toBe(delivery);
  const { orderId } = await deliveredOrder();
  await expect(askReturn(orderId, [3, 1], { now: after(32) })).rejects.toThrow("return-too-late");
});

test("a dispute stops the order in every status, a won one restores the status, and of a lost one nothing more is sent", async () => {
  const { orderId, paymentId, total } = await paidOrder();
  const notify = (type: PaymentEventType, eventId: string, reference = "dp_1") =>
    reportEvent(paymentId, type, { minor: total, eventId, reference });
  await sendShipment(orderId, { units: [1, 0], key: "p1" });

  await notify("disputed", "d1");
  expect(await statusOf(orderId)).toBe("disputed");
  expect(await sendShipment(orderId, { key: "p2" })).toMatchObject({ code: "order-state-conflict" });
  await notify("dispute-won", "d2");
  await notify("disputed", "d1");
  expect(await statusOf(orderId)).toBe("partially-shipped");
  await notify("disputed", "d3", "dp_2");
  await notify("dispute-lost", "d4", "dp_2");

  expect(await statusOf(orderId)).toBe("disputed");
  expect(await sendShipment(orderId, { key: "p3" })).toMatchObject({ code: "order-state-conflict" });
  expect((await findOrder(orderId))?.paidAt).toBe(NOW.toISOString());
});

test.each([
  ["paid", null, [9, 9], "cancelled"],
  ["packed", "pack", [9, 9], "cancelled"],
  ["partly sent", "send", [8, 9], "shipped"],
])(
  "an order that was %s is cancelled after a lost dispute, and what was not sent is on the shelf again",
  async (_, step, back, end) => {
    const order = await paidOrder();
    const { orderId, paymentId, total } = order;
    if (step === "pack") await packOrder(orderId, OWNER);
    if (step === "send") await sendShipment(orderId, { units: [1, 0] });
    const about = { minor: total, reference: "dp_1" };
    await reportEvent(paymentId, "disputed", about);
    expect(await cancelOrder(orderId, { ...OWNER, reason: "lost" })).toMatchObject({ ok: false });
    await reportEvent(paymentId, "dispute-lost", about);

    const done = await cancelOrder(orderId, { ...OWNER, reason: "lost" });

    expect(done).toMatchObject({ value: { refund: { minor: 0 }, isChanged: true } });
    expect(await shelves(order)).toEqual(back);
    expect(await statusOf(orderId)).toBe(end);
    await expectOrdersToHold();
  },
);

test("the admin refunds a wrong payment in full, and its order stays cancelled", async () => {
  const variant = await parcelVariant(5);
  const { orderId, paymentId, total } = await placedOrder({ [variant]: 1 });
  await reportEvent(paymentId, "paid", { minor: total - 1 });
  expect(await cancelOrder(orderId, BUYER)).toMatchObject({ code: "cancel-too-late" });

  const done = await cancelOrder(orderId, { ...OWNER, reason: "wrong sum" });
  await reportEvent(paymentId, "paid", { minor: total - 1, eventId: "again" });

  expect(done).toMatchObject({ value: { refund: { minor: total - 1 }, isChanged: true } });
  expect(await stockOf(variant)).toEqual({ on_hand: 5, reserved: 0 });
  expect((await findFulfilmentHistory(orderId)).refunds).toMatchObject([{ amount: { minor: total - 1 } }]);
  expect(await statusOf(orderId)).toBe("cancelled");
});

test("a dispute that is reported before the payment ends in the same status", async () => {
  const { orderId, paymentId, total } = await placedOrder({ [await parcelVariant(5)]: 1 });
  for (const type of ["disputed", "paid"] as const) await reportEvent(paymentId, type, { minor: total });

  expect(await pathOf(orderId)).toBe("awaiting-payment by customer, paid by payment, disputed by payment");
});
