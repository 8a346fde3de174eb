import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { newDelivery } from "#app/services/analytics/analytics-delivery.server.ts";
import { mixpanelAnalytics } from "#app/services/analytics/analytics-mixpanel.server.ts";
import type { AnalyticsPort } from "#app/services/analytics/analytics-port.ts";
import { postHogAnalytics } from "#app/services/analytics/analytics-posthog.server.ts";
import { listenToServices } from "#app/services/outgoing/service-answers.server.ts";
import { OutgoingError } from "#app/services/outgoing/outgoing-error.ts";
import { type Collector, startCollector } from "#tests/support/vendors/collector.ts";

/** What browsers' libraries say passes through the shop. */

const PATIENCE_MS = 200;

let collector: Collector;
let posthog: AnalyticsPort;
let mixpanel: AnalyticsPort;

beforeAll(async () => {
  collector = await startCollector();
});

beforeEach(() => {
  const delivery = () => newDelivery(collector.url, { timeoutMs: PATIENCE_MS });
  const settings = { key: "phc_testtesttest", host: collector.url } as const;
  posthog = postHogAnalytics({ provider: "posthog", ...settings }, delivery());
  mixpanel = mixpanelAnalytics({ provider: "mixpanel", ...settings }, delivery());
});

afterEach(() => collector.forget());
afterAll(() => collector.stop());

const events = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ event: `click ${index}`, properties: {} }));

function fromPostHog(count: number) {
  const body = new TextEncoder().encode(JSON.stringify(events(count)));
  return posthog.forward!({ path: "/e/", query: "?ip=0", contentType: "application/json", body });
}

function fromMixpanel(count: number) {
  const data = Buffer.from(JSON.stringify(events(count))).toString("base64");
  const body = new TextEncoder().encode(new URLSearchParams({ data }).toString());
  const contentType = "application/x-www-form-urlencoded";
  return mixpanel.forward!({ path: "/track/", query: "?verbose=1", contentType, body });
}

const answers = () => collector.calls.map(({ status, events: sent }) => [status, sent.length]);

test.each([
  ["posthog", fromPostHog],
  ["mixpanel", fromMixpanel],
] as const)("%s: 200 and 500 are passed back, and a missing response times out", async (_, forward) => {
  collector.reply({ status: 200 }, { status: 500 }, "nothing");

  expect(await forward(2)).toMatchObject({ status: 200 });
  expect(await forward(2)).toMatchObject({ status: 500 });
  await expect(forward(2)).rejects.toBeInstanceOf(OutgoingError);
});

test("mixpanel: 413 and 429 are passed back with Retry-After, which its library handles", async () => {
  collector.reply({ status: 413 }, { status: 429, headers: { "Retry-After": "90" } });

  expect(await fromMixpanel(2)).toMatchObject({ status: 413 });
  expect(await fromMixpanel(2)).toMatchObject({ status: 429, retryAfterMs: 90_000 });
});

test.each([
  ["posthog", fromPostHog],
  ["mixpanel", fromMixpanel],
] as const)("%s: a key that a browser made up is no refusal of the shop's", async (_, forward) => {
  const heard: Array<unknown> = [];
  listenToServices(async (answer) => void heard.push(answer));
  collector.reply({ status: 401 }, { status: 403 });

  expect([(await forward(1)).status, (await forward(1)).status]).toEqual([401, 403]);
  listenToServices(null);
  expect(heard).toEqual([]);
});

test("posthog: a batch that is too large is halved, and a single oversized event is dropped", async () => {
  collector.reply({ status: 413 }, { status: 413 }, { status: 413 });

  expect(await fromPostHog(4)).toMatchObject({ status: 200 });

  expect(answers()).toEqual([
    [413, 4],
    [413, 2],
    [413, 1],
    [200, 1],
    [200, 2],
  ]);
});

test("posthog: 429 becomes a response that its library retries, and no request is made before that time", async () => {
  collector.reply({ status: 429, headers: { "Retry-After": "90" } });

  expect(await fromPostHog(1)).toMatchObject({ status: 503, retryAfterMs: 90_000 });
  const second = await fromPostHog(1);

  expect(second.status).toBe(503);
  expect(second.retryAfterMs).toBeGreaterThan(80_000);
  expect(answers()).toEqual([[429, 1]]);
});
