import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { addToCart, findCart } from "#app/models/cart/cart.server.ts";
import { checkOut } from "#app/models/checkout/checkout.server.ts";
import { reconcilePayments, releaseStaleOrders } from "#app/models/order/expire-pending-orders.server.ts";
import { findOrder, moveOrder } from "#app/models/order/order.server.ts";
import { settle } from "#app/models/order/payment/payment.server.ts";
import type { PaymentEventType } from "#app/models/order/payment/payment.ts";
import { paymentOf } from "#app/models/order/payment/queries.server.ts";
import { processingUntil } from "#app/models/order/payment/settlement.server.ts";
import {
  decideTestPayment,
  findMoreTime,
  keepTestPaymentOpen,
} from "#app/models/order/payment/test-payment.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import {
  embeddedPayments,
  eventsOf,
  findTestPayment,
} from "#app/services/payment/payment-embedded.server.ts";
import { connectPayments } from "#app/services/payment/payment.server.ts";
import { permutations } from "#tests/support/checks/permutations.ts";
import { NOW } from "#tests/support/now.ts";
import {
  commandFor,
  countRows,
  jobKinds,
  parcelVariant,
  placedOrder,
  setStock,
  stockOf,
} from "#tests/support/people/checkout.ts";
import { refundsAt, reportEvent, statusOf } from "#tests/support/people/order-life.ts";
import { linesOf } from "#tests/support/people/recovery.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const after = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const LATER = after(31);

type Event = Readonly<{ more?: number; currency?: string; now?: Date }>;

/** An order of `units` of one variant, of which there are `stock`, that waits for its payment. */
async function waitingOrder(units = 1, stock = 5) {
  const variantId = await parcelVariant(stock);
  const placed = await placedOrder({ [variantId]: units });
  return {
    ...placed,
    variantId,
    report: (type: PaymentEventType, { more = 0, ...rest }: Event = {}) =>
      reportEvent(placed.paymentId, type, { minor: placed.total + more, ...rest }),
    status: () => statusOf(placed.orderId),
    stock: () => stockOf(variantId),
  };
}

test("a shopper keeps the payment page and the order open ten times for as long again, and no longer", async () => {
  const { orderId, paymentId, report, status } = await waitingOrder();
  const keepOpen = async (now: Date) => {
    const payment = await findTestPayment(paymentId, now);
    const until = payment && (await findMoreTime(payment, now));
    if (!until || !(await keepTestPaymentOpen(payment, until, now)).ok) return null;
    const [page, order] = [await findTestPayment(paymentId, now), await findOrder(orderId)];
    expect([page?.attempt.expiresAt, order?.expiresAt]).toEqual([until, until]);
    return (Date.parse(until) - NOW.getTime()) / 60_000;
  };

  const minutes = [];
  for (let minute = 29; minute < 360; minute += 29) minutes.push(await keepOpen(after(minute)));

  expect(minutes.filter((until) => until !== null)).toHaveLength(11);
  expect(minutes.slice(0, 2)).toEqual([59, 88]);
  expect(Math.max(...minutes.map(Number))).toBe(330);
  expect(await releaseStaleOrders(after(329))).toBe(0);
  expect(await status()).toBe("awaiting-payment");

  await report("paid", { now: after(329) });
  expect(await keepOpen(after(329))).toBeNull();
});

test("a paid order takes its stock, empties the cart and queues one email", async () => {
  const { orderId, cart, report, stock } = await waitingOrder(2);

  await report("paid");

  expect(await findOrder(orderId)).toMatchObject({ status: "paid", paidAt: NOW.toISOString() });
  expect(await stock()).toEqual({ on_hand: 3, reserved: 0 });
  expect(await findCart(cart.id)).toBeNull();
  expect(await jobKinds()).toEqual(["new-order-email", "order-confirmation"]);
});

test("items added to the cart while the payment ran remain in it", async () => {
  const { variantId, cart, report } = await waitingOrder(2, 9);
  const other = await parcelVariant(9, 1);
  const more = [other, variantId].map((id) => ({ variantId: id, quantity: 1 }));
  await addToCart(cart.id, more, NOW);

  await report("paid");

  expect(await linesOf(cart.id)).toEqual({ [variantId]: 1, [other]: 1 });
});

test("a hundred repeats of one event, in series and at once, pay once (P-01)", async () => {
  const { report, status, stock } = await waitingOrder();

  for (let count = 0; count < 50; count += 1) await report("paid");
  await Promise.all(Array.from({ length: 50 }, () => report("paid")));

  expect(await status()).toBe("paid");
  expect(await stock()).toEqual({ on_hand: 4, reserved: 0 });
  expect(await jobKinds()).toEqual(["new-order-email", "order-confirmation"]);
  expect(await countRows("payment_events")).toBe(1);
});

