// @vitest-environment jsdom
import { createRequire } from "node:module";

import { installGlobals } from "@remix-run/node";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

import type { AnalyticsLibrary } from "#app/components/scripts/analytics.client.ts";
import { type Collector, startCollector } from "#tests/support/vendors/collector.ts";

/** Mixpanel's own library, with the shop's transport under it, against a collector that really answers. */

// The framework's own fetch trips over a request that is given up.
installGlobals({ nativeFetch: true });

declare const jsdom: { reconfigure(settings: { url: string }): void };

const VISITOR = "aaaaaaaa-1111-4111-8111-111111111111";
const FLUSH_MS = 5_000;
const REQUEST_MS = 90_000;

const LIBRARY = "mixpanel-browser/dist/mixpanel-core.cjs.js";
const require = createRequire(import.meta.url);

let collector: Collector;
let tests = 0;
let key = "";

beforeAll(async () => {
  collector = await startCollector();
  jsdom.reconfigure({ url: `${collector.url}/c/toys` });
});

afterAll(() => collector.stop());

beforeEach(() => {
  key = String((tests += 1)).padStart(32, "0");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
});

afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
  vi.restoreAllMocks();
  localStorage.clear();
  collector.forget();
});

/** Lets `ms` pass for the library, and real answers arrive. */
async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  await settle();
}

/** Until no more answers come in. */
async function settle(): Promise<void> {
  const { calls } = collector;
  for (let quiet = 0, seen = calls.length; quiet < 3; quiet += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(0);
    await realMoment();
    if (calls.length !== seen) [quiet, seen] = [0, calls.length];
  }
}

const { setTimeout: realTimeout } = globalThis;

function realMoment(): Promise<void> {
  return new Promise((resolve) => realTimeout(resolve, 15));
}

/** As in a document of its own: the library keeps what it knows in its module. */
async function start(isProduction = true): Promise<AnalyticsLibrary> {
  Reflect.deleteProperty(require.cache, require.resolve(LIBRARY));
  vi.resetModules();
  vi.doMock(LIBRARY, () => ({ default: require(LIBRARY) as unknown }));
  const { startMixpanel } = await import("#app/components/scripts/analytics-mixpanel.client.ts");
  return startMixpanel({ provider: "mixpanel", key, isProduction }, VISITOR);
}

async function capture(library: AnalyticsLibrary, count = 1): Promise<void> {
  for (let index = 0; index < count; index += 1)
    library.capture("link_click", { link_kind: `number ${index}` });
  // The library writes its queue under a lock that it polls for.
  await pass(100);
}

/** One event, which the library tries to send. */
async function captureAndFlush(): Promise<void> {
  await capture(await start());
  await pass(FLUSH_MS);
}

const statuses = () => collector.calls.map(({ status, events }) => [status, events.length]);

test("200: events are posted to /track/ as a form, once, after five seconds", async () => {
  await capture(await start(), 2);
  expect(collector.calls).toEqual([]);

  await pass(FLUSH_MS);
  await pass(4 * FLUSH_MS);

  expect(statuses()).toEqual([[200, 2]]);
  expect(collector.calls[0]).toMatchObject({
    address: expect.stringMatching(/^POST \/ingest\/track\/\?verbose=1&ip=0&_=\d+$/) as string,
    contentType: "application/x-www-form-urlencoded",
  });
  expect(collector.events[0]?.properties).toMatchObject({ distinct_id: VISITOR, token: key });
  expect(JSON.stringify(collector.events)).not.toContain("/c/toys");
});

test("413: the batch gets smaller until it is accepted, and a single oversized event is dropped", async () => {
  collector.reply({ status: 413 }, { status: 413 }, { status: 413 });
  await capture(await start(), 3);

  for (let round = 0; round < 5; round += 1) await pass(FLUSH_MS);

  expect(statuses()).toEqual([
    [413, 3],
    [413, 2],
    [413, 1],
    [200, 2],
  ]);
  expect(collector.events).toHaveLength(2);
});

