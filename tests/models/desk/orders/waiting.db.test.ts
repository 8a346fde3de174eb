import { expect, test } from "vitest";

import { registerListeners } from "#app/listeners.server.ts";
import { cancelAtDesk } from "#app/models/desk/orders/money-steps.server.ts";
import { NO_ORDER_FILTERS } from "#app/models/desk/orders/order-filters.server.ts";
import { listDeskOrders } from "#app/models/desk/orders/order-list.server.ts";
import { countOpenReturns } from "#app/models/desk/orders/returns.server.ts";
import {
  countOrderViews,
  countWorkOfDay,
  summariseWaitingOrders,
  currenciesSince,
  firstDisputeDeadline,
  weekFigures,
} from "#app/models/desk/orders/waiting.server.ts";
import { cancelOrder } from "#app/models/order/cancel.server.ts";
import { findFulfilmentHistory } from "#app/models/order/fulfilment.server.ts";
import { requestGoodwill } from "#app/models/order/goodwill.server.ts";
import { findOrder, moveOrder } from "#app/models/order/order.server.ts";
import {
  deliverOrder,
  packOrder,
  shipOrder,
  undeliverOrder,
  unpackOrder,
} from "#app/models/order/shipments.server.ts";
import { requestRefund } from "#app/models/order/refund.server.ts";
import { leadsToRefund } from "#app/routes/desk/order-view.server.ts";
import type { Store } from "#app/models/store/store.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { NOW } from "#tests/support/now.ts";
import { person } from "#tests/support/people/desk/desk.ts";
import { outcomeOf } from "#tests/support/people/desk/outcomes.ts";
import { paidOrder, reportEvent, reviewedOrder } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { changeRows } from "#tests/support/shops/rows.ts";

useTestDatabase();
registerListeners();

const DAY_MS = 86_400_000;
const PARCEL = { carrier: "own", number: "", url: null, key: "first", by: "owner" } as const;
/** A moment after everything that a test does. */
const SOON = new Date(NOW.getTime() + DAY_MS / 2);

/** How long each list is, that of all orders too. */
async function allViews(store: Store, now: Date) {
  const counts = await countOrderViews(store, now, { withAll: true });
  if (counts.all === null) throw new Error("All orders were not counted");
  return { ...counts, all: counts.all };
}

test("each list says how many wait, since when, and by when the first is to be sent", async () => {
  const store = await findStore();
  const none = { count: 0, firstSendBy: null, oldestAt: null };
  expect(await summariseWaitingOrders(store, NOW)).toMatchObject({ "to-pack": none, packed: none });
  await paidOrder();
  const { orderId } = await paidOrder();
  await packOrder(orderId, { by: "owner", now: NOW });

  expect(await allViews(store, NOW)).toMatchObject({ "to-pack": 1, packed: 1 });
  expect((await countOrderViews(store, NOW)).all).toBeNull();
  const { "to-pack": toPack, packed, late } = await summariseWaitingOrders(store, NOW);
  expect(toPack).toMatchObject({ count: 1, oldestAt: expect.stringMatching(/^2/) as string });
  expect(toPack.firstSendBy).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect([packed.count, late]).toEqual([1, none]);
  expect(await countOpenReturns(store, NOW)).toMatchObject({
    ...{ views: { open: 0 }, oldestAt: null, firstRefundBy: null },
  });
});

test("what was packed and sent since the morning is counted by orders, each once", async () => {
  const store = await findStore();
  const now = new Date();
  await paidOrder();
  const { orderId } = await paidOrder();
  await packOrder(orderId, { by: "owner", now });
  await unpackOrder(orderId, { by: "owner", now });
  await packOrder(orderId, { by: "owner", now });
  expect(await countWorkOfDay(store, now)).toEqual({ packed: 1, sent: 0 });

  await shipOrder(orderId, { ...PARCEL, units: null, now });
  expect(await countWorkOfDay(store, now)).toEqual({ packed: 1, sent: 1 });
  expect(await countWorkOfDay(store, new Date(now.getTime() + DAY_MS))).toEqual({ packed: 0, sent: 0 });
});

test("what was unpacked, taken back or won at the bank counts neither as packed nor as sent", async () => {
  const store = await findStore();
  const now = new Date();
  const yesterday = new Date(now.getTime() - DAY_MS);
  const byOwner = { by: "owner", now } as const;

  const { orderId: unpacked } = await paidOrder();
  await packOrder(unpacked, byOwner);
  await unpackOrder(unpacked, byOwner);

  const { orderId: delivered } = await paidOrder();
  await shipOrder(delivered, { ...PARCEL, units: null, now: yesterday });
  await deliverOrder(delivered, byOwner);
  expect(await undeliverOrder(delivered, byOwner)).toMatchObject({ ok: true });

  const { orderId: disputed } = await paidOrder();
  await packOrder(disputed, { by: "owner", now: yesterday });
  const byBank = { reason: "dispute", by: "payment", now } as const;
  await moveOrder(disputed, { from: "packed", to: "disputed", ...byBank });
  await moveOrder(disputed, { from: "disputed", to: "packed", ...byBank });

  expect(await countWorkOfDay(store, now)).toEqual({ packed: 0, sent: 0 });
});