test("webhook and return page at the same moment pay once (P-03)", async () => {
  const { orderId, paymentId, report, status, stock } = await waitingOrder();
  await decideTestPayment(paymentId, { decision: "pay" }, NOW);

  await Promise.all([report("paid"), settle(orderId, NOW), settle(orderId, NOW)]);

  expect(await status()).toBe("paid");
  expect(await stock()).toEqual({ on_hand: 4, reserved: 0 });
});

test.each<readonly [ReadonlyArray<PaymentEventType>, ReadonlyArray<unknown>]>([
  [
    ["processing", "declined", "expired", "paid"],
    ["paid", { on_hand: 4, reserved: 0 }, ["new-order-email", "order-confirmation"]],
  ],
  [["declined", "paid", "refunded", "disputed"], ["refunded"]],
])(
  "%j in every order end in the same state (P-02)",
  async (types, expected) => {
    const ends = new Set<string>();
    for (const order of permutations(types)) {
      await db().deleteFrom("jobs").execute();
      const { report, status, stock } = await waitingOrder();

      for (const type of order) await report(type);

      const end = [await status(), await stock(), await jobKinds()];
      ends.add(JSON.stringify(end.slice(0, expected.length)));
    }
    expect([...ends]).toEqual([JSON.stringify(expected)]);
  },
  120_000,
);

test.each([
  ["a penny less", { more: -1 }],
  ["a penny more", { more: 1 }],
  ["euros", { currency: "EUR" }],
])("%s needs a manual check, the admin gets an email, and nothing is sent (P-07)", async (_, event) => {
  const { report, status, stock } = await waitingOrder();

  await report("paid", event);

  expect(await status()).toBe("payment-review");
  expect(await jobKinds()).toEqual(["payment-alert"]);
  expect((await stock()).on_hand).toBe(5);
});

test("an event about an unknown payment changes no order", async () => {
  const { total, status } = await waitingOrder();

  await reportEvent("test_of_somebody_else", "paid", { minor: total });

  expect(await status()).toBe("awaiting-payment");
});

test("an order without a payment has none, and a payment in progress has ten days", async () => {
  expect(await paymentOf(newId("order"))).toBeNull();
  expect(processingUntil("2026-11-21T12:00:00.000Z").toISOString()).toBe("2026-12-01T12:00:00.000Z");
});

test("a declined payment releases the stock and preserves the cart, and the next try is paid", async () => {
  const { orderId, paymentId, cart, stock } = await waitingOrder(1, 1);
  await decideTestPayment(paymentId, { decision: "decline", detail: "Your bank declined the card" }, NOW);

  expect(await settle(orderId, NOW)).toMatchObject({
    state: "declined",
    reason: "Your bank declined the card",
    order: { status: "declined" },
  });
  expect(await stock()).toEqual({ on_hand: 1, reserved: 0 });
  expect(await checkOut(await commandFor(cart.id), NOW)).toMatchObject({ ok: true });
});

test("a payment after the release reserves the stock again while it lasts", async () => {
  const { report, status, stock } = await waitingOrder(1, 1);
  await report("expired");

  await report("paid", { now: LATER });

  expect(await status()).toBe("paid");
  expect(await stock()).toEqual({ on_hand: 0, reserved: 0 });
});

test("a payment without stock left is refunded once, and the shopper gets an email (R-05)", async () => {
  const { variantId, paymentId, total, report, status, stock } = await waitingOrder(1, 1);
  await report("expired");
  await setStock(variantId, 0);
  // Paid at the very last moment, as the provider sees it.
  await db().updateTable("embedded_payments").set({ status: "paid" }).where("id", "=", paymentId).execute();
  const paid = await findTestPayment(paymentId, NOW);
  expect(paid && eventsOf(paid).map(({ type }) => type)).toEqual(["paid"]);

  await Promise.all([report("paid", { now: LATER }), report("paid", { now: LATER })]);

  expect(await status()).toBe("refunded");
  expect(await jobKinds()).toEqual(["order-refund", "order-refunded", "stock-alert-batch"]);
  expect(await stock()).toEqual({ on_hand: 0, reserved: 0 });
  expect(await refundsAt(paymentId)).toEqual([total]);
  expect(await refundsAt(paymentId)).toEqual([total]);
});

