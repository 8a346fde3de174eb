/** Refunds of all that is left, after something was refunded at the payment provider, or where nothing was paid. */
import { describe, expect, test } from "vitest";

import { sendOrderStatusEmail } from "#app/models/order/email.server.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { cancelOrder, refundOfCancelling } from "#app/models/order/cancel.server.ts";
import { findFulfilmentHistory } from "#app/models/order/fulfilment.server.ts";
import { unitsToReturn, unitsToSend, unitsToWithdraw } from "#app/models/order/fulfilment.ts";
import { requestGoodwill } from "#app/models/order/goodwill.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { requestRefund } from "#app/models/order/refund.server.ts";
import { refundableMinor } from "#app/models/order/refunds/amount-left.ts";
import { deliveryDue } from "#app/models/order/refunds/delivery-due.ts";
import { receiveReturn, requestReturn } from "#app/models/order/returns/return.server.ts";
import { deliverOrder, packOrder } from "#app/models/order/shipments.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { money } from "#app/models/shared/money.ts";
import { NOW } from "#tests/support/now.ts";
import { parcelVariant, placedOrder, stockOf } from "#tests/support/people/checkout.ts";
import { paidFreeItems, refundedAtProvider } from "#tests/support/people/free-items.ts";
import { readEmails } from "#tests/support/people/gift-lists.ts";
import {
  deliveredOrder,
  paidExpress,
  paidOrder,
  refundsAt,
  sendShipment,
  statusOf,
  reportEvent,
} from "#tests/support/people/order-life.ts";
import { askReturn, expectOrdersToHold, shelves, withdraw } from "#tests/support/people/returned-items.ts";
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

const refund = (orderId: OrderId, units: ReadonlyArray<number>, changes = {}) =>
  requestRefund(orderId, {
    ...{ ...OWNER, key: "k", isRestocked: false, reason: "late", refund: { units, delivery: false } },
    ...changes,
  });

async function emailAbout(orderId: OrderId, what: string): Promise<string> {
  const { order } = await known(orderId);
  await runDueJobs(
    { "order-email": sendOrderStatusEmail("http://localhost:3000") },
    { now: () => new Date(Date.now() + 60_000) },
  );
  const isAbout = (subject = "") => subject.includes(String(order.number)) && subject.includes(what);
  return (await readEmails()).find(({ subject }) => isAbout(subject))?.text ?? "";
}

test.each([
  ["of money", false],
  ["as credit", true],
])("a refund %s comes on top of what went back at the provider", async (_, isCredit) => {
  const { orderId, paymentId, total } = await paidOrder();
  await refundedAtProvider(paymentId, 500);
  await refund(orderId, [1, 0]);
  const { order, life } = await known(orderId);
  const refunds = life.refunds.map((one) =>
    one.by === "payment" ? one : { ...one, amount: money(300, "GBP"), isCredit },
  );

  expect(refundableMinor(order, { ...life, refunds })).toBe(total - 800);
});

