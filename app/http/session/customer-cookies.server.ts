/** What leaves a browser with its customer. */
import { clearCartIdCookie } from "./cookies.server.ts";
import { clearGuestMarker } from "./guest-marker.server.ts";
import { commitSession, type Flash, type ShopSession } from "./session.server.ts";

/** Empties what scripts have kept in a browser. Not "cookies": that would also empty the jars of other services. */
export const CLEAR_STORAGE = ["Clear-Site-Data", '"storage"'] as const;

/**
 * Logs this browser out: token, id, guest marker and cart leave it. The cart stays the customer's on the server and is
 * back after the next login (reading 25). `note` is for the next page. `keepsCart`: it is nobody's yet, and this browser is the only way to it.
 */
export async function loggedOutHeaders(
  session: ShopSession,
  note: Flash | null,
  { keepsCart = false }: Readonly<{ keepsCart?: boolean }> = {},
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
