import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { addToCart, findCart } from "#app/models/cart/cart.server.ts";
import { checkOut } from "#app/models/checkout/checkout.server.ts";
import { reconcilePayments, releaseStaleOrders } from "#app/models/order/expire-pending-orders.server.ts";
import { findOrder, moveOrder } from "#app/models/order/order.server.ts";
import { receivePaymentEvent, refundOrder, settle } from "#app/models/order/payment/payment.server.ts";
import type { PaymentEventType } from "#app/models/order/payment/payment.ts";
import { decideTestPayment } from "#app/models/order/payment/test-payment.server.ts";
import {
  embeddedPayments,
  eventsOf,
  findTestPayment,
} from "#app/services/payment/payment-embedded.server.ts";
import { connectPayments } from "#app/services/payment/payment.server.ts";
import { permutations } from "#tests/support/checks/permutations.ts";
import { NOW } from "#tests/support/now.ts";
import {
  cartWith,
  commandFor,
  countRows,
  jobKinds,
  parcelVariant,
  placedOrder,
  setStock,
  stockOf,
} from "#tests/support/people/checkout.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const LATER = new Date(NOW.getTime() + 31 * 60_000);

function event(paymentId: string, type: PaymentEventType, minor: number, currency = "GBP") {
  return {
    eventId: `evt_${paymentId}_${type}_${minor}_${currency}`,
    paymentId,
    type,
    amount: { minor, currency },
    detail: null,
    occurredAt: NOW.toISOString(),
  };
}

test("a paid order takes its stock, empties the cart and queues one email", async () => {
  const variantId = await parcelVariant(5);
  const { orderId, paymentId, total, cart } = await placedOrder({ [variantId]: 2 });

  await receivePaymentEvent(event(paymentId, "paid", total), NOW);

  expect(await findOrder(orderId)).toMatchObject({ status: "paid", paidAt: NOW.toISOString() });
  expect(await stockOf(variantId)).toEqual({ on_hand: 3, reserved: 0 });
  expect(await findCart(cart.id)).toBeNull();
  expect(await jobKinds()).toEqual(["order-confirmation"]);
});

test("items added to the cart while the payment ran remain in it", async () => {
  const variantId = await parcelVariant(9);
  const other = await parcelVariant(9, 1);
  const { paymentId, total, cart } = await placedOrder({ [variantId]: 2 });
  await addToCart(
    cart.id,
    [
      { variantId: other, quantity: 1 },
      { variantId, quantity: 1 },
    ],
    NOW,
  );

  await receivePaymentEvent(event(paymentId, "paid", total), NOW);

  const left = await findCart(cart.id);
  expect(left?.lines.map((line) => [line.variantId, line.quantity]).sort()).toEqual(
    [
      [variantId, 1],
      [other, 1],
    ].sort(),
  );
});

test("a hundred repeats of one event, in series and at once, pay once (P-01)", async () => {
  const variantId = await parcelVariant(5);
  const { orderId, paymentId, total } = await placedOrder({ [variantId]: 1 });
  const paid = event(paymentId, "paid", total);

  for (let count = 0; count < 50; count += 1) await receivePaymentEvent(paid, NOW);
  await Promise.all(Array.from({ length: 50 }, () => receivePaymentEvent(paid, NOW)));

  expect((await findOrder(orderId))?.status).toBe("paid");
  expect(await stockOf(variantId)).toEqual({ on_hand: 4, reserved: 0 });
  expect(await jobKinds()).toEqual(["order-confirmation"]);
  expect(await countRows("payment_events")).toBe(1);
});

test("webhook and return page at the same moment pay once (P-03)", async () => {
  const variantId = await parcelVariant(5);
  const { orderId, paymentId, total } = await placedOrder({ [variantId]: 1 });
  await decideTestPayment(paymentId, { decision: "pay" }, NOW);

  await Promise.all([
    receivePaymentEvent(event(paymentId, "paid", total), NOW),
    settle(orderId, NOW),
    settle(orderId, NOW),
  ]);

  expect((await findOrder(orderId))?.status).toBe("paid");
  expect(await stockOf(variantId)).toEqual({ on_hand: 4, reserved: 0 });
});

