// @vitest-environment jsdom
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

import type { AnalyticsLibrary } from "#app/components/scripts/analytics.client.ts";
import { type Collector, startCollector } from "#tests/support/vendors/collector.ts";

/** PostHog's own library as the shop sets it up, against a collector that really answers. */

declare const jsdom: { reconfigure(settings: { url: string }): void };

const VISITOR = "bbbbbbbb-1111-4111-8111-111111111111";
const FLUSH_MS = 5_000;
/** The library throws dice for its pauses: from 3 seconds on, each up to twice the one before. */
const RETRY_MS = 30_000;

let collector: Collector;
let tests = 0;

beforeAll(async () => {
  collector = await startCollector();
  jsdom.reconfigure({ url: `${collector.url}/c/toys` });
});

afterAll(() => collector.stop());

beforeEach(() => {
  tests += 1;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
});

afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
  vi.restoreAllMocks();
  localStorage.clear();
  collector.forget();
});

const { setTimeout: realTimeout } = globalThis;

/** Lets `ms` pass for the library, a second at a time, and real answers arrive. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1_000) {
    await vi.advanceTimersByTimeAsync(1_000);
    await new Promise((resolve) => realTimeout(resolve, 5));
  }
}

async function start(): Promise<AnalyticsLibrary> {
  vi.resetModules();
  const { startPostHog } = await import("#app/components/scripts/analytics-posthog.client.ts");
  return startPostHog({ provider: "posthog", key: `phc_${tests}`, isProduction: true }, VISITOR);
}

/** One click, which the library tries to send. */
async function captureAndFlush(): Promise<void> {
  const library = await start();
  library.capture("link_click", { link_kind: "outbound" });
  await pass(FLUSH_MS + 1_000);
}

const clicks = () => collector.events.filter(({ event }) => event === "link_click");
const tries = () => collector.calls.filter(({ events }) => events.includes("link_click"));

test("200: events are sent to the shop's own address within five seconds, once, without the page's address", async () => {
  await captureAndFlush();
  await pass(4 * FLUSH_MS);

  expect(tries().map(({ status, address }) => [status, address.split("?")[0]])).toEqual([
    [200, expect.stringMatching(/^POST \/ingest\/(?:e|i\/v0\/e)\/$/)],
  ]);
  expect(clicks()).toHaveLength(1);
  expect(clicks()[0]?.properties).toMatchObject({ distinct_id: VISITOR, link_kind: "outbound" });
  expect(JSON.stringify(collector.events)).not.toContain("/c/toys");
});

// A 429 never comes to the library, which would take it for an end: the shop's forwarder says 503 (analytics-forward.test.ts).
test.each([
  ["500", { status: 500 }],
  ["503", { status: 503, headers: { "Retry-After": "5" } }],
] as const)("%s: retried until it succeeds, and counted once", async (_, reply) => {
  collector.reply(reply, reply);
  await captureAndFlush();
  expect(clicks()).toHaveLength(0);
  await pass(3 * RETRY_MS);

  expect(clicks()).toHaveLength(1);
  expect(tries().at(-1)?.status).toBe(200);
});

test("no response: a lost connection is retried", async () => {
  const real = globalThis.fetch;
  vi.spyOn(globalThis, "fetch")
    .mockRejectedValueOnce(new TypeError("Failed to fetch"))
    .mockImplementation(real);
  await captureAndFlush();
  expect(clicks()).toHaveLength(0);
  await pass(2 * RETRY_MS);

  expect(clicks()).toHaveLength(1);
});

test("413: an oversized batch is not retried for ever", async () => {
  collector.reply({ status: 413 });
  await captureAndFlush();
  await pass(3 * RETRY_MS);

  expect(tries()).toHaveLength(1);
  expect(clicks()).toHaveLength(0);
});