test("429: nothing is sent before the time in Retry-After, given in seconds or as a date", async () => {
  collector.reply({ status: 429, headers: { "Retry-After": "60" } });
  await captureAndFlush();
  await pass(55_000);
  expect(statuses()).toEqual([[429, 1]]);

  collector.reply({ status: 429, headers: { "Retry-After": new Date(Date.now() + 95_000).toUTCString() } });
  await pass(5_000);
  await pass(80_000);
  expect(statuses().map(([status]) => status)).toEqual([429, 429]);

  await pass(15_000);
  expect(statuses()).toHaveLength(3);
  expect(collector.events).toHaveLength(1);
});

test("500: the request is retried after 10 seconds, then 20, and no event is lost", async () => {
  collector.reply({ status: 500 }, { status: 503 });
  await captureAndFlush();
  await pass(9_500);
  expect(statuses()).toHaveLength(1);
  await pass(500);
  expect(statuses()).toHaveLength(2);
  await pass(19_500);
  expect(statuses()).toHaveLength(2);
  await pass(500);

  expect(statuses()).toEqual([
    [500, 1],
    [503, 1],
    [200, 1],
  ]);
});

test("no response: a lost connection is retried while the browser is online", async () => {
  const real = globalThis.fetch;
  const fetched = vi.spyOn(globalThis, "fetch").mockRejectedValueOnce(new TypeError("Failed to fetch"));
  fetched.mockImplementation(real);
  await captureAndFlush();
  expect(collector.calls).toEqual([]);

  await pass(10_000);

  expect(statuses()).toEqual([[200, 1]]);
});

test("no response: a silent collector times out after 90 seconds and is retried", async () => {
  const given: Array<AbortSignal> = [];
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    // As the browser's own, by the test's clock.
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException("signal timed out", "TimeoutError")), ms);
    given.push(controller.signal);
    return controller.signal;
  });
  collector.reply("nothing");
  await captureAndFlush();
  expect(statuses()).toEqual([[0, 1]]);

  await pass(REQUEST_MS - 500);
  expect([given.length, given[0]?.aborted, collector.waiting()]).toEqual([1, false, 1]);
  await pass(500);
  expect([given[0]?.aborted, collector.waiting()]).toEqual([true, 0]);
  expect(collector.events).toEqual([]);

  await pass(10_000);
  await pass(4 * FLUSH_MS);
  expect(statuses()).toEqual([
    [0, 1],
    [200, 1],
  ]);
});

test("an event that cannot be sent is tried five times, and batching ends after the sixth failure", async () => {
  const library = await start();
  await capture(library);
  const queue = `__mpq_${key}_ev`;
  const stored = localStorage.getItem(queue);
  const write = Reflect.get(Storage.prototype, "setItem");
  const written = vi.spyOn(Storage.prototype, "setItem").mockImplementation(function (
    this: Storage,
    name,
    value,
  ) {
    write.call(this, name, name === queue ? String(stored) : value);
  });

  for (let round = 0; round < 12; round += 1) await pass(2 * FLUSH_MS);

  expect(stored).not.toBeNull();
  expect(statuses()).toEqual(Array(5).fill([200, 1]));
  written.mockRestore();
  library.capture("link_click", { link_kind: "at once" });
  await settle();
  expect(collector.calls).toHaveLength(6);
});

test("outside production the library is opted out, logs that, and sends nothing", async () => {
  for (const method of ["log", "warn"] as const)
    vi.spyOn(console, method).mockImplementation(() => undefined);
  await capture(await start(false));
  await pass(4 * FLUSH_MS);

  expect(collector.calls).toEqual([]);
  expect(console.warn).toHaveBeenCalled();
  // It says that this window has no database for flags, which nobody asks for.
  vi.mocked(console.error).mockClear();
});

test("when the page is hidden the remaining events are sent by a beacon, as a form", async () => {
  const beacon = vi.fn<(address: string, body: Blob) => boolean>(() => true);
  vi.stubGlobal("navigator", Object.assign(navigator, { sendBeacon: beacon }));
  await capture(await start());
  Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
  window.dispatchEvent(new Event("visibilitychange"));
  await settle();

  const [address, body] = beacon.mock.calls[0] ?? [];
  expect(String(address)).toContain("/ingest/track/?");
  expect(body?.type).toBe("application/x-www-form-urlencoded");
});
