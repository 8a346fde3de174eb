/** Every neighbour down, slow, cut off, flooding or lying: each call ends in time, with its port's failure. */
import { join } from "node:path";

import { describe, expect, test, vi } from "vitest";

import { retryAfterOf } from "#app/models/jobs/job.ts";
import { strapiSource } from "#app/services/content/content-strapi.server.ts";
import { STRAPI_LIMITS } from "#app/services/content/strapi-client.server.ts";
import { smtpEmail } from "#app/services/email/email-smtp.server.ts";
import { RemoteImages } from "#app/services/images/remote-images.server.ts";
import { STRIPE_LIMITS } from "#app/services/payment/payment-stripe-client.server.ts";
import { stripePayments } from "#app/services/payment/payment-stripe.server.ts";
import { algoliaSearch } from "#app/services/search/search-algolia.server.ts";
import { withFallback } from "#app/services/search/search-fallback.server.ts";
import { meilisearchSearch } from "#app/services/search/search-meilisearch.server.ts";
import { attempt } from "#tests/services/payment-contract.ts";
import { type Fault, type FaultProxy, FAULTS, startFaultProxy } from "#tests/support/shops/fault-proxy.ts";
import { listen } from "#tests/support/shops/listening.ts";
import { newFolder } from "#tests/support/shops/new-folder.ts";
import { chatterbox } from "#tests/support/vendors/images.ts";
import { startMailServer } from "#tests/support/vendors/mail-server.ts";
import {
  APP_ID,
  SEARCH_KEY,
  startAlgolia,
  startMeilisearch,
  WRITE_KEY,
} from "#tests/support/vendors/search-engine.ts";
import { fillStrapi } from "#tests/support/vendors/strapi-entries.ts";
import { startStrapi, STRAPI_TOKEN } from "#tests/support/vendors/strapi.ts";
import { type FakeStripe, startStripe } from "#tests/support/vendors/stripe.ts";

/** Limit of an adapter while its neighbour misbehaves, and what "latency" holds things up for, in milliseconds. */
const LIMIT_MS = 150;
const LATENCY_MS = 500;
/** Limit for answers that are waited for. */
const AMPLE_MS = 10_000;
const KEYS = { searchKey: SEARCH_KEY, writeKey: WRITE_KEY, indexName: "products" };
const DOCUMENT = {
  productId: 7,
  name: "Train",
  brand: "",
  categories: "",
  keywords: "",
  description: "",
  options: "",
  skus: "",
};
const EVENT = {
  eventId: "evt_1",
  paymentId: "test_1",
  type: "paid",
  amount: { minor: 4995, currency: "GBP" },
  detail: null,
  occurredAt: "2026-11-20T10:00:00.000Z",
} as const;
const EMAIL = {
  from: { name: "Hollybough", address: "hello@hollybough.example" },
  to: "hannah@example.com",
  subject: "Hello",
  text: "Hello",
  html: "<p>Hello</p>",
};

type Neighbour = Readonly<{
  name: string;
  speaksFirst?: boolean;
  /** Starts a well-behaved one. */
  start: () => Promise<Readonly<{ port: number; stop: () => Promise<void> | void }>>;
  /** What the shop asks of it, at `port`, within its limit; throws or answers null when it cannot have it. */
  ask: (port: number, limitMs: number) => Promise<unknown>;
  /** Faults that are answers as good as any to this neighbour. */
  harmless?: ReadonlyArray<Fault>;
  /** True where the queue must learn how long it is to wait. */
  isQueued?: boolean;
}>;

const folder = newFolder();
const at = (port: number) => `http://127.0.0.1:${port}`;
const portOf = (url: string) => Number(new URL(url).port);
let fakeStripe: FakeStripe;
let count = 0;

const engine = (start: typeof startAlgolia) => async () => {
  const { url, stop } = await start();
  return { port: portOf(url), stop };
};
const limits = (ms: number) => ({ readMs: ms, writeMs: ms, taskMs: ms });
const algolia = (port: number, ms: number) =>
  algoliaSearch({ provider: "algolia", appId: APP_ID, url: at(port), ...KEYS }, limits(ms));
const meilisearch = (port: number, ms: number) =>
  meilisearchSearch({ provider: "meilisearch", url: at(port), ...KEYS }, limits(ms));

const stripe = (port: number, ms: number) => {
  const settings = { ...fakeStripe.settings, apiBase: at(port) };
  return stripePayments(settings, { ...STRIPE_LIMITS, tryMs: ms, totalMs: ms, failures: 1_000 });
};
const startFakeStripe = async () => {
  fakeStripe = await startStripe();
  return { port: portOf(fakeStripe.url), stop: fakeStripe.stop };
};

