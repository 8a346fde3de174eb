import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { db } from "#app/db/db.server.ts";
import { forgetVisitor, recordEvent, writeEvents } from "#app/models/analytics/event-batch.server.ts";
import { sendAnalytics, cleanUpAnalytics } from "#app/models/analytics/event-sending.server.ts";
import type { ShopEvent } from "#app/models/analytics/events.ts";
import { cutFromOrder, holdPurchase } from "#app/models/analytics/purchase-events.server.ts";
import { analyticsReport } from "#app/models/analytics/report.server.ts";
import * as worker from "#app/models/jobs/worker.server.ts";
import { receivePaymentEvent } from "#app/models/order/payment/payment.server.ts";
import { newDelivery } from "#app/services/analytics/analytics-delivery.server.ts";
import { mixpanelAnalytics } from "#app/services/analytics/analytics-mixpanel.server.ts";
import { postHogAnalytics } from "#app/services/analytics/analytics-posthog.server.ts";
import { connectAnalytics } from "#app/services/analytics/analytics.server.ts";
import { embeddedAnalytics, noAnalytics } from "#app/services/analytics/analytics-embedded.server.ts";
import { NOW } from "#tests/support/now.ts";
import { parcelVariant, placedOrder } from "#tests/support/people/checkout.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { type Collector, startCollector } from "#tests/support/vendors/collector.ts";

useTestDatabase();

const ADA = "aaaaaaaa-1111-4111-8111-111111111111";
const BOB = "bbbbbbbb-2222-4222-8222-222222222222";
const YES = { analytics: true };
const VIEW: ShopEvent = { name: "page_view", properties: { page_path: "/c/toys" } };
const DAY_MS = 86_400_000;
/** A service that says nothing counts as failed after so long. */
const PATIENCE_MS = 300;

let collector: Collector;

beforeEach(async () => {
  collector = await startCollector();
});

afterEach(async () => {
  await writeEvents();
  connectAnalytics(null);
  await collector.stop();
});

const PROVIDERS = {
  posthog: () => {
    const settings = { provider: "posthog", key: "phc_testtesttest", host: collector.url } as const;
    connectAnalytics(postHogAnalytics(settings, delivery()));
  },
  mixpanel: () => {
    const settings = { provider: "mixpanel", key: "0".repeat(32), host: collector.url } as const;
    connectAnalytics(mixpanelAnalytics(settings, delivery()));
  },
} as const;

type Provider = keyof typeof PROVIDERS;
const BOTH = Object.keys(PROVIDERS) as ReadonlyArray<Provider>;

function delivery() {
  return newDelivery(collector.url, { timeoutMs: PATIENCE_MS });
}

async function note(count: number, visitorId = ADA): Promise<void> {
  for (let index = 0; index < count; index += 1)
    recordEvent({ consent: YES, visitorId, event: VIEW, now: new Date(NOW.getTime() + index) });
  await writeEvents();
}

const send = (at = NOW) =>
  worker.runDueJobs({ "analytics-send": sendAnalytics }, { now: () => at, random: () => 1 });
const inMs = (ms: number) => new Date(Date.now() + ms);

async function statuses() {
  const rows = await db().selectFrom("analytics_events").select("status").execute();
  return rows.map(({ status }) => status).sort();
}

async function sendingJob() {
  return db()
    .selectFrom("jobs")
    .select(["status", "run_at", "tries", "last_error"])
    .where("kind", "=", "analytics-send")
    .where("status", "<>", "done")
    .executeTakeFirst();
}

test.each(BOTH)("%s gets the stored events, fifty at a time, and each once", async (provider) => {
  PROVIDERS[provider]();
  await note(120);

  await send(inMs(0));
  await send(inMs(60_000));

  expect(collector.calls.map(({ events }) => events.length)).toEqual([50, 50, 20]);
  expect(new Set(collector.events.map(({ properties }) => properties["$insert_id"])).size).toBe(120);
  expect(await statuses()).toEqual(Array(120).fill("sent"));
  expect(await sendingJob()).toBeUndefined();
});

test("writing ends when earlier writes have ended, too", async () => {
  PROVIDERS.posthog();
  for (let round = 1; round <= 5; round += 1) {
    await note(120);

    expect(await statuses()).toHaveLength(120 * round);
  }
});

test.each(BOTH)(
  "%s gets half of a batch that is too large, and a single oversized event is dropped",
  async (provider) => {
    PROVIDERS[provider]();
    await note(3);
    collector.reply({ status: 413 }, { status: 413 });

    await send(inMs(0));

    expect(collector.calls.map(({ events, status }) => [events.length, status])).toEqual([
      [3, 413],
      [1, 413],
      [2, 200],
    ]);
    expect(await statuses()).toEqual(["dropped", "sent", "sent"]);
  },
);

