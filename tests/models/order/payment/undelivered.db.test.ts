/** A wrong signing secret, or an endpoint that the provider cannot reach: money is taken as ever, and the owner hears of it. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { findHealth } from "#app/models/health/health.server.ts";
import {
  alertOfService,
  listServiceRefusals,
  watchServices,
} from "#app/models/health/service-refusals.server.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { receiveUndelivered } from "#app/models/order/payment/undelivered.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { waitingRows } from "#app/routes/desk/orders/waiting-rows.server.ts";
import { connectEmail } from "#app/services/email/email.server.ts";
import type { Email } from "#app/services/email/email-port.ts";
import { healthSettings, serviceKeys } from "#app/services/health/health-settings.server.ts";
import { listenToServices } from "#app/services/outgoing/service-answers.server.ts";
import { connectPayments } from "#app/services/payment/payment.server.ts";
import { parcelVariant, placedOrder } from "#tests/support/people/checkout.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { receiveWebhook, stripeBench, stripeEvents } from "#tests/support/vendors/payment-bench.ts";
import { type FakeStripe, signedByStripe, startStripe } from "#tests/support/vendors/stripe.ts";

useTestDatabase();

let stripe: FakeStripe;
let sent: Array<Email>;

beforeAll(async () => {
  stripe = await startStripe();
});

afterAll(() => stripe.stop());

beforeEach(async () => {
  sent = [];
  stripe.events.length = 0;
  connectEmail({ send: async (email) => void sent.push(email) });
  connectPayments(stripeBench(stripe).port);
  await db().deleteFrom("service_refusals").execute();
  await db().deleteFrom("rate_limits").where("key", "=", "lease:undelivered-messages").execute();
  await watchServices(serviceKeys());
});

afterEach(() => {
  listenToServices(null);
  connectEmail(null);
  connectPayments(null);
});

const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);

async function paidAtStripe(variantId?: number) {
  const order = await placedOrder({ [variantId ?? (await parcelVariant(5))]: 1 });
  stripe.pay(order.paymentId);
  return order;
}

async function shown(): Promise<ReadonlyArray<string>> {
  const now = later(60);
  await runDueJobs({ "service-alert": alertOfService("http://localhost:3000") });
  const { rows } = await waitingRows("owner", { store: await findStore(), today: "2026-11-21", now });
  const lines = await findHealth({ ...healthSettings(), services: [] }, { isSound: true, now });
  return [
    ...sent.map(({ subject }) => subject),
    ...rows.filter(({ label }) => label === TITLE).map(({ label }) => label),
    ...lines.filter(({ what }) => what === "payment messages").map(({ what }) => what),
  ];
}

const TITLE = "Messages of the payment provider did not arrive";

test("messages that the provider could not deliver are fetched, and the owner hears of it once, until one comes", async () => {
  const { orderId, paymentId } = await paidAtStripe();

  await receiveUndelivered(later(10));
  expect((await findOrder(orderId))?.status).toBe("awaiting-payment");
  await receiveUndelivered(later(41));

  expect((await findOrder(orderId))?.status).toBe("paid");
  expect(await shown()).toEqual([TITLE, TITLE, "payment messages"]);
  expect(sent[0]?.text).toContain("the shop found messages that the provider could not deliver to it");
  await paidAtStripe();
  await receiveUndelivered(later(72));
  expect(await shown()).toEqual([TITLE, TITLE, "payment messages"]);

  const [event] = stripeEvents(stripe, paymentId);
  expect(await receiveWebhook(signedByStripe(event, new Date(), "whsec_another"))).toBe(400);
  expect(await listServiceRefusals()).toHaveLength(1);
  expect(await receiveWebhook(signedByStripe(event))).toBe(200);
  expect(await shown()).toEqual([TITLE]);
});

test("a dispute that no message brought is known, with its order", async () => {
  const { orderId, paymentId } = await paidAtStripe();
  for (const event of stripeEvents(stripe, paymentId)) await receiveWebhook(signedByStripe(event));
  stripe.dispute(paymentId);

  await receiveUndelivered(later(20));

  expect((await findOrder(orderId))?.status).toBe("disputed");
  expect(await listServiceRefusals()).toMatchObject([{ service: "payment messages", refusals: 1 }]);
});

test("what came another way, or is another shop's, is nobody's fault", async () => {
  const { paymentId } = await paidAtStripe();
  // As where only the answer was lost.
  for (const event of stripeEvents(stripe, paymentId)) await receiveWebhook(signedByStripe(event));
  stripe.emit("payment_intent.succeeded", {
    ...{ id: "pi_other", amount: 500, currency: "gbp", status: "succeeded", created: 1, metadata: {} },
  });

  await receiveUndelivered(later(20));

  expect(stripe.requested.some(({ path }) => path === "/events")).toBe(true);
  expect(await listServiceRefusals()).toEqual([]);
});

test("more messages than one list holds are all fetched", async () => {
  const variantId = await parcelVariant(30);
  const orders = [];
  for (let count = 1; count <= 30; count += 1) orders.push(await paidAtStripe(variantId));

  await receiveUndelivered(later(20));

  const statuses = await Promise.all(orders.map(async ({ orderId }) => (await findOrder(orderId))?.status));
  expect(new Set(statuses)).toEqual(new Set(["paid"]));
  expect(stripe.requested.filter(({ path }) => path === "/events").length).toBeGreaterThan(1);
});

test("a message that cannot be handled keeps none of the later ones back, and is reported", async () => {
  const first = await paidAtStripe();
  for (const event of stripeEvents(stripe, first.paymentId)) await receiveWebhook(signedByStripe(event));
  stripe.refund({ payment_intent: stripe.intentOf(first.paymentId).id });
  // The total alone came through, and the provider does not name its parts.
  const at = stripe.events.findIndex(({ type }) => type === "refund.created");
  stripe.events.splice(at, 1);
  const second = await paidAtStripe();
  const { port } = stripeBench(stripe);
  connectPayments({ ...port, find: () => Promise.reject(new Error("down")) });

  await expect(receiveUndelivered(later(20))).rejects.toThrow(
    /were not handled: \S+: The provider does not name/,
  );

  expect((await findOrder(second.orderId))?.status).toBe("paid");
  expect(await listServiceRefusals()).toMatchObject([{ service: "payment messages" }]);
});
