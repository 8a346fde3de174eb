import { config, type StrapiSettings } from "#app/config.server.ts";
import type { HealthSettings } from "#app/models/health/health.ts";
import { idealPostcodes } from "#app/services/address-lookup/address-lookup-ideal-postcodes.server.ts";
import { analytics as events } from "#app/services/analytics/analytics.server.ts";
import { STRAPI_LIMITS, strapiReader } from "#app/services/content/strapi-client.server.ts";
import { email } from "#app/services/email/email.server.ts";
import { marketing } from "#app/services/marketing/marketing.server.ts";
import { payments } from "#app/services/payment/payment.server.ts";
import { searchIndex } from "#app/services/search/search.server.ts";
import { sharedCache as pageCache } from "#app/services/shared-cache/shared-cache.server.ts";

export function healthSettings(): HealthSettings {
  const { origin, isHttps, payment, smtpUrl, dataDir, analytics } = config;
  return {
    ...{ origin, isHttps, dataDir },
    takesPayments: Boolean(payment.pageOrigin),
    sendsEmails: Boolean(smtpUrl),
    services: outsideServices().map(({ what, url, probe }) => ({ what, ...doorOf(url), probe })),
    analytics: {
      provider: analytics.provider,
      server:
        "host" in analytics ? { ...doorOf(new URL(analytics.host)), probe: () => probed(events()) } : null,
    },
  };
}

/** The settings of all services with their keys: another text, and a key may be another. Secret. */
export function serviceKeys(): string {
  const { payment, smtpUrl, search, content, marketing, addressLookup, analytics, sharedCache } = config;
  return JSON.stringify([
    payment,
    smtpUrl,
    search,
    content,
    marketing,
    addressLookup,
    analytics,
    sharedCache,
  ]);
}

type Probe = () => Promise<unknown>;
type KnownService = readonly [what: string, address: string | null, probe: Probe | null];

function outsideServices(): ReadonlyArray<Readonly<{ what: string; url: URL; probe: Probe | null }>> {
  const { search, smtpUrl, payment, images, content, addressLookup, sharedCache } = config;
  const contacts = config.marketing;
  const hosted = "apiBase" in sharedCache ? [sharedCache.apiBase] : [];
  const caches = "addresses" in sharedCache ? sharedCache.addresses : hosted;
  const known: ReadonlyArray<KnownService> = [
    ["payments", payment.provider === "stripe" ? payment.apiBase : null, () => probed(payments())],
    ["email", smtpUrl, () => probed(email())],
    ["search", search.provider === "embedded" ? null : searchUrl(search), () => probed(searchIndex())],
    [
      "content",
      content.provider === "strapi" ? content.url : null,
      () =>
        strapiReader(content as StrapiSettings, STRAPI_LIMITS)("/articles", [["pagination[pageSize]", 1]]),
    ],
    [
      "marketing",
      contacts.provider === "embedded" ? null : contacts.apiBase,
      () => marketing(() => Promise.resolve()).findContact(NOBODY),
    ],
    [
      "addresses",
      addressLookup?.origin ?? null,
      () => probed(addressLookup && idealPostcodes(addressLookup)),
    ],
    // No page has the mark, so nothing is taken out of the cache.
    ...caches.map((address) => ["page cache", address, () => pageCache().purge(["nothing"])] as const),
    ["images", images.origin, null],
    ...images.remoteOrigins.map((origin) => ["images", origin, null] as const),
  ];
  return known.flatMap(([what, address, probe]) => (address ? [{ what, url: new URL(address), probe }] : []));
}

/** An id in the form of the marketing service that no contact has. */
const NOBODY = "000000000000000000000000";

async function probed(port: Readonly<{ probe?(): Promise<void> }> | null): Promise<void> {
  await port?.probe?.();
}

function searchUrl(search: Readonly<{ url: string | null; appId?: string }>): string {
  return search.url ?? `https://${search.appId ?? ""}-dsn.algolia.net`;
}

const PORTS: Readonly<Record<string, number>> = { "http:": 80, "https:": 443, "smtp:": 587, "smtps:": 465 };

/** Host and port of `url`, and nothing else of it: the rest may be a password. */
function doorOf({ hostname, port, protocol }: URL): Readonly<{ host: string; port: number }> {
  return { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port) || (PORTS[protocol] ?? 443) };
}
