import { clearLinkTokenCookie } from "#app/http/server/link-token-cookie.server.ts";

import { comparedCookie } from "./compare-cookie.server.ts";
import { clearCartIdCookie } from "./cookies.server.ts";
import { clearGuestMarker } from "./guest-marker.server.ts";
import { clearRemovedLineCookie } from "./removed-line-cookie.server.ts";
import { commitSession, type Flash, type ShopSession } from "./session.server.ts";
import { clearViewedCookie } from "./viewed-cookie.server.ts";

/** Clears what scripts have stored. "cookies" would also clear those of other services. */
const CLEAR_STORAGE = ["Clear-Site-Data", '"storage"'] as const;

type Options = Readonly<{ keepsCart?: boolean }>;

/**
 * The server keeps the cart for the next login (requirement customer-1). `keepsCart`: only this browser knows
 * the cart.
 */
export async function loggedOutHeaders(
  session: ShopSession,
  note: Flash | null,
  { keepsCart = false }: Options = {},
): Promise<Headers> {
  session.logOut();
  if (note) session.setFlash(note);
  const headers = new Headers([[...CLEAR_STORAGE]]);
  if (!keepsCart) headers.append("Set-Cookie", await clearCartIdCookie());
  headers.append("Set-Cookie", await clearGuestMarker());
  const cookie = await commitSession(session);
  if (cookie) headers.append("Set-Cookie", cookie);
  return headers;
}

/**
 * For whoever leaves of their own accord: the next person at this browser must see neither orders nor viewed or
 * compared products, nor what a link of an email opens.
 */
export async function leavingHeaders(
  session: ShopSession,
  note: Flash | null,
  options: Options = {},
): Promise<Headers> {
  while (session.dropOldest());
  session.leave();
  const headers = await loggedOutHeaders(session, note, options);
  const cookies = [clearViewedCookie(), comparedCookie([]), clearRemovedLineCookie(), clearLinkTokenCookie()];
  for (const cookie of cookies) headers.append("Set-Cookie", await cookie);
  return headers;
}