describe("delivery that was paid is never trapped", () => {
  const BEFORE: Readonly<Record<string, (orderId: OrderId) => Promise<unknown>>> = {
    paid: async () => undefined,
    packed: (orderId) => packOrder(orderId, OWNER),
    shipped: (orderId) => sendShipment(orderId),
    delivered: async (orderId) => {
      await sendShipment(orderId);
      await deliverOrder(orderId, OWNER);
    },
  };

  const WAYS: Readonly<Record<string, (orderId: OrderId, minor: number) => Promise<unknown>>> = {
    "with its units": async (orderId) =>
      refund(orderId, [2], { key: "all", refund: { units: [2], delivery: true } }),
    "by itself": async (orderId) => {
      for (const key of ["one", "two"]) await refund(orderId, [1], { key });
      await refund(orderId, [0], { key: "d", refund: { units: [0], delivery: true } });
    },
    "as a sum": async (orderId, minor) => {
      await refund(orderId, [2], { key: "both" });
      await requestGoodwill(orderId, { ...OWNER, key: "g", minor, reason: "delivery" });
    },
    "by cancelling": (orderId) => cancelOrder(orderId, { ...OWNER, reason: "asked" }),
    "by a return for a fault": async (orderId) =>
      receiveReturn(await askReturn(orderId, [2], { reason: "faulty" }), RECEIPT),
    "by a withdrawal, with the rest of its delivery": async (orderId) => {
      await receiveReturn(await askReturn(orderId, [2], { reason: "withdrawal" }), RECEIPT);
      await refund(orderId, [0], { key: "d", refund: { units: [0], delivery: true } });
    },
  };

  const UNSENT = ["paid", "packed"];
  const isPossible = (status: string, way: string) =>
    way === "by cancelling" ? UNSENT.includes(status) : !way.startsWith("by a") || !UNSENT.includes(status);

  const cases = Object.keys(BEFORE).flatMap((status) =>
    Object.keys(WAYS)
      .filter((way) => isPossible(status, way))
      .map((way) => [status, way] as const),
  );

  test.each(cases)("in an order that is %s, given back %s", async (status, way) => {
    const { orderId, paymentId, total } = await paidExpress();
    await BEFORE[status]?.(orderId);
    const delivery = (await known(orderId)).order.totals.delivery?.minor ?? 0;
    expect(delivery).toBeGreaterThan(0);

    await WAYS[way]?.(orderId, delivery);

    expect((await refundsAt(paymentId)).reduce((sum, minor) => sum + minor, 0)).toBe(total);
    expect(await statusOf(orderId)).toBe("refunded");
    await expectOrdersToHold();
  });

  const DAY_MS = 86_400_000;

  test.each([
    ["paid", [2], "changed-mind", 0, "all"],
    ["paid", [1], "changed-mind", 0, "none"],
    ["packed", [2], "goodwill", 0, "all"],
    ["shipped", [2], "changed-mind", 30, "cheapest"],
    ["delivered", [2], "changed-mind", 1, "cheapest"],
    ["delivered", [1], "faulty", 1, "none"],
    ["delivered", [2], "changed-mind", 20, "none"],
    ["delivered", [2], "faulty", 20, "all"],
  ] as const)(
    "of an order that is %s, with %j units for the reason %s after %d days, %s of it is due",
    async (status, units, reason, days, due) => {
      const { orderId } = await paidExpress();
      await BEFORE[status]?.(orderId);
      const { order, life } = await known(orderId);
      const now = new Date(NOW.getTime() + days * DAY_MS);
      const rules = { life, reasons: [reason], store: await findStore(), now };
      const { cheapest } = order.delivery;
      const charge = order.totals.delivery;
      expect(cheapest?.minor).toBeLessThan(charge?.minor ?? 0);

      const found = deliveryDue(order, { units, delivery: false }, rules);

      expect(found?.amount ?? null).toEqual({ all: charge, cheapest, none: null }[due]);
      expect(deliveryDue(order, { units, delivery: true }, rules)).toBeNull();
    },
  );

  test("of an order that its buyer withdraws from after delivery, the cheapest that was offered goes back", async () => {
    const { orderId, paymentId, total } = await paidExpress();
    await BEFORE["delivered"]?.(orderId);
    const { order } = await known(orderId);
    const dearer = (order.totals.delivery?.minor ?? 0) - (order.delivery.cheapest?.minor ?? 0);

    await receiveReturn(await askReturn(orderId, [2], { reason: "withdrawal" }), RECEIPT);

    expect(await refundsAt(paymentId)).toEqual([total - dearer]);
    const after = await known(orderId);
    expect(after.order.status).toBe("delivered");
    expect(refundableMinor(after.order, after.life)).toBe(dearer);
    await expectOrdersToHold();
  });
});

test("cancelled after a partial refund at the provider, an order gives back the rest and all of its stock", async () => {
  const placed = await paidOrder();
  const { orderId, paymentId, total } = placed;
  await refundedAtProvider(paymentId, 500);
  const { order } = await known(orderId);
  expect((await refundOfCancelling(order)).minor).toBe(total - 500);

  const done = await cancelOrder(orderId, CANCEL);

  expect(done).toMatchObject({ value: { refund: { minor: total - 500 }, isChanged: true } });
  expect(await shelves(placed)).toEqual([9, 9]);
  expect((await known(orderId)).life.refunds).toMatchObject([
    { amount: { minor: 500 }, by: "payment" },
    { amount: { minor: total - 500 }, setOff: { minor: 500 } },
  ]);
  const text = await emailAbout(orderId, "has been cancelled");
  expect(text).toContain("We are refunding");
  expect(text).toContain("We had already refunded £5.00.");
  await expectOrdersToHold();
});

test("withdrawn before packing after a partial refund at the provider, an order is cancelled and the rest goes back", async () => {
  const { orderId, paymentId, total, first } = await paidOrder();
  await refundedAtProvider(paymentId, 500);

  await withdraw(orderId, [3, 1]);

  expect(await statusOf(orderId)).toBe("cancelled");
  expect((await known(orderId)).life).toMatchObject({
    refunds: [{ amount: { minor: 500 } }, { amount: { minor: total - 500 } }],
    returns: [{ status: "received" }],
  });
  expect((await stockOf(first)).on_hand).toBe(9);
  await expectOrdersToHold();
});