test("events in every order end in the same state, stock and emails (P-02)", async () => {
  const types: ReadonlyArray<PaymentEventType> = ["processing", "declined", "expired", "paid"];
  const ends = new Set<string>();
  for (const order of permutations(types)) {
    const variantId = await parcelVariant(5);
    await db().deleteFrom("jobs").execute();
    const { orderId, paymentId, total } = await placedOrder({ [variantId]: 1 });

    for (const type of order) await receivePaymentEvent(event(paymentId, type, total), NOW);

    const { on_hand, reserved } = await stockOf(variantId);
    ends.add(JSON.stringify([(await findOrder(orderId))?.status, on_hand, reserved, await jobKinds()]));
  }
  expect([...ends]).toEqual([JSON.stringify(["paid", 4, 0, ["order-confirmation"]])]);
}, 120_000);

test("with a refund among them the order ends refunded in every order of events", async () => {
  const types: ReadonlyArray<PaymentEventType> = ["declined", "paid", "refunded", "disputed"];
  const ends = new Set<string | undefined>();
  for (const order of permutations(types)) {
    const variantId = await parcelVariant(5);
    const { orderId, paymentId, total } = await placedOrder({ [variantId]: 1 });

    for (const type of order) await receivePaymentEvent(event(paymentId, type, total), NOW);

    ends.add((await findOrder(orderId))?.status);
  }
  expect([...ends]).toEqual(["refunded"]);
}, 120_000);

test.each([
  ["a penny less", -1, "GBP"],
  ["a penny more", 1, "GBP"],
  ["euros", 0, "EUR"],
])(
  "%s needs a manual check, the admin gets an email, and nothing is sent (P-07)",
  async (_, difference, currency) => {
    const variantId = await parcelVariant(5);
    const { orderId, paymentId, total } = await placedOrder({ [variantId]: 1 });

    await receivePaymentEvent(event(paymentId, "paid", total + difference, currency), NOW);

    expect((await findOrder(orderId))?.status).toBe("payment-review");
    expect(await jobKinds()).toEqual(["payment-alert"]);
    expect((await stockOf(variantId)).on_hand).toBe(5);
  },
);

test("an event about an unknown payment changes no order", async () => {
  const variantId = await parcelVariant(5);
  const { orderId, total } = await placedOrder({ [variantId]: 1 });

  await receivePaymentEvent(event("test_of_somebody_else", "paid", total), NOW);

  expect((await findOrder(orderId))?.status).toBe("awaiting-payment");
});

test("a declined payment releases the stock and preserves the cart, and the next try is paid", async () => {
  const variantId = await parcelVariant(1);
  const { orderId, paymentId, cart } = await placedOrder({ [variantId]: 1 });
  await decideTestPayment(paymentId, { decision: "decline", detail: "Your bank declined the card" }, NOW);

  const settled = await settle(orderId, NOW);

  expect(settled).toMatchObject({
    state: "declined",
    reason: "Your bank declined the card",
    order: { status: "declined" },
  });
  expect(await stockOf(variantId)).toEqual({ on_hand: 1, reserved: 0 });
  const again = await checkOut(await commandFor(cart.id), NOW);
  expect(again).toMatchObject({ ok: true });
});

test("a payment after the release reserves the stock again while it lasts", async () => {
  const variantId = await parcelVariant(1);
  const { orderId, paymentId, total } = await placedOrder({ [variantId]: 1 });
  await receivePaymentEvent(event(paymentId, "expired", total), NOW);

  await receivePaymentEvent(event(paymentId, "paid", total), LATER);

  expect((await findOrder(orderId))?.status).toBe("paid");
  expect(await stockOf(variantId)).toEqual({ on_hand: 0, reserved: 0 });
});