const NEIGHBOURS: ReadonlyArray<Neighbour> = [
  {
    name: "Stripe, asked for a payment page and what became of it",
    start: startFakeStripe,
    ask: async (port, ms) => {
      const opened = await stripe(port, ms).open(attempt());
      const paymentId = opened.ok ? opened.value.paymentId : `cs_test_${"0".repeat(20)}`;
      const events = await stripe(port, ms).find(paymentId);
      return opened.ok ? events : null;
    },
    isQueued: true,
  },
  ...(["Algolia", "Meilisearch"] as const).flatMap((name) => {
    const [start, connect] = name === "Algolia" ? [startAlgolia, algolia] : [startMeilisearch, meilisearch];
    const asks = {
      "asked for products": (port: number, ms: number) => connect(port, ms).port.search("train"),
      "sent products": (port: number, ms: number) => connect(port, ms).index.save([DOCUMENT]),
    };
    return Object.entries(asks).map(([what, ask]) => ({
      name: `${name}, ${what}`,
      start: engine(start),
      ask,
      isQueued: true,
    }));
  }),
  {
    name: "a content server, asked for everything that is published",
    start: async () => {
      const strapi = await startStrapi(5);
      fillStrapi(strapi);
      return { port: portOf(strapi.url), stop: strapi.stop };
    },
    ask: (port, ms) => {
      const settings = { provider: "strapi", url: at(port), token: STRAPI_TOKEN, version: 5 } as const;
      const limits = { ...STRAPI_LIMITS, connectMs: ms, tryMs: ms, failures: 1_000 };
      return strapiSource(settings, { imageOrigins: [], limits }).read();
    },
    isQueued: true,
  },
  {
    name: "another host's image",
    start: () => serve(() => chatterbox(1)),
    ask: async (port, ms) => {
      const rules = { origins: [at(port)], isAllowed: () => true, patienceMs: ms };
      const images = new RemoteImages(join(folder, String((count += 1))), rules);
      const original = await images.find(`${at(port)}/train.jpg`);
      return original ? original.read() : null;
    },
  },
  {
    name: "our own door, brought a webhook",
    start: () => serve(() => Buffer.from("ok")),
    ask: async (port, ms) => {
      // Read when the settings are first asked for, which is in the next line.
      process.env["PORT"] = String(port);
      const { deliverEvent } = await import("#app/services/payment/payment-delivery.server.ts");
      await deliverEvent(EVENT, new Date(), ms);
      return "delivered";
    },
    harmless: ["garbage", "lie", "html", "empty"],
  },
  {
    name: "a mail server",
    speaksFirst: true,
    start: async () => {
      const { url, stop } = await startMailServer();
      return { port: portOf(url), stop };
    },
    ask: async (port, ms) => {
      const limits = { connectMs: ms, silenceMs: ms, wholeMs: 2 * ms };
      await smtpEmail(`smtp://127.0.0.1:${port}`, limits).send({ ...EMAIL, key: `hello-${(count += 1)}` });
      return "sent";
    },
  },
];

describe.concurrent("a failing outside service costs no more than its limit:", () => {
  test.each(NEIGHBOURS)("$name", async ({ start, ask, speaksFirst, harmless = [], isQueued }) => {
    const upstream = await start();
    const proxy = await startFaultProxy({
      upstream: { host: "127.0.0.1", port: upstream.port },
      speaksFirst,
      latencyMs: LATENCY_MS,
    });

    const fine: ReadonlyArray<Fault> = ["none", ...harmless];
    // What answers at once is not hurried: on a busy machine even that takes longer than the limit.
    const answered: ReadonlyArray<Fault> = [...fine, "too-many"];
    const outcomes = new Map<Fault, string>();
    for (const fault of FAULTS) {
      await proxy.misbehave(fault);
      const outcome = await outcomeOf(ask(proxy.port, answered.includes(fault) ? AMPLE_MS : LIMIT_MS));
      outcomes.set(fault, outcome.words);
      if (fault === "too-many" && isQueued) expect(retryAfterOf(outcome.error)).toBe(30_000);
      if (fault !== "none") await untilClosed(proxy, fault);
    }
    await proxy.stop();
    await upstream.stop();

    expect(Object.fromEntries(outcomes)).toEqual(
      Object.fromEntries(FAULTS.map((fault) => [fault, fine.includes(fault) ? "had it" : "did without"])),
    );
  });
});

test("a shopper's search is answered by the embedded engine whatever the hosted one does", async () => {
  const upstream = await startMeilisearch();
  const proxy = await startFaultProxy({
    upstream: { host: "127.0.0.1", port: portOf(upstream.url) },
    latencyMs: LATENCY_MS,
  });
  const own = { search: async () => ({ productIds: [1], corrected: null }) };

  for (const fault of FAULTS) {
    await proxy.misbehave(fault);
    const port = withFallback(meilisearch(proxy.port, LIMIT_MS).port, own, { timeoutMs: LIMIT_MS });
    expect((await port.search("train")).productIds, fault).toEqual([1]);
  }
  await proxy.stop();
  await upstream.stop();
});

/** Never rejects; ends, or the test does not. */
async function outcomeOf(asking: Promise<unknown>): Promise<Readonly<{ words: string; error?: unknown }>> {
  try {
    const answer = await asking;
    return { words: answer === null ? "did without" : "had it" };
  } catch (error) {
    expect(error).toBeInstanceOf(Error);
    return { words: "did without", error };
  }
}

async function untilClosed(proxy: FaultProxy, fault: Fault): Promise<void> {
  await vi
    .waitUntil(() => proxy.openSockets() === 0, { timeout: 60_000, interval: 5 })
    .catch(() => {
      throw new Error(`${fault} leaves a connection open`);
    });
}

async function serve(body: () => Buffer) {
  const { port, close } = await listen((request, response) => {
    request.resume();
    response.end(body());
  });
  return { port, stop: close };
}
