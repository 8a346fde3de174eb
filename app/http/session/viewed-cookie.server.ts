/** The products that this browser looked at: a signed cookie of at most twelve ids, the latest first (reading 30). */
import { isRobot } from "#app/http/request/bot.server.ts";
import { readViewed, rememberViewed, viewedText } from "#app/models/catalogue/recently-viewed.ts";

import { parseSafely, sentName, shopCookie, type WithHeaders } from "./cookies.server.ts";

export const VIEWED_COOKIE = "viewed";
/** Days after the last product. */
const VIEWED_DAYS = 30;
const DAY_SECONDS = 86_400;

const cookie = shopCookie(VIEWED_COOKIE, { maxAge: VIEWED_DAYS * DAY_SECONDS });

export async function readViewedIds(request: WithHeaders): Promise<ReadonlyArray<number>> {
  const value = await parseSafely(cookie, request.headers.get("Cookie"));
  return typeof value === "string" ? readViewed(value) : [];
}

/**
 * Set-Cookie for a person who sees `productId`, or null. The visit is remembered in the visitor's own cookie by the
 * page's own answer, so that it works without script; nothing is written here, and robots and prefetches leave no trace.
 * It follows from the product and from what was viewed before: nothing in it tells one visitor from another.
 */
export async function viewedCookie(request: Request, productId: number): Promise<string | null> {
  const purpose = request.headers.get("Sec-Purpose") ?? request.headers.get("Purpose") ?? "";
  if (isRobot(request) || purpose.includes("prefetch")) return null;
  const viewed = await readViewedIds(request);
  return viewed[0] === productId ? null : cookie.serialize(viewedText(rememberViewed(viewed, productId)));
}

/** True when the Set-Cookie text `text` is one that `viewedCookie` makes. */
export function isViewedCookie(text: string | number): boolean {
  return String(text).startsWith(`${sentName(VIEWED_COOKIE)}=`);
}
