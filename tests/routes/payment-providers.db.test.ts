import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { checkOut } from "#app/models/checkout/checkout.server.ts";
import { reconcilePayments, releaseStaleOrders } from "#app/models/order/expire-pending-orders.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { settle } from "#app/models/order/payment/payment.server.ts";
import { makeRefund } from "#app/models/order/refund.server.ts";
import { connectPayments } from "#app/services/payment/payment.server.ts";
import { db } from "#app/db/db.server.ts";
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
import {
  embeddedBench,
  type PaymentBench,
  receiveWebhook,
  stripeBench,
} from "#tests/support/vendors/payment-bench.ts";
import { type FakeStripe, startStripe } from "#tests/support/vendors/stripe.ts";

useTestDatabase();

/** Rounds of each race; STORM_RUNS=100 for the full number. */
const RUNS = Number(process.env["STORM_RUNS"] ?? 3);
const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000);

let stripe: FakeStripe;

beforeAll(async () => {
  stripe = await startStripe();
});

afterAll(() => stripe.stop());

describe.each(["embedded", "stripe"] as const)("with the provider %s", (name) => {
  let bench: PaymentBench;

  beforeEach(() => {
    bench = name === "stripe" ? stripeBench(stripe) : embeddedBench;
    connectPayments(bench.port);
  });

  afterEach(() => connectPayments(null));

  const webhooks = async (paymentId: string) => {
    const statuses = [];
    for (const event of await bench.webhooks(paymentId)) statuses.push(await receiveWebhook(event));
    return statuses;
  };

  const ARRIVALS: ReadonlyArray<
    readonly [string, (paymentId: string, browserReturns: () => Promise<unknown>) => Promise<unknown>]
  > = [
    ["before", async (id, returns) => [await webhooks(id), await returns()]],
    ["after", async (id, returns) => [await returns(), await webhooks(id)]],
    ["together with", async (id, returns) => Promise.all([webhooks(id), returns(), webhooks(id), returns()])],
  ];

  test.each(ARRIVALS)(
    "the webhook %s the browser's return: one order, one email (P-03)",
    async (_, arrive) => {
      const variantId = await parcelVariant(RUNS);
      for (let run = 1; run <= RUNS; run += 1) {
        const { orderId, paymentId } = await placedOrder({ [variantId]: 1 });
        await bench.pay(paymentId);

        await arrive(paymentId, () => settle(orderId, NOW));

        expect((await findOrder(orderId))?.status).toBe("paid");
        expect(await stockOf(variantId)).toEqual({ on_hand: RUNS - run, reserved: 0 });
      }
      expect((await jobKinds()).filter((kind) => kind === "order-confirmation")).toHaveLength(RUNS);
      expect(await countRows("orders")).toBe(RUNS);
    },
    600_000,
  );

  test("a hundred repeats of every event change nothing, and are answered 200 (P-01)", async () => {
    const variantId = await parcelVariant(5);
    const { orderId, paymentId } = await placedOrder({ [variantId]: 1 });
    await bench.pay(paymentId);
    const events = await bench.webhooks(paymentId);
    const repeats = Array.from({ length: Math.ceil(50 / events.length) }, () => events).flat();

    const statuses = [];
    for (const event of repeats) statuses.push(await receiveWebhook(event));
    statuses.push(...(await Promise.all(repeats.map((event) => receiveWebhook(event)))));

    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((await findOrder(orderId))?.status).toBe("paid");
    expect(await stockOf(variantId)).toEqual({ on_hand: 4, reserved: 0 });
    expect((await jobKinds()).filter((kind) => kind === "order-confirmation")).toHaveLength(1);
  });

  test("without the browser's return the webhook pays the order and empties the basket (P-04)", async () => {
    const { orderId, paymentId, cart } = await placedOrder({ [await parcelVariant(5)]: 1 });
    await bench.pay(paymentId);

    await webhooks(paymentId);

    expect((await findOrder(orderId))?.status).toBe("paid");
    expect(await db().selectFrom("carts").select("id").where("id", "=", cart.id).execute()).toEqual([]);
  });

  test("without a webhook the reconciler settles the order (P-05)", async () => {
    const { orderId, paymentId } = await placedOrder({ [await parcelVariant(5)]: 1 });
    await bench.pay(paymentId);

    await reconcilePayments(minutes(11));

    expect((await findOrder(orderId))?.status).toBe("paid");
  });

  test("an unused payment page is closed when the reservation ends, and cannot be paid any more (R-06)", async () => {
    const variantId = await parcelVariant(5);
    const { orderId, paymentId } = await placedOrder({ [variantId]: 2 });

    await releaseStaleOrders(minutes(31));

    expect((await findOrder(orderId))?.status).toBe("cancelled");
    expect(await stockOf(variantId)).toEqual({ on_hand: 5, reserved: 0 });
    await expect(bench.pay(paymentId)).rejects.toThrow();
  });

  test("a payment without stock left is refunded once (R-05)", async () => {
    const variantId = await parcelVariant(1);
    const { orderId, paymentId, total } = await placedOrder({ [variantId]: 1 });
    await bench.pay(paymentId);
    await db().deleteFrom("reservations").where("order_id", "=", orderId).execute();
    await setStock(variantId, 0);

    await Promise.all([webhooks(paymentId), webhooks(paymentId)]);
    const row = await db().selectFrom("refunds").select("id").executeTakeFirstOrThrow();
    const job = {
      id: "job_1",
      key: "refund",
      kind: "order-refund",
      payload: { refundId: row.id },
      tries: 1,
      firstTriedAt: NOW.toISOString(),
    };
    await Promise.all([makeRefund(job), makeRefund(job)]);
    await makeRefund(job);

    expect((await findOrder(orderId))?.status).toBe("refunded");
    const events = await bench.port.find(paymentId);
    expect(events.filter(({ type }) => type === "refunded").map(({ amount }) => amount.minor)).toEqual([
      total,
    ]);
    expect((await jobKinds()).filter((kind) => kind === "order-refund")).toHaveLength(1);
  });

  test("a payment in progress holds its stock until the bank has decided", async () => {
    const variantId = await parcelVariant(5);
    const good = await placedOrder({ [variantId]: 1 });
    const bad = await placedOrder({ [variantId]: 1 });
    for (const { paymentId } of [good, bad]) {
      await bench.payLater(paymentId);
      await webhooks(paymentId);
    }
    await releaseStaleOrders(minutes(60));
    expect((await findOrder(good.orderId))?.status).toBe("awaiting-payment");

    await bench.bankConfirms(good.paymentId);
    await bench.bankRefuses(bad.paymentId);
    for (const { paymentId } of [good, bad, good, bad]) await webhooks(paymentId);

    expect((await findOrder(good.orderId))?.status).toBe("paid");
    expect((await findOrder(bad.orderId))?.status).not.toBe("awaiting-payment");
    expect(await stockOf(variantId)).toEqual({ on_hand: 4, reserved: 0 });
    expect((await jobKinds()).filter((kind) => kind === "order-confirmation")).toHaveLength(1);
  });

  test("another provider's webhook is refused and changes nothing", async () => {
    const { orderId, paymentId } = await placedOrder({ [await parcelVariant(5)]: 1 });
    await bench.pay(paymentId);
    const events = await bench.webhooks(paymentId);
    connectPayments((name === "stripe" ? embeddedBench : stripeBench(stripe)).port);

    const statuses = [];
    for (const event of events) statuses.push(await receiveWebhook(event));

    expect(new Set(statuses)).toEqual(new Set([400]));
    expect((await findOrder(orderId))?.status).toBe("awaiting-payment");
  });

  test("a second try of the same basket closes the first page before it opens another", async () => {
    const variantId = await parcelVariant(1);
    const first = await placedOrder({ [variantId]: 1 });

    const second = await checkOut(await commandFor(first.cart.id), NOW);

    expect(second).toMatchObject({ ok: true });
    await expect(bench.pay(first.paymentId)).rejects.toThrow();
    expect((await findOrder(first.orderId))?.status).toBe("cancelled");
  });
});

test("while Stripe is down, payment is unavailable, nothing is charged, and the basket is unchanged (P-09)", async () => {
  const { port } = stripeBench(stripe);
  connectPayments(port);
  const cart = await cartWith({ [await parcelVariant(5)]: 2 });
  const command = await commandFor(cart.id);
  stripe.misbehave("html");

  const away = await checkOut(command, NOW);
  stripe.misbehave(null);
  const back = await checkOut(command, NOW);
  connectPayments(null);

  expect(away).toMatchObject({ ok: false, code: "payment-unavailable" });
  expect(back).toMatchObject({ ok: true });
  expect(await countRows("orders")).toBe(1);
});
