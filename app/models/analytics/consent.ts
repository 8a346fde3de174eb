/** What a shopper agreed to beyond what the shop needs to work, and the pages on which nothing of it ever runs. */

/** Statistics that know a visitor again, and services that advertise. */
export type Consent = Readonly<{ analytics: boolean; marketing: boolean }>;

export const NO_CONSENT: Consent = { analytics: false, marketing: false };
export const FULL_CONSENT: Consent = { analytics: true, marketing: true };

/** Days that a choice is remembered; then the shop asks again. */
export const CONSENT_DAYS = 180;
/** Raised when more is asked for than before: whoever answered the old question is asked again. */
const CONSENT_VERSION = 1;

const DAY_MS = 86_400_000;
const STORED = /^v(\d+)\.a([01])\.m([01])\.(\d{4}-\d{2}-\d{2})$/;

/** The choice as the cookie holds it, with the version of the question and the day: "v1.a1.m0.2026-11-21". */
export function consentText({ analytics, marketing }: Consent, now: Date): string {
  const bit = (isGiven: boolean) => (isGiven ? 1 : 0);
  return `v${CONSENT_VERSION}.a${bit(analytics)}.m${bit(marketing)}.${now.toISOString().slice(0, 10)}`;
}

/** What `text` says, or null: nobody was asked, it was another question, or the answer is too old (or of tomorrow). */
export function readConsent(text: unknown, now: Date): Consent | null {
  const found = typeof text === "string" ? STORED.exec(text) : null;
  if (!found) return null;
  const [, version, analytics, marketing, day = ""] = found;
  const ageMs = now.getTime() - Date.parse(day);
  if (Number(version) !== CONSENT_VERSION || !(ageMs >= 0 && ageMs <= CONSENT_DAYS * DAY_MS)) return null;
  return { analytics: analytics === "1", marketing: marketing === "1" };
}

/**
 * Pages about one person, their money, or the secret of a link: no tag, no launcher, no analytics, no question about
 * them. The rest of the shop is where the banner and what was agreed to may be.
 */
const QUIET = new RegExp(
  `^/(?:${[
    "checkout|test-payment|cart-recovery|orders|products/\\d+/review",
    "account|login|logout|register|verify|forgot-password|set-password|confirm-email|undo-email-change",
    "stock-alerts|newsletter|favourites/[^/]+|api",
  ].join("|")})(?:/|$)`,
);

/** True where nothing but the shop itself may run. `pathname` without query. */
export function isQuietPage(pathname: string): boolean {
  return QUIET.test(pathname);
}

/** What the shopper agreed to and the shop uses, as the browser needs it. */
export type AgreedServices = Readonly<{
  /** Address of the tag manager's script, its container named. */
  tagManager: string | null;
  launcher: Readonly<{ script: string; brandId: string }> | null;
  /** The library that sees what only a browser sees; it is part of the shop and talks to the shop alone. */
  analytics: BrowserAnalytics | null;
}>;

export type BrowserAnalytics = Readonly<{
  provider: "posthog" | "mixpanel";
  /** The project's public key. */
  key: string;
  /** False: opted out and in debug mode (specification, 4). */
  isProduction: boolean;
}>;

/** The services that `consent` allows out of those that are set up; null where none is left. */
export function agreedServices(services: AgreedServices, consent: Consent | null): AgreedServices | null {
  const { analytics, marketing } = consent ?? NO_CONSENT;
  const agreed: AgreedServices = {
    // Each of its tags looks at the consent that it is told (Google's consent mode).
    tagManager: analytics || marketing ? services.tagManager : null,
    launcher: marketing ? services.launcher : null,
    analytics: analytics ? services.analytics : null,
  };
  return Object.values(agreed).every((service) => service === null) ? null : agreed;
}

/**
 * True when a document that came with `before` cannot go on with `next`: its security policy was made for what was agreed
 * then, and no script can be unloaded.
 */
export function needsNewDocument(before: AgreedServices | null, next: AgreedServices | null): boolean {
  const scripts = (agreed: AgreedServices | null) =>
    `${agreed?.tagManager ?? ""} ${agreed?.launcher?.script ?? ""}`;
  const hasEnded = (before?.analytics ?? null) !== null && (next?.analytics ?? null) === null;
  return hasEnded || scripts(before) !== scripts(next);
}

/** Cookies, and names in the browser's storage, that the services leave behind under the shop's own address. */
const LEFT_BEHIND = new RegExp(
  `^(?:${[
    "_ga(?:_.*)?|_gid|_gat(?:_.*)?|_gac_.*|_gcl_.*|_dc_gtm_.*|FPID|FPLC",
    "omnisend(?!-guest$).*|soundest.*|page-views",
    "mp_.*|__mp.*|ph_.*|__ph.*|posthog.*",
  ].join("|")})$`,
  "i",
);

/** True for what an agreed service stored under `name`, to be removed when the agreement ends. */
export function isLeftBehind(name: string): boolean {
  return LEFT_BEHIND.test(name);
}
