/** Returns whose units were refunded another way, or whose order has ended. */
import { expect, test } from "vitest";

import { cancelOrder } from "#app/models/order/cancel.server.ts";
import { findFulfilmentHistory } from "#app/models/order/fulfilment.server.ts";
import { requestRefund } from "#app/models/order/refund.server.ts";
import { receiveReturn, suggestDelivery } from "#app/models/order/returns/return.server.ts";
import { packOrder } from "#app/models/order/shipments.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { NOW } from "#tests/support/now.ts";
import { stockOf } from "#tests/support/people/checkout.ts";
import { paidFreeItems, refundedAtProvider } from "#tests/support/people/free-items.ts";
import {
  deliveredOrder,
  paidOrder,
  refundsAt,
  sendShipment,
  statusOf,
  reportEvent,
} from "#tests/support/people/order-life.ts";
import {
  askReturn,
  expectOrdersToHold,
  openReturns,
  shelves,
  withdraw,
} from "#tests/support/people/returned-items.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const LATER = new Date(NOW.getTime() + 60_000);
const OWNER = { by: "owner", now: LATER } as const;
const REFUND = { ...OWNER, key: "k", isRestocked: false, reason: "asked by telephone" };
const RECEIPT = { ...OWNER, isRestocked: true, hasDelivery: null };

const WITHOUT_MONEY = { value: { refund: { minor: 0 }, isNew: true } };

const refund = (orderId: OrderId, units: ReadonlyArray<number>, changes = {}) =>
  requestRefund(orderId, { ...REFUND, refund: { units, delivery: false }, ...changes });

const firstLine = async (orderId: OrderId) => (await findFulfilmentHistory(orderId)).lines[0];

/** Two lines, three units and one, in a packed parcel. */
async function packedOrder() {
  const order = await paidOrder();
  await packOrder(order.orderId, { by: "owner", now: NOW });
  return order;
}

test("a return whose unit was refunded meanwhile is accepted without money, and its unit goes back in stock", async () => {
  const { orderId, paymentId, second } = await deliveredOrder();
  const number = await askReturn(orderId, [0, 1]);
  await refund(orderId, [0, 1]);

  expect(await receiveReturn(number, RECEIPT)).toMatchObject(WITHOUT_MONEY);

  expect(await openReturns()).toBe(0);
  expect((await stockOf(second)).on_hand).toBe(9);
  expect(await refundsAt(paymentId)).toHaveLength(1);
  expect((await findFulfilmentHistory(orderId)).lines[1]?.refunded).toBe(1);
  await expectOrdersToHold();
});

test("a unit that the refund has put back in stock is not put there again by its return", async () => {
  const order = await deliveredOrder();
  const number = await askReturn(order.orderId, [2, 1]);
  await refund(order.orderId, [2, 1], { isRestocked: true });

  expect(await receiveReturn(number, RECEIPT)).toMatchObject({ ok: true });

  expect(await shelves(order)).toEqual([8, 9]);
  await expectOrdersToHold();
});

test("of several units, the returned one that was refunded meanwhile is paid and put back once, and the others are too", async () => {
  for (const isRestocked of [true, false]) {
    const { orderId, first } = await deliveredOrder();
    const number = await askReturn(orderId, [1, 0]);
    await refund(orderId, [1, 0], { isRestocked });

    expect(await receiveReturn(number, RECEIPT)).toMatchObject(WITHOUT_MONEY);

    expect((await stockOf(first)).on_hand).toBe(7);
    expect(await firstLine(orderId)).toMatchObject({ refunded: 1, requested: 1, refundedWithoutReturn: 0 });
    for (const key of ["second", "third"]) {
      const paid = await receiveReturn(await askReturn(orderId, [1, 0], { key, now: LATER }), RECEIPT);
      expect(paid.ok && paid.value.refund.minor).toBeGreaterThan(0);
    }
    expect((await stockOf(first)).on_hand).toBe(9);
    expect((await firstLine(orderId))?.refunded).toBe(3);
    await expectOrdersToHold();
  }
});

test("of a return of two units, one refunded meanwhile, one is paid", async () => {
  const { orderId, first } = await deliveredOrder();
  const number = await askReturn(orderId, [2, 1]);
  await refund(orderId, [1, 0]);

  expect(await receiveReturn(number, RECEIPT)).toMatchObject({ ok: true });

  expect((await stockOf(first)).on_hand).toBe(8);
  expect((await findFulfilmentHistory(orderId)).lines).toMatchObject([
    { refunded: 2, refundedWithoutReturn: 0 },
    { refunded: 1 },
  ]);
  await expectOrdersToHold();
});