test("a payment without stock left is refunded once, and the shopper gets an email (R-05)", async () => {
  const variantId = await parcelVariant(1);
  const { orderId, paymentId, total } = await placedOrder({ [variantId]: 1 });
  await receivePaymentEvent(event(paymentId, "expired", total), NOW);
  await setStock(variantId, 0);
  await payAtProvider(paymentId);

  await Promise.all([
    receivePaymentEvent(event(paymentId, "paid", total), LATER),
    receivePaymentEvent(event(paymentId, "paid", total), LATER),
  ]);

  expect((await findOrder(orderId))?.status).toBe("refunded");
  expect(await jobKinds()).toEqual(["order-refunded", "payment-refund", "stock-alert-batch"]);
  expect(await stockOf(variantId)).toEqual({ on_hand: 0, reserved: 0 });
  const job = {
    id: "job_1",
    key: "refund",
    kind: "payment-refund",
    payload: { orderId },
    tries: 1,
    firstTriedAt: NOW.toISOString(),
  };
  await refundOrder(job);
  await refundOrder(job);
  const payment = await findTestPayment(paymentId, LATER);
  expect(payment?.refunds.map((refund) => refund.minor)).toEqual([total]);
});

test("an order that was cancelled after payment is not paid again by a late event", async () => {
  const variantId = await parcelVariant(5);
  const { orderId, paymentId, total } = await placedOrder({ [variantId]: 1 });
  await receivePaymentEvent(event(paymentId, "paid", total), NOW);
  await moveOrder(orderId, {
    from: "paid",
    to: "cancelled",
    reason: "asked by the shopper",
    by: "customer",
    now: NOW,
  });

  await receivePaymentEvent(event(paymentId, "processing", total), NOW);

  expect((await findOrder(orderId))?.status).toBe("cancelled");
});

test("of two concurrent status changes of one order one succeeds", async () => {
  const variantId = await parcelVariant(5);
  const { orderId } = await placedOrder({ [variantId]: 1 });
  const move = { from: "awaiting-payment", to: "cancelled", reason: "test", by: "clock", now: NOW } as const;

  const moves = await Promise.all([moveOrder(orderId, move), moveOrder(orderId, move)]);

  expect(moves.filter((moved) => moved.ok)).toHaveLength(1);
});

test("a status change that the table does not allow is a bug and throws", async () => {
  const variantId = await parcelVariant(5);
  const { orderId } = await placedOrder({ [variantId]: 1 });

  await expect(
    moveOrder(orderId, { from: "awaiting-payment", to: "delivered", reason: "test", by: "clock", now: NOW }),
  ).rejects.toThrow("cannot go from awaiting-payment to delivered by clock");
});

test("an unpaid order releases its stock after half an hour, and not before (R-06)", async () => {
  const variantId = await parcelVariant(5);
  const { orderId } = await placedOrder({ [variantId]: 2 });

  const early = await releaseStaleOrders(new Date(NOW.getTime() + 29 * 60_000));
  const ended = await releaseStaleOrders(LATER);

  expect([early, ended]).toEqual([0, 1]);
  expect((await findOrder(orderId))?.status).toBe("cancelled");
  expect(await stockOf(variantId)).toEqual({ on_hand: 5, reserved: 0 });
});

test("an order that was paid without a webhook is settled instead of released", async () => {
  const variantId = await parcelVariant(5);
  const { orderId, paymentId } = await placedOrder({ [variantId]: 2 });
  await decideTestPayment(paymentId, { decision: "pay" }, NOW);

  await releaseStaleOrders(LATER);

  expect((await findOrder(orderId))?.status).toBe("paid");
  expect(await stockOf(variantId)).toEqual({ on_hand: 3, reserved: 0 });
});

test("a payment in progress holds its stock for more than half an hour", async () => {
  const variantId = await parcelVariant(5);
  const { orderId, paymentId } = await placedOrder({ [variantId]: 1 });
  await decideTestPayment(paymentId, { decision: "pay-later" }, NOW);

  await releaseStaleOrders(LATER);
  await decideTestPayment(paymentId, { decision: "bank-confirms" }, LATER);
  await reconcilePayments(LATER);

  expect((await findOrder(orderId))?.status).toBe("paid");
});

