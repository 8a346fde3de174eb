/** The cookie of a guest whom the marketing service knows (reading 15). It permits updates of their record, never access. */
import { isGuestMarker } from "#app/models/marketing/contact.ts";

import { shopCookie, parseSafely } from "./cookies.server.ts";

export const GUEST_MARKER_COOKIE = "omnisend-guest";
const GUEST_MARKER_DAYS = 365;
const DAY_SECONDS = 86_400;

const cookie = shopCookie(GUEST_MARKER_COOKIE, { maxAge: GUEST_MARKER_DAYS * DAY_SECONDS });

/** Whom the marketing service knows this browser as: a contact's id, or "guest" where none is known. Null: nobody. */
export async function readGuestMarker(request: Request): Promise<string | null> {
  const value = await parseSafely(cookie, request.headers.get("Cookie"));
  return isGuestMarker(value) ? value : null;
}

/** Set-Cookie text that marks this browser for a year. `value` is what markGuest answered, a contact's id, or "guest". */
export function setGuestMarker(value: string): Promise<string> {
  return cookie.serialize(isGuestMarker(value) ? value : "guest");
}

/** Set-Cookie text after which this browser is nobody's known guest: at login, logout and opt-out. */
export function clearGuestMarker(): Promise<string> {
  return cookie.serialize("", { maxAge: 0 });
}
