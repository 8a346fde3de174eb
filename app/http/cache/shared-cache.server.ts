/** What a cache that many visitors share may keep, and for how long (decision 0031). */
import { config } from "#app/config.server.ts";
import { sentName, shopCookies, type WithHeaders } from "#app/http/session/cookies.server.ts";
import { isForeignQuery } from "#app/models/catalogue/redirects/redirect.ts";
import { addressAt } from "#app/models/platform/address-at.ts";

import { addSurrogateKeys, surrogateKeys } from "./surrogate-keys.ts";

/** Seconds. Delivery estimates and opening hours change at whole minutes. */
const SHARED_SECONDS = 60;
const STALE_SECONDS = 60;
/** "must-revalidate" keeps browsers from stale pages; shared caches have times in headers of their own. */
const CACHE_CONTROL = `public, max-age=0, must-revalidate, s-maxage=${SHARED_SECONDS}`;
const SURROGATE_CONTROL = `max-age=${SHARED_SECONDS}, stale-while-revalidate=${STALE_SECONDS}`;

/** True for a visitor without a cookie of the shop, if a shared cache is configured: everybody like them gets the same. */
export function isSharedVisitor({ headers }: WithHeaders): boolean {
  if (config.sharedCache.provider === "none") return false;
  const names = (headers.get("Cookie") ?? "").split(";").map((pair) => pair.split("=", 1)[0]?.trim() ?? "");
  const own = [...shopCookies().keys()];
  return !names.some((name) => own.includes(name) || own.some((one) => sentName(one) === name));
}

/** Adds to `headers` what lets a shared cache keep the page that shows `data`, unless it is for one visitor. */
export function addSharedHeaders(
  headers: Headers,
  request: Request,
  { status, data }: Readonly<{ status: number; data: unknown }>,
): void {
  const { pathname, search } = new URL(request.url);
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (!isRead || status !== 200 || addressAt(pathname).isPersonal || headers.has("Set-Cookie")) return;
  // The owner may redirect it at any moment, and no key of a page purges it.
  if (isForeignQuery(pathname + search)) return;
  if (headers.has("Cache-Control") || !isSharedVisitor(request)) return;
  headers.set("Cache-Control", CACHE_CONTROL);
  headers.set("Surrogate-Control", SURROGATE_CONTROL);
  headers.set("CDN-Cache-Control", SURROGATE_CONTROL);
  addSurrogateKeys(headers, surrogateKeys(pathname, data));
}
