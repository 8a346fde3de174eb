/** The cookie of the desk: only the token of a session. Sent from no other site, not even by a link. */
import { DESK_LIFE_MS } from "#app/models/staff/staff.ts";

import { parseSafely, shopCookie, type WithHeaders } from "./cookies.server.ts";

const DESK_COOKIE = "desk-session";

const cookie = shopCookie(DESK_COOKIE, { maxAge: DESK_LIFE_MS / 1000, sameSite: "strict" });

/** The token that this browser holds, or null. */
export async function readDeskToken(request: WithHeaders): Promise<string | null> {
  const value = await parseSafely(cookie, request.headers.get("Cookie"));
  return typeof value === "string" && value !== "" ? value : null;
}

/** Set-Cookie text. */
export function deskCookie(token: string): Promise<string> {
  return cookie.serialize(token);
}

export function clearDeskCookie(): Promise<string> {
  return cookie.serialize("", { maxAge: 0 });
}