test("two open returns, each refunded meanwhile, are both accepted without money", async () => {
  const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
  const { orderId } = await deliveredOrder();
  const first = await askReturn(orderId, [1, 0]);
  await refund(orderId, [1, 0], { now: at(1) });
  const second = await askReturn(orderId, [1, 0], { key: "second", now: at(2) });
  expect(await receiveReturn(first, { ...RECEIPT, now: at(3) })).toMatchObject(WITHOUT_MONEY);
  await refund(orderId, [1, 0], { key: "l", now: at(4) });

  expect(await receiveReturn(second, { ...RECEIPT, now: at(5) })).toMatchObject(WITHOUT_MONEY);

  expect(await firstLine(orderId)).toMatchObject({ refunded: 2, requested: 2 });
  await expectOrdersToHold();
});

test("a withdrawal from a packed order that is cancelled or refunded in full by the shop waits for no parcel", async () => {
  const all = { units: [3, 1], delivery: true };
  for (const [end, stock] of [
    [(id: OrderId) => cancelOrder(id, { ...OWNER, reason: "asked by telephone" }), [9, 9]],
    [(id: OrderId) => requestRefund(id, { ...REFUND, refund: all }), [6, 8]],
  ] as const) {
    const order = await packedOrder();
    const { orderId, paymentId, total } = order;
    await withdraw(orderId, [3, 1]);
    expect(await openReturns()).toBe(1);

    await end(orderId);

    expect(await statusOf(orderId)).toBe("cancelled");
    expect(await openReturns()).toBe(0);
    expect(await shelves(order)).toEqual(stock);
    expect(await refundsAt(paymentId)).toEqual([total]);
    await expectOrdersToHold();
  }
});

test("a packed order, cancelled after a withdrawn unit that cost nothing came back, brings each unit back once", async () => {
  const order = await paidFreeItems();
  await packOrder(order.orderId, { by: "owner", now: NOW });
  const number = await withdraw(order.orderId, [1, 0]);
  expect(await receiveReturn(number, RECEIPT)).toMatchObject(WITHOUT_MONEY);

  await cancelOrder(order.orderId, { ...OWNER, reason: "asked by telephone" });

  expect(await shelves(order)).toEqual([9, 9]);
  await expectOrdersToHold();
});

test("a packed order, cancelled after one unit came back and another was withdrawn, waits for no parcel", async () => {
  const { orderId } = await packedOrder();
  const returned = await withdraw(orderId, [1, 0]);
  await receiveReturn(returned, RECEIPT);
  await askReturn(orderId, [1, 0], { reason: "withdrawal", key: "again" });
  expect(await openReturns()).toBe(1);

  await cancelOrder(orderId, { ...OWNER, reason: "asked by telephone" });

  expect(await openReturns()).toBe(0);
  await expectOrdersToHold();
});

test("a withdrawal whose items are taken out of the parcel waits for nothing, and the rest is sent", async () => {
  const { orderId } = await packedOrder();
  await withdraw(orderId, [0, 1]);

  await refund(orderId, [0, 1]);

  expect(await openReturns()).toBe(0);
  expect(await sendShipment(orderId)).toMatchObject({ value: { status: "shipped" } });
  await expectOrdersToHold();
});

test("a parcel that comes after all of the money went back is accepted without a refund", async () => {
  const { orderId, paymentId, total, first } = await deliveredOrder();
  const number = await askReturn(orderId, [3, 1]);
  await refundedAtProvider(paymentId, total);
  expect(await statusOf(orderId)).toBe("refunded");
  expect(await suggestDelivery(number)).toBeNull();

  expect(await receiveReturn(number, RECEIPT)).toMatchObject(WITHOUT_MONEY);

  expect(await openReturns()).toBe(0);
  expect((await stockOf(first)).on_hand).toBe(9);
  expect((await findFulfilmentHistory(orderId)).refunds).toMatchObject([{ by: "payment" }]);
  await expectOrdersToHold();
});

test("while a payment is disputed no return is accepted", async () => {
  const { orderId, paymentId, total } = await deliveredOrder();
  const number = await askReturn(orderId, [3, 1]);
  await reportEvent(paymentId, "disputed", { minor: total });

  expect(await receiveReturn(number, RECEIPT)).toMatchObject({ code: "order-state-conflict" });
});
