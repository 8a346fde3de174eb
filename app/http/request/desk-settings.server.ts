import { config } from "#app/config.server.ts";
import type { HealthSettings } from "#app/models/health/health.ts";

export function keepsMessages(): boolean {
  return config.keepsMessages;
}

export function healthSettings(): HealthSettings {
  const { origin, isHttps, payment, smtpUrl, dataDir, analytics } = config;
  return {
    ...{ origin, isHttps, dataDir },
    takesPayments: Boolean(payment.pageOrigin),
    sendsEmails: Boolean(smtpUrl),
    services: outsideServices().map(({ what, url }) => ({ what, ...doorOf(url) })),
    analytics: {
      provider: analytics.provider,
      server: "host" in analytics ? doorOf(new URL(analytics.host)) : null,
    },
  };
}

function outsideServices(): ReadonlyArray<Readonly<{ what: string; url: URL }>> {
  const { search, smtpUrl, payment, images, content, marketing } = config;
  const known = [
    ["payments", payment.provider === "stripe" ? payment.apiBase : null],
    ["email", smtpUrl],
    ["search", search.provider === "embedded" ? null : searchUrl(search)],
    ["content", content.provider === "strapi" ? content.url : null],
    ["marketing", marketing.provider === "embedded" ? null : marketing.apiBase],
    ["images", images.origin],
    ...images.remoteOrigins.map((origin) => ["images", origin] as const),
  ] as const;
  return known.flatMap(([what, address]) => (address ? [{ what, url: new URL(address) }] : []));
}

function searchUrl(search: Readonly<{ url: string | null; appId?: string }>): string {
  return search.url ?? `https://${search.appId ?? ""}-dsn.algolia.net`;
}

const PORTS: Readonly<Record<string, number>> = { "http:": 80, "https:": 443, "smtp:": 587, "smtps:": 465 };

/** Host and port of `url`, and nothing else of it: the rest may be a password. */
function doorOf({ hostname, port, protocol }: URL): Readonly<{ host: string; port: number }> {
  return { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port) || (PORTS[protocol] ?? 443) };
}