test.each(BOTH)(
  "%s is not called before the end of its Retry-After, ten minutes at most",
  async (provider) => {
    PROVIDERS[provider]();
    await note(1);
    const now = inMs(0);
    collector.reply(
      { status: 429, headers: { "Retry-After": "120" } },
      { status: 429, headers: { "Retry-After": "7200" } },
    );

    await send(now);
    const first = await sendingJob();
    const later = new Date(now.getTime() + 120_000);
    await send(later);
    const second = await sendingJob();

    expect(Date.parse(first!.run_at) - now.getTime()).toBe(120_000);
    expect(Date.parse(second!.run_at) - later.getTime()).toBe(600_000);
    expect(await statuses()).toEqual(["waiting"]);
  },
);

test.each(BOTH)(
  "%s is retried after a failure or a timeout, each time after twice the wait",
  async (provider) => {
    PROVIDERS[provider]();
    await note(1);
    collector.reply({ status: 500 }, "nothing", { status: 503 });
    let now = inMs(0);
    const waits: Array<number> = [];

    for (let round = 0; round < 3; round += 1) {
      await send(now);
      const job = await sendingJob();
      waits.push((Date.parse(job!.run_at) - now.getTime()) / 1_000);
      now = new Date(job!.run_at);
    }
    await send(now);

    expect(waits).toEqual([10, 20, 40]);
    expect(collector.events).toHaveLength(1);
    expect(await statuses()).toEqual(["sent"]);
  },
);

test.each(BOTH)("%s is not sent an event for ever that it never accepts", async (provider) => {
  PROVIDERS[provider]();
  await note(2);
  collector.reply({ status: 400 });

  await send(inMs(0));

  expect(await statuses()).toEqual(["dropped", "dropped"]);
  expect(await sendingJob()).toBeUndefined();
});

test("a service that is down for a day leaves one job, not one for each five seconds", async () => {
  PROVIDERS.posthog();
  collector.reply(...Array.from({ length: 5 }, () => ({ status: 500 })));
  for (let round = 0; round < 5; round += 1) {
    await note(1);
    await send(inMs(0));
  }

  const jobs = await db().selectFrom("jobs").select("id").where("kind", "=", "analytics-send").execute();
  expect(jobs).toHaveLength(1);
});

test("nothing is stored without consent, without a visitor number, or where statistics are off", async () => {
  connectAnalytics(embeddedAnalytics);
  recordEvent({ consent: null, visitorId: ADA, event: VIEW, now: NOW });
  recordEvent({ consent: { analytics: false }, visitorId: ADA, event: VIEW, now: NOW });
  recordEvent({ consent: YES, visitorId: null, event: VIEW, now: NOW });
  connectAnalytics(noAnalytics);
  recordEvent({ consent: YES, visitorId: ADA, event: VIEW, now: NOW });
  await writeEvents();

  expect(await statuses()).toEqual([]);
});

test("events are buffered for five seconds and written together", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    recordEvent({ consent: YES, visitorId: ADA, event: VIEW, now: NOW });
    recordEvent({ consent: YES, visitorId: BOB, event: VIEW, now: NOW });
    expect(await statuses()).toEqual([]);

    vi.advanceTimersByTime(5_000);
  } finally {
    vi.useRealTimers();
  }
  await vi.waitFor(async () => expect(await statuses()).toEqual(["sent", "sent"]));
});

test("withdrawing consent deletes stored, queued and buffered events", async () => {
  PROVIDERS.mixpanel();
  await note(2, ADA);
  await note(1, BOB);
  recordEvent({ consent: YES, visitorId: ADA, event: VIEW, now: NOW });

  await forgetVisitor(ADA);
  await writeEvents();
  await send(inMs(0));

  expect(collector.events.map(({ properties }) => properties["distinct_id"])).toEqual([BOB]);
});

test("events that another process still buffers for a withdrawn visitor are dropped when written", async () => {
  await forgetVisitor(ADA);
  // As it would be noted there, a moment before.
  recordEvent({ consent: YES, visitorId: ADA, event: VIEW, now: NOW });
  recordEvent({ consent: YES, visitorId: BOB, event: VIEW, now: NOW });

  await writeEvents();

  const rows = await db().selectFrom("analytics_events").select("visitor_id").execute();
  expect(rows).toEqual([{ visitor_id: BOB }]);
});

test("events that were stored by a write that fails are stored once, and so are the ones after them", async () => {
  const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
  const failing = vi.spyOn(worker, "wakeWorker").mockImplementation(() => {
    throw new Error("Connection terminated unexpectedly");
  });
  try {
    await note(1);
    await note(1);
    expect(await statuses()).toHaveLength(2);
    expect(warned.mock.calls).toEqual([[expect.stringContaining("terminated"), "AnalyticsWarning"]]);
  } finally {
    failing.mockRestore();
    warned.mockRestore();
  }

  await note(2);

  expect(await statuses()).toHaveLength(4);
});

