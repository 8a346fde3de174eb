/** The cookie of a guest whom the marketing service knows; it gives access to nothing (requirement marketing-1). */
import { isGuestMarker } from "#app/models/marketing/contact.ts";

import { DAY_SECONDS, shopCookie, parseSafely } from "./cookies.server.ts";

export const GUEST_MARKER_COOKIE = "omnisend-guest";
const GUEST_MARKER_DAYS = 365;

const cookie = shopCookie(GUEST_MARKER_COOKIE, { maxAge: GUEST_MARKER_DAYS * DAY_SECONDS });

/** The contact id at the marketing service, "guest" if it is unknown, or null without a marker. */
export async function readGuestMarker(request: Request): Promise<string | null> {
  const value = await parseSafely(cookie, request.headers.get("Cookie"));
  return isGuestMarker(value) ? value : null;
}

/** Set-Cookie text that marks this browser for a year. `value` is what markGuest returned, a contact id or "guest". */
export function setGuestMarker(value: string): Promise<string> {
  return cookie.serialize(isGuestMarker(value) ? value : "guest");
}

export const clearGuestMarker = cookie.end;
