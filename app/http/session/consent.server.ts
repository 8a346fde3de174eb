import {
  type Consent,
  CONSENT_DAYS,
  consentText,
  NO_CONSENT,
  readConsent,
} from "#app/models/analytics/consent.ts";

import { DAY_SECONDS, shopCookie, parseSafely, type WithHeaders } from "./cookies.server.ts";

export const CONSENT_COOKIE = "consent";

const cookie = shopCookie(CONSENT_COOKIE, { maxAge: CONSENT_DAYS * DAY_SECONDS });

/** The answer, or null if there is none yet. Global Privacy Control is a rejection. */
export async function currentConsent(request: WithHeaders): Promise<Consent | null> {
  if (signalsRefusal(request)) return NO_CONSENT;
  return readConsent(await parseSafely(cookie, request.headers.get("Cookie")), new Date());
}

/** True for Global Privacy Control (w3.org/TR/gpc). */
export function signalsRefusal(request: WithHeaders): boolean {
  return request.headers.get("Sec-GPC") === "1";
}

export function consentCookie(consent: Consent, now: Date): Promise<string> {
  return cookie.serialize(consentText(consent, now));
}
