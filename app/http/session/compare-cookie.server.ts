import { comparedText, readCompared } from "#app/models/catalogue/compare.ts";

import { DAY_SECONDS, shopCookie, parseSafely, type WithHeaders } from "./cookies.server.ts";

export const COMPARE_COOKIE = "compare";
const COMPARE_DAYS = 30;

const cookie = shopCookie(COMPARE_COOKIE, { maxAge: COMPARE_DAYS * DAY_SECONDS });

export async function readComparedIds(request: WithHeaders): Promise<ReadonlyArray<number>> {
  const value = await parseSafely(cookie, request.headers.get("Cookie"));
  return typeof value === "string" ? readCompared(value) : [];
}

export function comparedCookie(ids: ReadonlyArray<number>): Promise<string> {
  return ids.length === 0 ? cookie.end() : cookie.serialize(comparedText(ids));
}
