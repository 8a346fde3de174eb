/** Money that comes when nobody expects it any more, in the orders of events that the simulation found. */
import { afterEach, beforeEach, expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { checkOut } from "#app/models/checkout/checkout.server.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { cancelOrder } from "#app/models/order/cancel.server.ts";
import { findFulfilmentHistory } from "#app/models/order/fulfilment.server.ts";
import { listOrders } from "#app/models/order/list.server.ts";
import { reconcilePayments } from "#app/models/order/expire-pending-orders.server.ts";
import { findLastMove, findOrderByAttempt, findOrder, SUPERSEDED } from "#app/models/order/order.server.ts";
import { settle } from "#app/models/order/payment/payment.server.ts";
import { decideTestPayment } from "#app/models/order/payment/test-payment.server.ts";
import { makeRefund } from "#app/models/order/refund.server.ts";
import { timelineOf } from "#app/models/order/timeline.ts";
import { refused } from "#app/models/shared/result.ts";
import type { AttemptId, OrderId } from "#app/models/shared/ids.ts";
import { paths } from "#app/paths.ts";
import { loader as processing } from "#app/routes/checkout/order-processing.tsx";
import { loader as thankYou } from "#app/routes/checkout/thank-you.tsx";
import { embeddedPayments, moveTestPayment } from "#app/services/payment/payment-embedded.server.ts";
import { connectPayments } from "#app/services/payment/payment.server.ts";
import { NOW } from "#tests/support/now.ts";
import {
  cartWith,
  commandFor,
  parcelVariant,
  placedOrder,
  setStock,
  stockOf,
} from "#tests/support/people/checkout.ts";
import { customerWithBrowser } from "#tests/support/people/customer.ts";
import { statusOf } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

let variantId = 0;

beforeEach(async () => {
  variantId = await parcelVariant(50);
});
afterEach(() => connectPayments(null));

const after = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const CUSTOMER = { by: "customer", now: NOW, reason: "asked" } as const;

type Placed = Readonly<{ orderId: OrderId; paymentId: string }>;

/** Two orders of one basket whose pages can both be paid: the provider says that it has closed the first, and has not. */
async function twoPayable(): Promise<Readonly<{ first: Placed; second: Placed }>> {
  connectPayments({ ...embeddedPayments, close: async () => undefined });
  const cart = await cartWith({ [variantId]: 1 });
  const commands = [await commandFor(cart.id), await commandFor(cart.id)] as const;
  for (const command of commands) expect(await checkOut(command, NOW)).toMatchObject({ ok: true });
  connectPayments(null);
  const [first, second] = [await placed(commands[0].attemptId), await placed(commands[1].attemptId)];
  return { first, second };
}

async function placed(attemptId: AttemptId): Promise<Placed> {
  const order = await findOrderByAttempt(attemptId);
  const { id } = await db()
    .selectFrom("embedded_payments")
    .select("id")
    .where("attempt_id", "=", attemptId)
    .executeTakeFirstOrThrow();
  return { orderId: order?.id ?? "order_", paymentId: id };
}

/** The money is taken, and no webhook comes. */
async function payUnheard({ paymentId }: Placed): Promise<void> {
  expect(await moveTestPayment(paymentId, { from: ["pending"], to: "paid", at: NOW })).toBe(true);
}

/** An order whose payment buys nothing any more, and can still come. */
async function unpayable(why: "called off" | "sold out" | "paid by another order"): Promise<Placed> {
  if (why === "paid by another order") {
    const { first, second } = await twoPayable();
    await payUnheard(second);
    await settle(second.orderId, NOW);
    return first;
  }
  connectPayments({ ...embeddedPayments, close: async () => undefined });
  const order = await placedOrder({ [variantId]: 1 });
  const isSoldOut = why === "sold out";
  await cancelOrder(order.orderId, { ...CUSTOMER, ...(isSoldOut ? { reason: SUPERSEDED } : {}) });
  connectPayments(null);
  if (isSoldOut) await setStock(variantId, 0);
  return order;
}

/** The pages that would otherwise let them pay again, or hide the order. */
async function whatItsBuyerSees(orderId: OrderId) {
  const { customer, browser } = await customerWithBrowser();
  await db().updateTable("orders").set({ customer_id: customer.id }).where("id", "=", orderId).execute();
  const page = await browser.get(thankYou, paths.thankYou(orderId), { orderId });
  const { wasPaid, isOwed } = (await page.json()) as { wasPaid: boolean; isOwed: boolean };
  const reloaded = await browser.get(processing, paths.orderProcessing({ order: orderId }));
  const { orders } = await listOrders(customer.id, { query: "", page: 1 });
  return {
    confirmation: { wasPaid, isOwed },
    processing: reloaded.headers.get("Location"),
    listed: orders.map(({ id }) => id),
  };
}

async function moneyRetained(): Promise<number> {
  await runDueJobs({ "order-refund": makeRefund });
  const payments = await db().selectFrom("embedded_payments").selectAll().execute();
  return payments
    .filter(({ status }) => status === "paid")
    .reduce((sum, { amount_minor, refunded_minor }) => sum + amount_minor - refunded_minor, 0);
}

test("a payment whose webhook was lost when late money of the same basket ended its order is found and refunded", async () => {
  const { first, second } = await twoPayable();
  await payUnheard(second);
  await payUnheard(first);
  await settle(first.orderId, NOW);
  expect([await statusOf(first.orderId), await statusOf(second.orderId)]).toEqual(["paid", "cancelled"]);

  await reconcilePayments(after(11));

  expect([await statusOf(first.orderId), await statusOf(second.orderId)]).toEqual(["paid", "refunded"]);
  expect(await moneyRetained()).toBe((await findOrder(first.orderId))?.totals.total.minor);
});

test("the provider is polled about an ended order for two days, and not after it has ended the payment", async () => {
  const { first, second } = await twoPayable();
  await settle(second.orderId, NOW);

  const counts = [await reconcilePayments(after(60)), await reconcilePayments(after(49 * 60))];
  const { status } = await db()
    .selectFrom("payments")
    .select("status")
    .where("order_id", "=", first.orderId)
    .executeTakeFirstOrThrow();

  // The second order waits all the time; the first one's page is closed by the first question.
  expect(counts).toEqual([2, 1]);
  expect(status).toBe("expired");
});

test("a payment for a basket whose paid order was cancelled, with its refund under way, is refunded too", async () => {
  const { first, second } = await twoPayable();
  await payUnheard(second);
  await settle(second.orderId, NOW);
  expect(await cancelOrder(second.orderId, CUSTOMER)).toMatchObject({ ok: true });
  expect(await statusOf(second.orderId)).toBe("cancelled");

  await payUnheard(first);
  await settle(first.orderId, NOW);

  expect(await statusOf(first.orderId)).toBe("refunded");
});

test.each(["owner", "customer"] as const)(
  "what the %s cancelled stays so, with the reason; money that comes late goes back with an email",
  async (by) => {
    const { orderId, paymentId } = await placedOrder({ [variantId]: 1 });
    expect(await cancelOrder(orderId, { by, reason: "customer phoned", now: NOW })).toMatchObject({
      ok: true,
    });
    expect(await findLastMove(orderId)).toMatchObject({ to: "cancelled", by, reason: "customer phoned" });
    await db().updateTable("embedded_payments").set({ status: "paid" }).where("id", "=", paymentId).execute();

    await settle(orderId, after(5));

    expect(await findLastMove(orderId)).toMatchObject({
      to: "refunded",
      reason: "paid after it was cancelled",
    });
    expect(await stockOf(variantId)).toEqual({ on_hand: 50, reserved: 0 });
    expect(await moneyRetained()).toBe(0);
    const jobs = await db().selectFrom("jobs").select(["kind", "payload"]).execute();
    expect(jobs.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["order-refunded", "payment-alert"]));
    expect(jobs.find(({ kind }) => kind === "order-refunded")?.payload).toContain("isCalledOff");
  },
);