function paid(paymentId: string, minor: number, eventId = "evt_1") {
  const amount = { minor, currency: "GBP" };
  return { eventId, paymentId, type: "paid" as const, amount, detail: null, occurredAt: NOW.toISOString() };
}

test.each(BOTH)("%s gets a purchase once, however often the payment is reported", async (provider) => {
  PROVIDERS[provider]();
  const variantId = await parcelVariant(5);
  const { orderId, paymentId, total } = await placedOrder({ [variantId]: 2 });
  await holdPurchase(orderId, ADA, NOW);
  await holdPurchase(orderId, BOB, NOW);

  await Promise.all(
    [1, 2, 3].map((number) => receivePaymentEvent(paid(paymentId, total, `evt_${number}`), NOW)),
  );
  await send(inMs(0));
  await send(inMs(0));

  expect(collector.events).toHaveLength(1);
  const [purchase] = collector.events;
  expect(purchase).toMatchObject({
    event: "purchase",
    properties: { transaction_id: orderId, value: total / 100, currency: "GBP", items: [{ quantity: 2 }] },
  });
  expect(JSON.stringify(purchase)).not.toMatch(/hannah|okafor|stroud|@/i);
});

test("an order without consent, or whose visitor has since withdrawn it, is not counted as a purchase", async () => {
  PROVIDERS.posthog();
  const variantId = await parcelVariant(9);
  const first = await placedOrder({ [variantId]: 1 });
  const second = await placedOrder({ [variantId]: 1 });
  await holdPurchase(second.orderId, ADA, NOW);
  await forgetVisitor(ADA);

  await receivePaymentEvent(paid(first.paymentId, first.total, "evt_a"), NOW);
  await receivePaymentEvent(paid(second.paymentId, second.total, "evt_b"), NOW);
  await send(inMs(0));

  expect(collector.calls).toEqual([]);
  expect(await statuses()).toEqual([]);
});

test("a counted event loses the order's id when its customer's account is deleted", async () => {
  const variantId = await parcelVariant(5);
  const { orderId, paymentId, total } = await placedOrder({ [variantId]: 1 });
  await holdPurchase(orderId, ADA, NOW);
  await receivePaymentEvent(paid(paymentId, total), NOW);

  await cutFromOrder(orderId);

  const rows = await db().selectFrom("analytics_events").selectAll().execute();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(orderId);
  expect(JSON.stringify(rows)).not.toContain(ADA);
});

test("events that are too old to send, to report or to be paid are deleted", async () => {
  PROVIDERS.posthog();
  const row = (id: string, status: "held" | "waiting" | "sent", days: number) => ({
    id,
    visitor_id: ADA,
    name: "page_view",
    properties: "{}",
    occurred_at: new Date(NOW.getTime() - days * DAY_MS).toISOString(),
    status,
    leased_until: null,
  });
  await db()
    .insertInto("analytics_events")
    .values([
      row("a", "sent", 400),
      row("b", "sent", 390),
      row("c", "waiting", 5),
      row("d", "waiting", 3),
      row("e", "held", 13),
      row("f", "held", 11),
    ])
    .execute();

  await cleanUpAnalytics(NOW);

  const left = await db().selectFrom("analytics_events").select(["id", "status"]).orderBy("id").execute();
  expect(left).toEqual([
    { id: "b", status: "sent" },
    { id: "c", status: "dropped" },
    { id: "d", status: "waiting" },
    { id: "f", status: "held" },
  ]);
});

test("the report counts a visitor once a day at each step, and orders by their own number", async () => {
  const event = (name: string) => ({ name, properties: {} }) as unknown as ShopEvent;
  const noteAt = (visitorId: string, name: string, days = 0) =>
    recordEvent({
      consent: YES,
      visitorId,
      event: event(name),
      now: new Date(NOW.getTime() - days * DAY_MS),
    });
  for (const name of ["page_view", "page_view", "view_item", "view_item", "add_to_cart", "begin_checkout"])
    noteAt(ADA, name);
  noteAt(ADA, "purchase");
  noteAt(ADA, "page_view", 1);
  noteAt(BOB, "page_view");
  noteAt(BOB, "page_view", 40);
  await writeEvents();

  const { steps, from, to } = await analyticsReport(30, NOW);

  expect(steps.map(({ step, count, ofVisits }) => [step, count, ofVisits])).toEqual([
    ["visits", 3, 100],
    ["productViews", 1, 33],
    ["carts", 1, 33],
    ["checkouts", 1, 33],
    ["orders", 1, 33],
  ]);
  expect(Date.parse(to) - Date.parse(from)).toBe(29 * DAY_MS);
});
