/** Returns whose units were refunded another way, or whose order has ended. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { countOpenReturns } from "#app/models/desk/orders/returns.server.ts";
import { cancelOrder } from "#app/models/order/cancel.server.ts";
import { findFulfilmentHistory } from "#app/models/order/fulfilment.server.ts";
import { findBreaks } from "#app/models/order/invariants/invariants.server.ts";
import { receivePaymentEvent } from "#app/models/order/payment/payment.server.ts";
import { requestRefund } from "#app/models/order/refund.server.ts";
import { receiveReturn, requestReturn, suggestDelivery } from "#app/models/order/returns/return.server.ts";
import { packOrder } from "#app/models/order/shipments.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { NOW } from "#tests/support/now.ts";
import { stockOf } from "#tests/support/people/checkout.ts";
import { paidFreeItems, refundedAtProvider } from "#tests/support/people/free-items.ts";
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
const OWNER = { by: "owner", now: LATER } as const;
const REFUND = { ...OWNER, key: "k", isRestocked: false, reason: "asked by telephone" };
const RECEIPT = { ...OWNER, isRestocked: true, hasDelivery: null };

type ReturnUnits = Readonly<{
  units: ReadonlyArray<number>;
  isWithdrawal?: boolean;
  key?: string;
  now?: Date;
}>;

async function ask(
  orderId: OrderId,
  { units, isWithdrawal = false, key = "r", now = NOW }: ReturnUnits,
): Promise<string> {
  const reason = isWithdrawal ? "withdrawal" : "changed-mind";
  const lines = units.map((count) => ({ units: count, reason }));
  const request = { by: "customer", now, key, lines, note: "" } as const;
  const requested = await requestReturn(orderId, {
    ...request,
    ...(isWithdrawal ? { legalBasis: "withdrawal" } : {}),
  });
  if (!requested.ok) throw new Error(requested.code);
  return requested.value.number;
}

const openReturns = async () => (await countOpenReturns(await findStore(), LATER)).views.open;

/** All but the stock, which the tests set by hand, and what is set off, which they refund at the provider. */
async function holds() {
  const breaks = await findBreaks(db(), { isYoung: true });
  expect(breaks.filter(({ invariant }) => !/stock|set off/.test(invariant))).toEqual([]);
}

test("a return whose unit was refunded meanwhile is accepted without money, and its unit goes back in stock", async () => {
  const { orderId, paymentId, second } = await deliveredOrder();
  const number = await ask(orderId, { units: [0, 1] });
  await requestRefund(orderId, { ...REFUND, refund: { units: [0, 1], delivery: false } });

  expect(await receiveReturn(number, RECEIPT)).toMatchObject({
    value: { refund: { minor: 0 }, isNew: true },
  });

  expect(await openReturns()).toBe(0);
  expect((await stockOf(second)).on_hand).toBe(9);
  expect(await refundsAt(paymentId)).toHaveLength(1);
  expect((await findFulfilmentHistory(orderId)).lines[1]?.refunded).toBe(1);
  await holds();
});

test("a unit that the refund has put back in stock is not put there again by its return", async () => {
  const { orderId, second, first } = await deliveredOrder();
  const number = await ask(orderId, { units: [2, 1] });
  await requestRefund(orderId, { ...REFUND, isRestocked: true, refund: { units: [2, 1], delivery: false } });

  const done = await receiveReturn(number, RECEIPT);

  expect(done).toMatchObject({ ok: true });
  expect([(await stockOf(first)).on_hand, (await stockOf(second)).on_hand]).toEqual([8, 9]);
  await holds();
});

test("of several units, the returned one that was refunded meanwhile is paid and put back once, and the others are too", async () => {
  for (const isRestocked of [true, false]) {
    const { orderId, first } = await deliveredOrder();
    const number = await ask(orderId, { units: [1, 0] });
    await requestRefund(orderId, { ...REFUND, isRestocked, refund: { units: [1, 0], delivery: false } });

    expect(await receiveReturn(number, RECEIPT)).toMatchObject({ value: { refund: { minor: 0 } } });

    expect((await stockOf(first)).on_hand).toBe(7);
    const life = await findFulfilmentHistory(orderId);
    expect(life.lines[0]).toMatchObject({ refunded: 1, requested: 1, refundedWithoutReturn: 0 });
    for (const key of ["second", "third"]) {
      const another = await ask(orderId, { units: [1, 0], key, now: LATER });
      const paid = await receiveReturn(another, RECEIPT);
      expect(paid.ok && paid.value.refund.minor).toBeGreaterThan(0);
    }
    expect((await stockOf(first)).on_hand).toBe(9);
    expect((await findFulfilmentHistory(orderId)).lines[0]?.refunded).toBe(3);
    await holds();
  }
});