test("without webhooks the reconciler finds every payment (P-05)", async () => {
  const variantId = await parcelVariant(50);
  const placed = [];
  for (let count = 0; count < 5; count += 1) placed.push(await placedOrder({ [variantId]: 1 }));
  for (const { paymentId } of placed) await decideTestPayment(paymentId, { decision: "pay" }, NOW);

  await reconcilePayments(new Date(NOW.getTime() + 11 * 60_000));

  const orders = await Promise.all(placed.map(({ orderId }) => findOrder(orderId)));
  expect(orders.map((order) => order?.status)).toEqual(["paid", "paid", "paid", "paid", "paid"]);
});

test("while the provider is unreachable no order expires, because it may be paid", async () => {
  const variantId = await parcelVariant(5);
  const { orderId } = await placedOrder({ [variantId]: 1 });
  const away = () => Promise.reject(new Error("away"));
  connectPayments({ ...embeddedPayments, find: away, close: away });

  await releaseStaleOrders(LATER);
  connectPayments(null);

  expect((await findOrder(orderId))?.status).toBe("awaiting-payment");
});

test("while the provider cannot say whether a closed payment was paid, its order does not expire either", async () => {
  const variantId = await parcelVariant(5);
  const { orderId, paymentId } = await placedOrder({ [variantId]: 1 });
  await decideTestPayment(paymentId, { decision: "pay" }, NOW);
  connectPayments({ ...embeddedPayments, find: () => Promise.reject(new Error("away")) });

  const ended = await releaseStaleOrders(LATER);
  const whileAway = await findOrder(orderId);
  connectPayments(null);
  await releaseStaleOrders(LATER);

  expect([ended, whileAway?.status]).toEqual([0, "awaiting-payment"]);
  expect((await findOrder(orderId))?.status).toBe("paid");
});

test("an unreported payment is polled every five minutes, by one process at a time", async () => {
  const variantId = await parcelVariant(5);
  await placedOrder({ [variantId]: 1 });
  const after = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

  const early = await reconcilePayments(after(9));
  const both = await Promise.all([reconcilePayments(after(10)), reconcilePayments(after(10))]);
  const soon = await reconcilePayments(after(14));
  const later = await reconcilePayments(after(15));

  expect(early).toBe(0);
  expect(both[0] + both[1]).toBe(1);
  expect([soon, later]).toEqual([0, 1]);
});

test("an unreachable provider is not polled for every order, and the next round starts with the others", async () => {
  const variantId = await parcelVariant(50);
  for (let count = 0; count < 7; count += 1) await placedOrder({ [variantId]: 1 });
  const requested: Array<string> = [];
  const away = (paymentId: string) => {
    requested.push(paymentId);
    return Promise.reject(new Error("away"));
  };
  connectPayments({ ...embeddedPayments, close: away });

  await releaseStaleOrders(LATER);
  const first = [...requested];
  await releaseStaleOrders(new Date(LATER.getTime() + 60_000));
  connectPayments(null);

  expect(first).toHaveLength(5);
  expect(requested.slice(5)).toHaveLength(5);
  expect(new Set(requested).size).toBe(7);
});

test("a payment attempt cannot be continued with another cart", async () => {
  const variantId = await parcelVariant(5);
  const { command } = await placedOrder({ [variantId]: 1 });
  const stranger = await cartWith({ [variantId]: 1 });

  const answer = await checkOut({ ...(await commandFor(stranger.id)), attemptId: command.attemptId }, NOW);

  expect(answer).toMatchObject({ ok: false, code: "cart-changed" });
});

/** Paid at the very last moment, as the provider sees it. */
async function payAtProvider(paymentId: string): Promise<void> {
  await db().updateTable("embedded_payments").set({ status: "paid" }).where("id", "=", paymentId).execute();
  const payment = await findTestPayment(paymentId, NOW);
  expect(payment && eventsOf(payment).map((each) => each.type)).toEqual(["paid"]);
}
