/** Consent, and the pages on which no outside service runs (requirements analytics-1 and analytics-6). */

export type Consent = Readonly<{ analytics: boolean; marketing: boolean }>;

export const NO_CONSENT: Consent = { analytics: false, marketing: false };
export const FULL_CONSENT: Consent = { analytics: true, marketing: true };

export const CONSENT_DAYS = 180;
/** Raised when the question covers more, so that it is shown to everyone again. */
const CONSENT_VERSION = 1;

const DAY_MS = 86_400_000;
const STORED = /^v(\d+)\.a([01])\.m([01])\.(\d{4}-\d{2}-\d{2})$/;

/** The cookie's text with version and day: "v1.a1.m0.2026-11-21". */
export function consentText({ analytics, marketing }: Consent, now: Date): string {
  const bit = (isGiven: boolean) => (isGiven ? 1 : 0);
  return `v${CONSENT_VERSION}.a${bit(analytics)}.m${bit(marketing)}.${now.toISOString().slice(0, 10)}`;
}

/** Null: no answer, or one to another version, too old or from the future. */
export function readConsent(text: unknown, now: Date): Consent | null {
  const found = typeof text === "string" ? STORED.exec(text) : null;
  if (!found) return null;
  const [, version, analytics, marketing, day = ""] = found;
  const ageMs = now.getTime() - Date.parse(day);
  if (Number(version) !== CONSENT_VERSION || !(ageMs >= 0 && ageMs <= CONSENT_DAYS * DAY_MS)) return null;
  return { analytics: analytics === "1", marketing: marketing === "1" };
}

/**
 * Personal pages, pages about money and pages with secret links show no outside service and no question about consent.
 */
const QUIET = new RegExp(
  `^/(?:${[
    "checkout|test-payment|cart-recovery|orders|products/\\d+/review",
    "account|login|logout|goodbye|register|verify|forgot-password|set-password|confirm-email|undo-email-change",
    "stock-alerts|newsletter|gift-lists|list|favourites/[^/]+|api",
  ].join("|")})(?:/|$)`,
);

export function isQuietPage(pathname: string): boolean {
  return QUIET.test(pathname);
}

export type AgreedServices = Readonly<{
  tagManager: string | null;
  launcher: Readonly<{ script: string; brandId: string }> | null;
  /** The analytics library, which is served by the shop and talks to the shop alone. */
  analytics: BrowserAnalytics | null;
}>;

export type BrowserAnalytics = Readonly<{
  provider: "posthog" | "mixpanel";
  key: string;
  /** False: opted out and in debug mode (requirement analytics-2). */
  isProduction: boolean;
}>;

export function agreedServices(services: AgreedServices, consent: Consent | null): AgreedServices | null {
  const { analytics, marketing } = consent ?? NO_CONSENT;
  const agreed: AgreedServices = {
    // Each of its tags checks consent by itself (Google's consent mode).
    tagManager: analytics || marketing ? services.tagManager : null,
    launcher: marketing ? services.launcher : null,
    analytics: analytics ? services.analytics : null,
  };
  return Object.values(agreed).every((service) => service === null) ? null : agreed;
}

/** A document keeps the policy that it was sent with, and no script can be unloaded. */
export function needsNewDocument(before: AgreedServices | null, next: AgreedServices | null): boolean {
  const scripts = (agreed: AgreedServices | null) =>
    `${agreed?.tagManager ?? ""} ${agreed?.launcher?.script ?? ""}`;
  const hasEnded = (before?.analytics ?? null) !== null && (next?.analytics ?? null) === null;
  return hasEnded || scripts(before) !== scripts(next);
}

/** Names that the services use for cookies and storage under the shop's own address. */
const LEFT_BEHIND = new RegExp(
  `^(?:${[
    "_ga(?:_.*)?|_gid|_gat(?:_.*)?|_gac_.*|_gcl_.*|_dc_gtm_.*|FPID|FPLC",
    "omnisend(?!-guest$).*|soundest.*|page-views",
    "mp_.*|__mp.*|ph_.*|__ph.*|posthog.*",
  ].join("|")})$`,
  "i",
);

export function isLeftBehind(name: string): boolean {
  return LEFT_BEHIND.test(name);
}