test("of a return of two units, one refunded meanwhile, one is paid", async () => {
  const { orderId, first } = await deliveredOrder();
  const number = await ask(orderId, { units: [2, 1] });
  await requestRefund(orderId, { ...REFUND, refund: { units: [1, 0], delivery: false } });

  const done = await receiveReturn(number, RECEIPT);

  expect(done).toMatchObject({ ok: true });
  expect((await stockOf(first)).on_hand).toBe(8);
  expect((await findFulfilmentHistory(orderId)).lines).toMatchObject([
    { refunded: 2, refundedWithoutReturn: 0 },
    { refunded: 1 },
  ]);
  await holds();
});

test("two open returns, each refunded meanwhile, are both accepted without money", async () => {
  const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
  const { orderId } = await deliveredOrder();
  const refund = { units: [1, 0], delivery: false };
  const first = await ask(orderId, { units: [1, 0] });
  await requestRefund(orderId, { ...REFUND, refund, now: at(1) });
  const second = await ask(orderId, { units: [1, 0], key: "second", now: at(2) });
  expect(await receiveReturn(first, { ...RECEIPT, now: at(3) })).toMatchObject({
    value: { refund: { minor: 0 } },
  });
  await requestRefund(orderId, { ...REFUND, key: "l", refund, now: at(4) });

  expect(await receiveReturn(second, { ...RECEIPT, now: at(5) })).toMatchObject({
    value: { refund: { minor: 0 } },
  });

  expect((await findFulfilmentHistory(orderId)).lines[0]).toMatchObject({ refunded: 2, requested: 2 });
  await holds();
});

test("a withdrawal from a packed order that is cancelled waits for no parcel", async () => {
  const { orderId, paymentId, total, first } = await paidOrder();
  await packOrder(orderId, { by: "owner", now: NOW });
  await ask(orderId, { units: [3, 1], isWithdrawal: true });
  expect(await openReturns()).toBe(1);

  await cancelOrder(orderId, { ...OWNER, reason: "asked by telephone" });

  expect(await openReturns()).toBe(0);
  expect((await stockOf(first)).on_hand).toBe(9);
  expect(await refundsAt(paymentId)).toEqual([total]);
  await holds();
});

test("a packed order, cancelled after a withdrawn unit that cost nothing came back, brings each unit back once", async () => {
  const { orderId, first, second } = await paidFreeItems();
  await packOrder(orderId, { by: "owner", now: NOW });
  const number = await ask(orderId, { units: [1, 0], isWithdrawal: true });
  expect(await receiveReturn(number, RECEIPT)).toMatchObject({ value: { refund: { minor: 0 } } });

  await cancelOrder(orderId, { ...OWNER, reason: "asked by telephone" });

  expect([(await stockOf(first)).on_hand, (await stockOf(second)).on_hand]).toEqual([9, 9]);
  await holds();
});

test("a withdrawal whose items are taken out of the parcel waits for nothing, and the rest is sent", async () => {
  const { orderId } = await paidOrder();
  await packOrder(orderId, { by: "owner", now: NOW });
  await ask(orderId, { units: [0, 1], isWithdrawal: true });

  await requestRefund(orderId, { ...REFUND, refund: { units: [0, 1], delivery: false } });

  expect(await openReturns()).toBe(0);
  expect(await sendShipment(orderId)).toMatchObject({ value: { status: "shipped" } });
  await holds();
});

test("a withdrawal from a packed order that is refunded in full by the shop waits for no parcel", async () => {
  const { orderId } = await paidOrder();
  await packOrder(orderId, { by: "owner", now: NOW });
  await ask(orderId, { units: [3, 1], isWithdrawal: true });

  await requestRefund(orderId, { ...REFUND, refund: { units: [3, 1], delivery: true } });

  expect(await statusOf(orderId)).toBe("cancelled");
  expect(await openReturns()).toBe(0);
  await holds();
});

test("a parcel that comes after all of the money went back is accepted without a refund", async () => {
  const { orderId, paymentId, total, first } = await deliveredOrder();
  const number = await ask(orderId, { units: [3, 1] });
  await refundedAtProvider(paymentId, total);
  expect(await statusOf(orderId)).toBe("refunded");
  expect(await suggestDelivery(number)).toBeNull();

  expect(await receiveReturn(number, RECEIPT)).toMatchObject({
    value: { refund: { minor: 0 }, isNew: true },
  });

  expect(await openReturns()).toBe(0);
  expect((await stockOf(first)).on_hand).toBe(9);
  expect((await findFulfilmentHistory(orderId)).refunds).toEqual([]);
  await holds();
});

test("while a payment is disputed no return is accepted", async () => {
  const { orderId, paymentId, total } = await deliveredOrder();
  const number = await ask(orderId, { units: [3, 1] });
  const event = { eventId: "d", paymentId, type: "disputed", detail: null } as const;
  const amount = { minor: total, currency: "GBP" };
  await receivePaymentEvent({ ...event, amount, occurredAt: NOW.toISOString() }, NOW);

  expect(await receiveReturn(number, RECEIPT)).toMatchObject({ code: "order-state-conflict" });
});