test("an order that was cancelled after payment is not paid again by a late event", async () => {
  const { orderId, report, status } = await waitingOrder();
  await report("paid");
  await moveOrder(orderId, { from: "paid", to: "cancelled", reason: "asked", by: "customer", now: NOW });

  await report("processing");

  expect(await status()).toBe("cancelled");
});

test("of two concurrent status changes one succeeds, and one that the table does not allow is a bug and throws", async () => {
  const { orderId } = await waitingOrder();
  const move = { from: "awaiting-payment", reason: "test", by: "clock", now: NOW } as const;
  await expect(moveOrder(orderId, { ...move, to: "delivered" })).rejects.toThrow(
    "cannot go from awaiting-payment to delivered by clock",
  );

  const cancel = { ...move, to: "cancelled" } as const;
  const moves = await Promise.all([moveOrder(orderId, cancel), moveOrder(orderId, cancel)]);

  expect(moves.filter((moved) => moved.ok)).toHaveLength(1);
});

test("an unpaid order releases its stock after half an hour, and not before (R-06)", async () => {
  const { status, stock } = await waitingOrder(2);

  expect(await releaseStaleOrders(after(29))).toBe(0);
  expect(await releaseStaleOrders(LATER)).toBe(1);

  expect(await status()).toBe("cancelled");
  expect(await stock()).toEqual({ on_hand: 5, reserved: 0 });
});

test("an order that was paid without a webhook is settled instead of released", async () => {
  const { paymentId, status, stock } = await waitingOrder(2);
  await decideTestPayment(paymentId, { decision: "pay" }, NOW);

  await releaseStaleOrders(LATER);

  expect(await status()).toBe("paid");
  expect(await stock()).toEqual({ on_hand: 3, reserved: 0 });
});

test("a payment in progress holds its stock for more than half an hour", async () => {
  const { paymentId, status } = await waitingOrder();
  await decideTestPayment(paymentId, { decision: "pay-later" }, NOW);

  await releaseStaleOrders(LATER);
  await decideTestPayment(paymentId, { decision: "bank-confirms" }, LATER);
  await reconcilePayments(LATER);

  expect(await status()).toBe("paid");
});

test("without webhooks the reconciler finds every payment (P-05)", async () => {
  const variantId = await parcelVariant(50);
  const placed = [];
  for (let count = 0; count < 5; count += 1) placed.push(await placedOrder({ [variantId]: 1 }));
  for (const { paymentId } of placed) await decideTestPayment(paymentId, { decision: "pay" }, NOW);

  await reconcilePayments(after(11));

  for (const { orderId } of placed) expect(await statusOf(orderId)).toBe("paid");
});

test("while the provider is unreachable no order expires, because it may be paid", async () => {
  const { status } = await waitingOrder();
  const away = () => Promise.reject(new Error("away"));
  connectPayments({ ...embeddedPayments, find: away, close: away });

  await releaseStaleOrders(LATER);
  connectPayments(null);

  expect(await status()).toBe("awaiting-payment");
});

test("while the provider cannot say whether a closed payment was paid, its order does not expire either", async () => {
  const { paymentId, status } = await waitingOrder();
  await decideTestPayment(paymentId, { decision: "pay" }, NOW);
  connectPayments({ ...embeddedPayments, find: () => Promise.reject(new Error("away")) });

  const ended = await releaseStaleOrders(LATER);
  const whileAway = await status();
  connectPayments(null);
  await releaseStaleOrders(LATER);

  expect([ended, whileAway, await status()]).toEqual([0, "awaiting-payment", "paid"]);
});

test("an unreported payment is polled every five minutes, by one process at a time", async () => {
  await waitingOrder();

  expect(await reconcilePayments(after(9))).toBe(0);
  const both = await Promise.all([reconcilePayments(after(10)), reconcilePayments(after(10))]);
  expect(both[0] + both[1]).toBe(1);
  expect(await reconcilePayments(after(14))).toBe(0);
  expect(await reconcilePayments(after(15))).toBe(1);
});

test("an unreachable provider is not polled for every order, and the next round starts with the others", async () => {
  const variantId = await parcelVariant(50);
  for (let count = 0; count < 7; count += 1) await placedOrder({ [variantId]: 1 });
  const requested: Array<string> = [];
  const close = (paymentId: string) => {
    requested.push(paymentId);
    return Promise.reject(new Error("away"));
  };
  connectPayments({ ...embeddedPayments, close });

  await releaseStaleOrders(LATER);
  expect(requested).toHaveLength(5);
  await releaseStaleOrders(after(32));
  connectPayments(null);

  expect(requested.slice(5)).toHaveLength(5);
  expect(new Set(requested).size).toBe(7);
});
