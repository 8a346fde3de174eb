/** The signed cookie of recently viewed product ids, the latest first (requirement catalogue-4). */
import { isBot } from "#app/http/request/bot.server.ts";
import { readViewed, rememberViewed, viewedText } from "#app/models/catalogue/recently-viewed.ts";

import { parseSafely, sentName, shopCookie, type WithHeaders } from "./cookies.server.ts";

export const VIEWED_COOKIE = "viewed";
const VIEWED_DAYS = 30;
const DAY_SECONDS = 86_400;

const cookie = shopCookie(VIEWED_COOKIE, { maxAge: VIEWED_DAYS * DAY_SECONDS });

export async function readViewedIds(request: WithHeaders): Promise<ReadonlyArray<number>> {
  const value = await parseSafely(cookie, request.headers.get("Cookie"));
  return typeof value === "string" ? readViewed(value) : [];
}

/**
 * Set-Cookie text for a person who sees `productId`, or null for bots and prefetches. It follows from the product and
 * the former list alone, so two visitors with equal lists get the same text.
 */
export async function viewedCookie(request: Request, productId: number): Promise<string | null> {
  const purpose = request.headers.get("Sec-Purpose") ?? request.headers.get("Purpose") ?? "";
  if (isBot(request) || purpose.includes("prefetch")) return null;
  const viewed = await readViewedIds(request);
  return viewed[0] === productId ? null : cookie.serialize(viewedText(rememberViewed(viewed, productId)));
}

export function isViewedCookie(text: string | number): boolean {
  return String(text).startsWith(`${sentName(VIEWED_COOKIE)}=`);
}
