/** The signed cookie of recently viewed product ids, the latest first (requirement catalogue-4). */
import { isSharedVisitor } from "#app/http/cache/shared-cache.server.ts";
import { isBot } from "#app/http/request/bot.server.ts";
import { isFetchedAhead } from "#app/http/request/speculation.ts";
import { readViewed, rememberViewed, viewedText } from "#app/models/catalogue/recently-viewed.ts";

import { DAY_SECONDS, parseSafely, sentName, shopCookie, type WithHeaders } from "./cookies.server.ts";

export const VIEWED_COOKIE = "viewed";
const VIEWED_DAYS = 30;

const cookie = shopCookie(VIEWED_COOKIE, { maxAge: VIEWED_DAYS * DAY_SECONDS });

export async function readViewedIds(request: WithHeaders): Promise<ReadonlyArray<number>> {
  const value = await parseSafely(cookie, request.headers.get("Cookie"));
  return typeof value === "string" ? readViewed(value) : [];
}

/** Null for bots and prefetches. The text follows from the product and the former list alone. */
export async function viewedCookie(request: Request, productId: number): Promise<string | null> {
  if (isBot(request) || isFetchedAhead(request) || isSharedVisitor(request)) return null;
  const viewed = await readViewedIds(request);
  return viewed[0] === productId ? null : cookie.serialize(viewedText(rememberViewed(viewed, productId)));
}

export const clearViewedCookie = cookie.end;

type NextViewed = Readonly<{
  cookie: string;
  setCookie: string;
}>;

export async function nextViewed(cookies: string | undefined, productId: number): Promise<NextViewed | null> {
  const request = { headers: new Headers(cookies === undefined ? {} : { cookie: cookies }) };
  if (isSharedVisitor(request)) return null;
  const viewed = await readViewedIds(request);
  if (viewed[0] === productId) return null;
  const setCookie = await cookie.serialize(viewedText(rememberViewed(viewed, productId)));
  const [pair = ""] = setCookie.split(";", 1);
  const others = (cookies ?? "").split(/; */).filter((one) => one !== "" && !isViewedCookie(one));
  return { cookie: [...others, pair].join("; "), setCookie };
}

export function isViewedCookie(text: string | number): boolean {
  return String(text).startsWith(`${sentName(VIEWED_COOKIE)}=`);
}
