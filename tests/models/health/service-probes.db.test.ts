/** Doctor reads something from every service with the shop's key, and names each that refuses it. */
import { createServer, type Server } from "node:net";

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { config, readConfig } from "#app/config.server.ts";
import { findHealth } from "#app/models/health/health.server.ts";
import { connectAnalytics } from "#app/services/analytics/analytics.server.ts";
import { connectEmail } from "#app/services/email/email.server.ts";
import { healthSettings } from "#app/services/health/health-settings.server.ts";
import { connectMarketing } from "#app/services/marketing/marketing.server.ts";
import type { OutsideService } from "#app/services/outgoing/service-answers.server.ts";
import { connectPayments } from "#app/services/payment/payment.server.ts";
import { stripePayments } from "#app/services/payment/payment-stripe.server.ts";
import { loadStripe } from "#app/services/payment/stripe-library.server.ts";
import { connectSearch } from "#app/services/search/search.server.ts";
import { connectSharedCache } from "#app/services/shared-cache/shared-cache.server.ts";
import { NOW } from "#tests/support/now.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { freePort, listen, type Listening } from "#tests/support/shops/listening.ts";
import { newFolder } from "#tests/support/shops/new-folder.ts";

useTestDatabase();

/** As Stripe writes it; others read the status alone. */
const REFUSAL = JSON.stringify({ error: { type: "invalid_request_error", message: "Invalid API key" } });

let http: Listening;
let mailPort: number;
let mail: Server;

beforeAll(async () => {
  await loadStripe();
  http = await listen((request, response) => {
    request.resume();
    response.writeHead(401, { "Content-Type": "application/json" }).end(REFUSAL);
  });
  mailPort = await freePort();
  mail = createServer((socket) => {
    socket.write("220 mail\r\n");
    socket.on("data", (command) => {
      const isGreeting = /^(?:EHLO|HELO)/.test(String(command));
      socket.write(isGreeting ? "250-mail\r\n250 AUTH PLAIN\r\n" : "535 5.7.8 No\r\n");
    });
    socket.on("error", () => undefined);
  }).listen(mailPort, "127.0.0.1");
});

afterAll(async () => {
  connectAnything();
  await http.close();
  mail.close();
});

beforeEach(connectAnything);

/** What the settings name, at the next call. */
function connectAnything(): void {
  connectAnalytics(null);
  connectEmail(null);
  connectMarketing(null);
  connectPayments(null);
  connectSearch(undefined);
  connectSharedCache(null);
}

type Settings = Readonly<Record<string, string>>;

function configure(settings: Settings): void {
  connectAnything();
  const read = readConfig({ DATA_DIR: newFolder(), ...settings });
  const { environment, payment, smtpUrl, search, images } = read;
  const { content, marketing, addressLookup, analytics, sharedCache } = read;
  Object.assign(config, { environment, payment, smtpUrl, search, images });
  Object.assign(config, { content, marketing, addressLookup, analytics, sharedCache });
  connectPayments(payment.provider === "stripe" ? stripePayments(payment) : null);
}

/** What the provider of payments sends is no call of the shop. */
type Called = Exclude<OutsideService, "payment messages">;

/** Every provider of every service, with its server at `url`. */
const PROVIDERS: Readonly<Record<Called, (url: string) => ReadonlyArray<Settings>>> = {
  payments: (url) => [
    {
      PAYMENT_PROVIDER: "stripe",
      STRIPE_SECRET_KEY: `sk_test_${"a".repeat(24)}`,
      STRIPE_WEBHOOK_SECRETS: `whsec_${"a".repeat(32)}`,
      STRIPE_API_BASE: url,
    },
  ],
  email: () => [{ SMTP_URL: `smtp://shop:secret@127.0.0.1:${mailPort}` }],
  search: (url) => {
    const keys = { SEARCH_URL: url, SEARCH_KEY: "search-key", SEARCH_WRITE_KEY: "write-key" };
    return [
      { ...keys, SEARCH_PROVIDER: "meilisearch" },
      { ...keys, SEARCH_PROVIDER: "algolia", SEARCH_APP_ID: "APP" },
    ];
  },
  content: (url) => [{ CONTENT_PROVIDER: "strapi", STRAPI_URL: url, STRAPI_TOKEN: "a".repeat(40) }],
  marketing: (url) =>
    ["omnisend", "omnisend-v3"].map((provider) => ({
      MARKETING_PROVIDER: provider,
      OMNISEND_API_KEY: `${"a".repeat(24)}-${"b".repeat(32)}`,
      OMNISEND_API_BASE: url,
    })),
  addresses: (url) => [
    { ADDRESS_LOOKUP: "ideal-postcodes", ADDRESS_LOOKUP_KEY: "ak_test", ADDRESS_LOOKUP_URL: url },
  ],
  analytics: (url) => [
    { ANALYTICS_PROVIDER: "posthog", ANALYTICS_KEY: "phc_0123456789ab", ANALYTICS_HOST: url },
    { ANALYTICS_PROVIDER: "mixpanel", ANALYTICS_KEY: "0".repeat(32), ANALYTICS_HOST: url },
  ],
  "page cache": (url) => [
    { SHARED_CACHE: "varnish", SHARED_CACHE_URL: url },
    ...["fastly", "cloudflare"].map((provider) => ({
      SHARED_CACHE: provider,
      SHARED_CACHE_URL: url,
      SHARED_CACHE_ID: "shop",
      SHARED_CACHE_TOKEN: "a-token-of-the-shop",
    })),
  ],
};

const services = Object.keys(PROVIDERS) as Array<Called>;

test.each(services)("%s: a refused key is named, whatever the provider", async (service) => {
  for (const settings of PROVIDERS[service](http.url)) {
    configure(settings);
    const lines = await findHealth(healthSettings(), { isSound: false, now: NOW });

    const line = lines.find(({ what }) => what === service);
    expect(line?.verdict, JSON.stringify(settings)).toBe(service === "analytics" ? "warn" : "fail");
    expect(line?.words).toMatch(/refuses the shop’s key with status (?:401|535)$/);
  }
});

test("every service that has a key is read with it", () => {
  const all = services.map((service) => PROVIDERS[service](http.url)[0]);
  const settings = Object.assign({}, ...all) as Settings;
  configure({ IMAGE_DOMAINS: "cdn.example.com", ...settings });

  const { services: known, analytics } = healthSettings();

  expect(known.filter(({ probe }) => probe === null).map(({ what }) => what)).toEqual(
    known.filter(({ what }) => what === "images").map(({ what }) => what),
  );
  expect([...known.map(({ what }) => what), ...(analytics.server?.probe ? ["analytics"] : [])]).toEqual(
    expect.arrayContaining(services),
  );
});
