import { clearCartIdCookie } from "./cookies.server.ts";
import { clearGuestMarker } from "./guest-marker.server.ts";
import { commitSession, type Flash, type ShopSession } from "./session.server.ts";

/** Clears what scripts have stored. "cookies" would also clear those of other services. */
export const CLEAR_STORAGE = ["Clear-Site-Data", '"storage"'] as const;

/**
 * The server keeps the cart for the next login (requirement customer-1). `keepsCart`: only this browser knows
 * the cart.
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
