/** What this browser's shopper agreed to: a signed cookie of half a year. */
import {
  type Consent,
  CONSENT_DAYS,
  consentText,
  NO_CONSENT,
  readConsent,
} from "#app/models/analytics/consent.ts";

import { shopCookie, parseSafely, type WithHeaders } from "./cookies.server.ts";

export const CONSENT_COOKIE = "consent";
const DAY_SECONDS = 86_400;

const cookie = shopCookie(CONSENT_COOKIE, { maxAge: CONSENT_DAYS * DAY_SECONDS });

/** The choice, or null when nobody was asked yet. A browser that signals "no" for its owner has answered. */
export async function currentConsent(request: WithHeaders): Promise<Consent | null> {
  if (signalsRefusal(request)) return NO_CONSENT;
  return readConsent(await parseSafely(cookie, request.headers.get("Cookie")), new Date());
}

/** True for Global Privacy Control (w3.org/TR/gpc): "do not sell or share", set once for all sites. */
export function signalsRefusal(request: WithHeaders): boolean {
  return request.headers.get("Sec-GPC") === "1";
}

/** Set-Cookie text that remembers `consent` for 180 days. */
export function consentCookie(consent: Consent, now: Date): Promise<string> {
  return cookie.serialize(consentText(consent, now));
}
