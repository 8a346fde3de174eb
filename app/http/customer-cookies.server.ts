/** What leaves a browser with its customer, and what a login clears. */
import { createCookie } from "@remix-run/node";

import { clearCartIdCookie, cookieOptions } from "./cookies.server.ts";
import { commitSession, type Flash, type ShopSession } from "./session.server.ts";

/** Set where the marketing service knows this guest (reading 15). */
const GUEST_MARKER_COOKIE = "omnisend-guest";

const guestMarker = createCookie(GUEST_MARKER_COOKIE, cookieOptions(GUEST_MARKER_COOKIE));

/** Set-Cookie text after which this browser is nobody's known guest: at login, logout and opt-out. */
export function clearGuestMarkerCookie(): Promise<string> {
  return guestMarker.serialize("", { maxAge: 0 });
}

/**
 * Logs this browser out: token, id, guest marker and cart leave it. The cart stays the customer's on the server and is
 * back after the next login (reading 25).
 */
export async function loggedOutHeaders(session: ShopSession, note: Flash): Promise<Headers> {
  session.logOut();
  session.setFlash(note);
  const headers = new Headers();
  headers.append("Set-Cookie", await clearCartIdCookie());
  headers.append("Set-Cookie", await clearGuestMarkerCookie());
  const cookie = await commitSession(session);
  if (cookie) headers.append("Set-Cookie", cookie);
  return headers;
}
