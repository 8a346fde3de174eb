/**
 * Finds browsers that refuse cookies: an answer set a cookie, and the next request has none. A mark in the address of
 * that request names what the cookie was for (decision 0024).
 */

export const KEPT_IN_COOKIES = [
  "login",
  "order",
  "basket",
  "favourites",
  "comparison",
  "consent",
  "link",
  "newsletter",
] as const;
export type KeptInCookie = (typeof KEPT_IN_COOKIES)[number];

export const COOKIE_CHECK_PARAMETER = "cookie-check";
/** Seconds for which a mark counts, so that a copied address means nothing later. */
const CHECK_SECONDS = 300;
const SECOND_MS = 1_000;
const TIME_BASE = 36;
const ORDER_PAGES = /^\/(?:orders|checkout)(?:\/|$)/i;
const ENDED = /;\s*(?:max-age=0|expires=thu, 01 jan 1970)/i;

/**
 * What the Set-Cookie texts `setCookies` of an answer for `pathname` are for, or null if a shopper would not miss it.
 * Of several the first counts, because a login brings a cart too.
 */
export function keptBy(setCookies: ReadonlyArray<string>, pathname: string): KeptInCookie | null {
  const names = setCookies.flatMap((text) => (isKept(text) ? [nameOf(text)] : []));
  const kept: Readonly<Record<string, KeptInCookie>> = {
    "shop-session": ORDER_PAGES.test(pathname) ? "order" : "login",
    "cart-id": "basket",
    favourites: "favourites",
    compare: "comparison",
    consent: "consent",
    "shop-token": "link",
    "omnisend-guest": "newsletter",
  };
  const [first] = Object.entries(kept).flatMap(([name, what]) => (names.includes(name) ? [what] : []));
  return first ?? null;
}

/** The cookie's name without "__Host-" or "__Secure-" (RFC 6265bis). */
function nameOf(text: string): string {
  return (text.split("=", 1)[0] ?? "").trim().replace(/^__(?:Host|Secure)-/, "");
}

function isKept(text: string): boolean {
  const [pair = ""] = text.split(";", 1);
  return !pair.trim().endsWith("=") && !ENDED.test(text);
}

/** The path `location` with the mark of `now`. */
export function withCookieCheck(location: string, kept: KeptInCookie, now: Date): string {
  const [, path = "", fragment = ""] = /^([^#]*)(#.*)?$/s.exec(location) ?? [];
  const time = Math.floor(now.getTime() / SECOND_MS).toString(TIME_BASE);
  return `${path}${path.includes("?") ? "&" : "?"}${COOKIE_CHECK_PARAMETER}=${kept}-${time}${fragment}`;
}

export type CookieCheck = Readonly<{
  kept: KeptInCookie;
  /** False if the mark is too old. */
  isRecent: boolean;
  url: string;
}>;

const MARK = new RegExp(`([?&])${COOKIE_CHECK_PARAMETER}=([a-z]+)-([0-9a-z]{1,8})(&|$)`);

/** The mark in `url`, a path with its query, or null. */
export function cookieCheckIn(url: string, now: Date): CookieCheck | null {
  const [whole = "", lead = "", what = "", time = "", next = ""] = MARK.exec(url) ?? [];
  const kept = KEPT_IN_COOKIES.find((one) => one === what);
  if (!kept) return null;
  const age = now.getTime() / SECOND_MS - Number.parseInt(time, TIME_BASE);
  return { kept, isRecent: age < CHECK_SECONDS, url: url.replace(whole, next === "&" ? lead : "") };
}
