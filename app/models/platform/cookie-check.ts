/**
 * A browser refuses cookies if an answer set one and the next request, whose address has a mark of what it was for, has
 * none (decision 0024).
 */

import { addressAt } from "./address-at.ts";

export const STORED_IN_COOKIES = [
  "login",
  "order",
  "basket",
  "favourites",
  "comparison",
  "consent",
  "link",
  "newsletter",
] as const;
export type StoredInCookie = (typeof STORED_IN_COOKIES)[number];

export const COOKIE_CHECK_PARAMETER = "cookie-check";
/** A mark counts only so long, so that a copied address means nothing later. */
const CHECK_SECONDS = 300;
const SECOND_MS = 1_000;
const TIME_BASE = 36;
const ENDED = /;\s*(?:max-age=0|expires=thu, 01 jan 1970)/i;

/** Null if a shopper would not miss them; of several the first counts, because a login brings a cart too. */
export function storedIn(setCookies: ReadonlyArray<string>, pathname: string): StoredInCookie | null {
  const names = setCookies.flatMap((text) => (isStored(text) ? [nameOf(text)] : []));
  const stored: Readonly<Record<string, StoredInCookie>> = {
    "shop-session": addressAt(pathname).priority === "buying" ? "order" : "login",
    "cart-id": "basket",
    favourites: "favourites",
    compare: "comparison",
    consent: "consent",
    "shop-token": "link",
    "omnisend-guest": "newsletter",
  };
  const [first] = Object.entries(stored).flatMap(([name, what]) => (names.includes(name) ? [what] : []));
  return first ?? null;
}

/** Without "__Host-" or "__Secure-" (RFC 6265bis). */
function nameOf(text: string): string {
  return (text.split("=", 1)[0] ?? "").trim().replace(/^__(?:Host|Secure)-/, "");
}

function isStored(text: string): boolean {
  const [pair = ""] = text.split(";", 1);
  return !pair.trim().endsWith("=") && !ENDED.test(text);
}

export function withCookieCheck(location: string, stored: StoredInCookie, now: Date): string {
  const [, path = "", fragment = ""] = /^([^#]*)(#.*)?$/s.exec(location) ?? [];
  const time = Math.floor(now.getTime() / SECOND_MS).toString(TIME_BASE);
  return `${path}${path.includes("?") ? "&" : "?"}${COOKIE_CHECK_PARAMETER}=${stored}-${time}${fragment}`;
}

export type CookieCheck = Readonly<{
  stored: StoredInCookie;
  isRecent: boolean;
  url: string;
}>;

const MARK = new RegExp(`([?&])${COOKIE_CHECK_PARAMETER}=([a-z]+)-([0-9a-z]{1,8})(&|$)`);

export function cookieCheckIn(url: string, now: Date): CookieCheck | null {
  const [whole = "", lead = "", what = "", time = "", next = ""] = MARK.exec(url) ?? [];
  const stored = STORED_IN_COOKIES.find((one) => one === what);
  if (!stored) return null;
  const age = now.getTime() / SECOND_MS - Number.parseInt(time, TIME_BASE);
  return { stored, isRecent: age < CHECK_SECONDS, url: url.replace(whole, next === "&" ? lead : "") };
}