test.each(["called off", "sold out", "paid by another order"] as const)(
  "what goes back for an order that was %s and is refused is owed: the order is cancelled, whatever is heard later",
  async (why) => {
    const order = await unpayable(why);
    connectPayments({ ...embeddedPayments, refund: async () => refused("refund-failed") });
    await payUnheard(order);
    await settle(order.orderId, after(5));
    await runDueJobs({ "order-refund": makeRefund });
    await setStock(variantId, 50);
    await settle(order.orderId, after(10));

    expect(await statusOf(order.orderId)).toBe("cancelled");
    const history = timelineOf(await findFulfilmentHistory(order.orderId), "en-GB");
    const texts = history.map(({ what }) => what).join();
    expect(texts).toContain("not accepted, still owed");
    expect(texts).not.toMatch(/refunded|paid/i);
    expect(await whatItsBuyerSees(order.orderId)).toEqual({
      confirmation: { wasPaid: true, isOwed: true },
      processing: paths.thankYou(order.orderId),
      listed: [order.orderId],
    });

    connectPayments(null);
    const again = { status: "waiting", run_at: NOW.toISOString() } as const;
    await db().updateTable("jobs").set(again).where("kind", "=", "order-refund").execute();
    await runDueJobs({ "order-refund": makeRefund });
    expect(await statusOf(order.orderId)).toBe("refunded");
  },
);

test("a provider that reports the closed page first does not take over the owner's cancellation", async () => {
  const { orderId, paymentId } = await placedOrder({ [variantId]: 1 });
  // Closing tells the shop by webhook before it answers.
  const close = async (id: string) => {
    await embeddedPayments.close(id);
    await settle(orderId, NOW);
  };
  connectPayments({ ...embeddedPayments, close });

  expect(await cancelOrder(orderId, { by: "owner", reason: "customer phoned", now: NOW })).toMatchObject({
    value: { isChanged: true },
  });

  expect(paymentId).toBeTruthy();
  expect(await findLastMove(orderId)).toMatchObject({ by: "owner", reason: "customer phoned" });
});

test("an order whose bank is still deciding cannot be cancelled, by the customer or the owner", async () => {
  const { orderId, paymentId } = await placedOrder({ [variantId]: 1 });
  await decideTestPayment(paymentId, { decision: "pay-later" }, NOW);

  for (const by of ["customer", "owner"] as const)
    expect(await cancelOrder(orderId, { ...CUSTOMER, by })).toMatchObject({ code: "cancel-payment-pending" });

  expect(await statusOf(orderId)).toBe("awaiting-payment");
});

test("an order is not cancelled while the provider does not say whether it was paid", async () => {
  const { orderId } = await placedOrder({ [variantId]: 1 });
  connectPayments({ ...embeddedPayments, find: () => Promise.reject(new Error("away")) });

  const refused = await cancelOrder(orderId, CUSTOMER);

  expect(refused).toMatchObject({ ok: false, code: "payment-unavailable" });
  expect(await statusOf(orderId)).toBe("awaiting-payment");
});
