import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { forgetVisitor, recordEvent, writeEvents } from "#app/models/analytics/event-batch.server.ts";
import { sendAnalytics, cleanUpAnalytics } from "#app/models/analytics/event-sending.server.ts";
import type { ShopEvent } from "#app/models/analytics/events.ts";
import { cutFromOrder, holdPurchase } from "#app/models/analytics/purchase-events.server.ts";
import { analyticsReport } from "#app/models/analytics/report.server.ts";
import * as outbox from "#app/models/jobs/outbox.server.ts";
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
import { insertRows, rowOf, rowsOf } from "#tests/support/shops/rows.ts";
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
  return (await rowsOf("analytics_events")).map(({ status }) => status).sort();
}

const sendingJobs = async () =>
  (await rowsOf("jobs", { kind: "analytics-send" })).filter(({ status }) => status !== "done");

/** In how many milliseconds after `now` the sending is tried again. */
async function waitAfter(now: Date): Promise<number> {
  const [job] = await sendingJobs();
  return Date.parse(job?.run_at ?? "") - now.getTime();
}

test.each(BOTH)("%s gets the stored events, fifty at a time, and each once", async (provider) => {
  PROVIDERS[provider]();
  await note(120);

  await send(inMs(0));
  await send(inMs(60_000));

  expect(collector.calls.map(({ events }) => events.length)).toEqual([50, 50, 20]);
  expect(new Set(collector.events.map(({ properties }) => properties["$insert_id"])).size).toBe(120);
  expect(await statuses()).toEqual(Array(120).fill("sent"));
  expect(await sendingJobs()).toEqual([]);
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
    expect(await waitAfter(now)).toBe(120_000);
    const later = new Date(now.getTime() + 120_000);
    await send(later);
    expect(await waitAfter(later)).toBe(600_000);
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

    for (const wait of [10_000, 20_000, 40_000]) {
      await send(now);
      expect(await waitAfter(now)).toBe(wait);
      now = new Date(now.getTime() + wait);
    }
    await send(now);

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
  expect(await sendingJobs()).toEqual([]);
});

test("a service that is down for a day leaves one job, not one for each five seconds", async () => {
  PROVIDERS.posthog();
  collector.reply(...Array.from({ length: 5 }, () => ({ status: 500 })));
  for (let round = 0; round < 5; round += 1) {
    await note(1);
    await send(inMs(0));
  }

  expect(await rowsOf("jobs", { kind: "analytics-send" })).toHaveLength(1);
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
  await expect.poll(statuses).toEqual(["sent", "sent"]);
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

  expect((await rowOf("analytics_events")).visitor_id).toBe(BOB);
});

test("events that were stored by a write that fails are stored once, and so are the ones after them", async () => {
  const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
  const failing = vi.spyOn(outbox, "wakeWorker").mockImplementation(() => {
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

  const left = JSON.stringify(await rowOf("analytics_events"));
  for (const gone of [orderId, ADA]) expect(left).not.toContain(gone);
});

test("events that are too old to send, to report or to be paid are deleted", async () => {
  PROVIDERS.posthog();
  const view = { visitor_id: ADA, name: "page_view", properties: "{}", leased_until: null };
  const ages = {
    sent: { a: 400, b: 390 },
    waiting: { c: 5, d: 3 },
    held: { e: 13, f: 11 },
  } as const;
  for (const status of ["sent", "waiting", "held"] as const)
    for (const [id, days] of Object.entries(ages[status])) {
      const occurred_at = new Date(NOW.getTime() - days * DAY_MS).toISOString();
      await insertRows("analytics_events", { ...view, id, status, occurred_at });
    }

  await cleanUpAnalytics(NOW);

  const left = (await rowsOf("analytics_events")).map(({ id, status }) => `${id} ${status}`);
  expect(left.sort()).toEqual(["b sent", "c dropped", "d waiting", "f held"]);
});

test("the report counts a visitor once a day at each step, and orders by their own number", async () => {
  const noteAt = (visitorId: string, name: string, days = 0) => {
    const event = { name, properties: {} } as unknown as ShopEvent;
    recordEvent({ consent: YES, visitorId, event, now: new Date(NOW.getTime() - days * DAY_MS) });
  };
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
