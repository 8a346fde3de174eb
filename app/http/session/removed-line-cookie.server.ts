import { type RemovedLine, removedLineSchema } from "#app/models/cart/removed-line.ts";

import { parseSafely, shopCookie, type WithHeaders } from "./cookies.server.ts";

const REMOVED_LINE_COOKIE = "removed-line";
/** Until the basket that the removal leads to has shown it. */
const MAX_AGE_SECONDS = 60;
/** Browsers store no larger cookie, in bytes with its name (RFC 6265bis, 5.6). */
const COOKIE_MAX_BYTES = 4_096;

const cookie = shopCookie(REMOVED_LINE_COOKIE, { maxAge: MAX_AGE_SECONDS });

/** Set-Cookie text; null if no browser would store it. */
export async function removedLineCookie(line: RemovedLine): Promise<string | null> {
  const text = await cookie.serialize(line);
  const [pair = ""] = text.split(";", 1);
  return pair.length > COOKIE_MAX_BYTES ? null : text;
}

/** What was removed by the request that led here, and the Set-Cookie text by which it is shown once. */
export async function takeRemovedLine(
  request: WithHeaders,
): Promise<Readonly<{ removed: RemovedLine; cookie: string }> | null> {
  const value = await parseSafely(cookie, request.headers.get("Cookie"));
  const { data: removed } = removedLineSchema.safeParse(value);
  return removed ? { removed, cookie: await clearRemovedLineCookie() } : null;
}

export const clearRemovedLineCookie = cookie.end;