test("a return is accepted with what is left after a partial refund at the provider", async () => {
  const placed = await deliveredOrder();
  const { orderId, paymentId, total } = placed;
  const number = await askReturn(orderId, [3, 1]);
  await refundedAtProvider(paymentId, total - 100);

  expect(await receiveReturn(number, RECEIPT)).toMatchObject({ value: { refund: { minor: 100 } } });

  expect(await shelves(placed)).toEqual([9, 9]);
  expect(await refundsAt(paymentId)).toEqual([100]);
  const { order, life } = await known(orderId);
  expect(refundableMinor(order, life)).toBe(0);
  expect(order.status).toBe("refunded");
  await expectOrdersToHold();
});

test("the shop refunds everything that is left after a partial refund at the provider", async () => {
  const { orderId, paymentId, total } = await deliveredOrder();
  await refundedAtProvider(paymentId, 500);

  const done = await refund(orderId, [3, 1], { refund: { units: [3, 1], delivery: true } });

  expect(done).toMatchObject({ value: { amount: { minor: total - 500 } } });
  await expectOrdersToHold();
});

test("cancelled, an order whose items cost nothing gives back its stock once delivery was refunded", async () => {
  const placed = await paidFreeItems();
  const { orderId, total } = placed;
  const delivery = await refund(orderId, [], { refund: { units: [0, 0], delivery: true } });
  expect(delivery).toMatchObject({ value: { amount: { minor: total } } });

  expect(await cancelOrder(orderId, CANCEL)).toMatchObject({ value: { refund: { minor: 0 } } });

  expect(await shelves(placed)).toEqual([9, 9]);
  expect((await known(orderId)).life.lines).toMatchObject([
    { refunded: 3, unsent: 3 },
    { refunded: 1, unsent: 1 },
  ]);
  await expectOrdersToHold();
});

test("units that cost nothing are withdrawn before packing: they are not sent, and their stock is back", async () => {
  const { orderId, first } = await paidFreeItems();

  await withdraw(orderId, [1, 0]);

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
  await expectOrdersToHold();
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
  await expectOrdersToHold();
});

test("units that were taken out before are not put back in stock once more by a full refund at the provider", async () => {
  const placed = await paidFreeItems();
  await withdraw(placed.orderId, [1, 0]);

  await refundedAtProvider(placed.paymentId, placed.total);

  expect(await statusOf(placed.orderId)).toBe("refunded");
  expect(await shelves(placed)).toEqual([9, 9]);
  await expectOrdersToHold();
});

test("a line that cost nothing is taken out by the shop as a whole, and once", async () => {
  const { orderId, first } = await paidFreeItems();
  const take = (units: ReadonlyArray<number>) => refund(orderId, units, { isRestocked: true });

  expect(await take([1, 0])).toMatchObject({ code: "refund-nothing" });
  expect(await take([3, 0])).toMatchObject({ value: { refundId: null, amount: { minor: 0 } } });
  expect(await take([3, 0])).toMatchObject({ code: "refund-units" });

  expect((await stockOf(first)).on_hand).toBe(9);
  const { order, life } = await known(orderId);
  expect(unitsToSend(order, life)).toEqual([0, 1]);
  expect(order.status).toBe("paid");
  await expectOrdersToHold();
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
  const { orderId, paymentId } = await placedOrder({ [await parcelVariant(5)]: 1 });
  const amount = { minor: 6_000, currency: "EUR" };
  await reportEvent(paymentId, "paid", amount);
  const { order } = await known(orderId);
  expect(await refundOfCancelling(order)).toEqual(amount);

  await cancelOrder(orderId, { ...CANCEL, by: "owner" });

  expect(await emailAbout(orderId, "has been cancelled")).toContain("We are refunding €60.00 ");
  const { life } = await known(orderId);
  expect(refundableMinor(order, life)).toBe(0);
  expect(await refundsAt(paymentId)).toEqual([]);
});

test("a free order that is cancelled, withdrawn and refunded at once gives its stock back once", async () => {
  const placed = await paidFreeItems();
  const { orderId, total } = placed;

  const lines = [3, 1].map((units) => ({ units, reason: "withdrawal" }));

  await Promise.all([
    cancelOrder(orderId, CANCEL),
    requestReturn(orderId, { ...BUYER, key: "w", lines, note: "", legalBasis: "withdrawal" }),
    refund(orderId, [3, 1], { isRestocked: true }),
    cancelOrder(orderId, { ...CANCEL, ...OWNER }),
  ]);

  expect(await shelves(placed)).toEqual([9, 9]);
  expect(["cancelled", "paid"]).toContain(await statusOf(orderId));
  const { refunds } = (await known(orderId)).life;
  expect(refunds.reduce((sum, { amount }) => sum + amount.minor, 0)).toBeLessThanOrEqual(total);
  await expectOrdersToHold();
});