test("the second parcel of an order counts on its own day, and a refund of the rest sends nothing", async () => {
  const store = await findStore();
  const now = new Date();
  const yesterday = new Date(now.getTime() - DAY_MS);
  const { orderId } = await paidOrder();
  await shipOrder(orderId, { ...PARCEL, units: [1, 0], now: yesterday });
  const { orderId: rest } = await paidOrder();
  await shipOrder(rest, { ...PARCEL, units: [3, 0], now: yesterday });
  await moveOrder(rest, { from: "partially-shipped", to: "shipped", reason: "refunded", by: "owner", now });
  expect(await countWorkOfDay(store, now)).toEqual({ packed: 0, sent: 0 });

  await shipOrder(orderId, { ...PARCEL, units: [1, 0], key: "second", now });
  expect(await countWorkOfDay(store, now)).toEqual({ packed: 0, sent: 1 });
});

test("an order in another currency is in the figures of a week, in sums of its own", async () => {
  const store = await findStore();
  const { orderId } = await paidOrder();
  const pounds = await weekFigures(store, SOON);
  await paidOrder();
  await changeRows("orders", { id: orderId }, { currency: "EUR" });
  await changeRows("orders", { id: orderId }, { paid_at: NOW.toISOString() });
  const since = new Date(SOON.getTime() - 7 * DAY_MS);

  expect(await currenciesSince(store, since)).toEqual(["GBP", "EUR"]);
  expect(await weekFigures(store, SOON)).toEqual(pounds);
  const euros = await weekFigures({ currency: "EUR" }, SOON);
  expect(euros).toMatchObject({ orders: 1, revenue: { minor: euros.average.minor, currency: "EUR" } });
});

test("the figures of a week hold the orders that were paid in it, and no others", async () => {
  const store = await findStore();
  const before = await weekFigures(store, SOON);
  await paidOrder();
  const after = await weekFigures(store, SOON);

  expect(after.orders).toBe(before.orders + 1);
  expect(after.revenue.minor).toBeGreaterThan(before.revenue.minor);
  expect(after.byDay.reduce((sum, count) => sum + count, 0)).toBe(after.orders);
  expect((await weekFigures(store, new Date(NOW.getTime() - 30 * DAY_MS))).orders).toBe(0);
});

test("the revenue of a week leaves out the refund of a wrong sum, which it never counted as taken", async () => {
  const store = await findStore();
  await paidOrder();
  const before = await weekFigures(store, SOON);
  const { number } = await reviewedOrder();
  const owner = await person("owner");

  const cancel = { number, reason: "wrong sum", shown: "payment-review" };
  expect(await outcomeOf(cancelAtDesk(cancel, owner))).toBe("done");
  expect(await weekFigures(store, SOON)).toEqual(before);
});

test("what was lost in a dispute in a currency in which nothing else happened is in the figures", async () => {
  const store = await findStore();
  const { orderId, paymentId, total } = await paidOrder();
  const since = new Date(NOW.getTime() - DAY_MS);
  await changeRows("orders", { id: orderId }, { currency: "EUR", paid_at: "2026-01-01T00:00:00.000Z" });
  await changeRows("payments", { order_id: orderId }, { currency: "EUR" });
  expect(await currenciesSince(store, since)).toEqual(["GBP"]);

  await reportEvent(paymentId, "dispute-lost", { minor: total, currency: "EUR", reference: "dp_1" });

  expect(await currenciesSince(store, since)).toEqual(["GBP", "EUR"]);
  expect((await weekFigures({ currency: "EUR" }, SOON)).lost).toEqual({ minor: total, currency: "EUR" });
});

test("a question about the payment of a cancelled order waits at the desk, and nothing of it is refunded", async () => {
  const store = await findStore();
  const { orderId, paymentId, total } = await paidOrder();
  const lost = { minor: total, reference: "dp_1" };
  await reportEvent(paymentId, "dispute-lost", lost);
  expect(await allViews(store, NOW)).toMatchObject({ disputed: 1 });
  await cancelOrder(orderId, { by: "owner", reason: "lost", now: NOW });
  await reportEvent(paymentId, "dispute-won", lost);
  expect(await allViews(store, NOW)).toMatchObject({ disputed: 0 });
  const order = await findOrder(orderId);
  if (!order) throw new Error("no order");
  const mayRefund = async () => leadsToRefund({ order, life: await findFulfilmentHistory(orderId) }, "owner");
  expect(await mayRefund()).toBe(true);
  const dueAt = "2026-12-14T23:59:00.000Z";

  await reportEvent(paymentId, "inquiry", { minor: 1000, reference: "dp_2", dueAt });

  expect(await allViews(store, NOW)).toMatchObject({ disputed: 1 });
  expect((await summariseWaitingOrders(store, NOW)).disputed.count).toBe(1);
  const selection = { view: "disputed", filters: NO_ORDER_FILTERS, today: "2026-11-24" } as const;
  expect((await listDeskOrders(selection, null)).orders).toMatchObject([
    { id: orderId, status: "cancelled" },
  ]);
  expect(await firstDisputeDeadline()).toBe(dueAt);
  expect(await mayRefund()).toBe(false);
  const all = { units: [0, 0], delivery: true };
  const request = { by: "owner", now: NOW, key: "k", refund: all, isRestocked: false, reason: "x" } as const;
  expect(await requestRefund(orderId, request)).toMatchObject({ code: "order-state-conflict" });
  expect(await requestGoodwill(orderId, { ...request, minor: 100 })).toMatchObject({
    code: "order-state-conflict",
  });
  await reportEvent(paymentId, "dispute-won", { minor: 1000, reference: "dp_2" });
  expect([await firstDisputeDeadline(), await mayRefund()]).toEqual([null, true]);
  expect(await allViews(store, NOW)).toMatchObject({ disputed: 0 });
});
