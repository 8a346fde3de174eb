import type { IncomingMessage } from "node:http";

import { config } from "#app/config.server.ts";
import { ADDED_PARAMETER } from "#app/http/request/added-to-cart.server.ts";
import { isBotUserAgent } from "#app/http/request/bot.server.ts";
import { currentVisit, type Visit } from "#app/http/request/current-cart.server.ts";
import { findVisitorPart, type VisitorPart } from "#app/http/request/page-personalisation.server.ts";
import { COMPARE_COOKIE } from "#app/http/session/compare-cookie.server.ts";
import { CONSENT_COOKIE } from "#app/http/session/consent.server.ts";
import { CART_ID_COOKIE, sentName, type WithHeaders } from "#app/http/session/cookies.server.ts";
import { customerSessionOf } from "#app/http/session/customer-session.server.ts";
import { KNOWN_DEVICE_COOKIE } from "#app/http/session/known-device.server.ts";
import { findMySpaces, MY_SPACES_COOKIE } from "#app/http/session/my-spaces-cookie.server.ts";
import { SESSION_COOKIE } from "#app/http/session/session.server.ts";
import { readViewedIds, VIEWED_COOKIE } from "#app/http/session/viewed-cookie.server.ts";
import { FAVOURITES_COOKIE } from "#app/http/session/wishlist-cookie.server.ts";
import { findDeliveryCountry } from "#app/models/customer/address-book.server.ts";
import { addressAt, listsProducts } from "#app/models/platform/address-at.ts";

/** A request with one of these is not answered from the cache. */
export const REFUSED_HEADERS = [
  "authorization",
  "content-length",
  "content-type",
  "transfer-encoding",
  "expect",
] as const;
export const KEYED_HEADERS = [
  "host",
  "accept-encoding",
  "save-data",
  "sec-gpc",
  "user-agent",
  "cookie",
] as const;
/** The cookie of known devices changes no page. With any other cookie a request is not answered from the cache. */
const KEYED_COOKIES: ReadonlySet<string> = new Set(
  [
    SESSION_COOKIE,
    CART_ID_COOKIE,
    FAVOURITES_COOKIE,
    COMPARE_COOKIE,
    CONSENT_COOKIE,
    VIEWED_COOKIE,
    MY_SPACES_COOKIE,
    KNOWN_DEVICE_COOKIE,
  ].map(sentName),
);
const ENCODINGS_MAX = 100;

const NOBODY: CacheKey = { text: "", snapshot: null };

export function isForEverybody({ method, headers }: IncomingMessage, pathname: string): boolean {
  const { kind, isPersonal } = addressAt(pathname);
  const isPublicPage = kind !== undefined && !isPersonal && (method === "GET" || method === "HEAD");
  return isPublicPage && REFUSED_HEADERS.every((name) => headers[name] === undefined);
}

/** The answers of a hosted engine change without the database. */
export function isSearch(pathname: string): boolean {
  return addressAt(pathname).kind === "search";
}

/** True for a page that may not be a second late: that of a product, opened by somebody who may have a basket. */
export function isExact({ headers }: IncomingMessage, pathname: string): boolean {
  return headers.cookie !== undefined && addressAt(pathname).kind === "product";
}

/** True for a page whose key has the visitor's recently viewed products: it may set the cookie that follows from them. */
export function isKeyedByViewed(pathname: string): boolean {
  const { kind } = addressAt(pathname);
  return kind === "home" || kind === "product";
}

/** `snapshot`: that of PostgreSQL in which the visitor's cart was read, or null. */
type CacheKey = Readonly<{ text: string; snapshot: string | null }>;

/** Null for a request that the cache does not answer. Without `shown`, the visitor's part is looked up. */
export async function responseCacheKey(
  request: IncomingMessage,
  pathname: string,
  shown?: VisitorPart,
): Promise<CacheKey | null> {
  const { url = "", headers } = request;
  const { host = "", "accept-encoding": encodings = "", "user-agent": agent = null } = headers;
  if (encodings.length > ENCODINGS_MAX) return null;
  const savesData = headers["save-data"] === "on";
  const refuses = headers["sec-gpc"] === "1";
  const visitor = headers.cookie === undefined ? NOBODY : await visitorKey(request, pathname, shown);
  if (visitor === null) return null;
  const parts = [host, url, encodings, savesData, refuses, isBotUserAgent(agent), visitor.text];
  return { text: parts.join("\n"), snapshot: visitor.snapshot };
}

/** Null if this visitor's page is made anew each time. */
async function visitorKey(
  { url = "", headers }: IncomingMessage,
  pathname: string,
  shown?: VisitorPart,
): Promise<CacheKey | null> {
  if (!mayAsk(url, pathname) || !hasKeyedCookies(headers)) return null;
  const request = { headers: new Headers(sentBy(headers)) };
  const visit = await currentVisit(request);
  if ((await customerSessionOf(request)).kind === "ended") return null;
  const [part, own] = await Promise.all([
    shown ?? findVisitorPart(request, visit),
    ownPart(request, pathname, visit),
  ]);
  // A visitor who allows analytics is counted with every page.
  if (part.consent?.analytics) return null;
  return { text: JSON.stringify([partOf(part), own]), snapshot: visit.cart?.snapshot ?? null };
}

async function ownPart(request: WithHeaders, pathname: string, visit: Visit): Promise<unknown> {
  const { kind } = addressAt(pathname);
  if (kind === "home") return readViewedIds(request);
  // Cards of lists say whether a product fits.
  if (listsProducts(pathname)) return (await findMySpaces(request)).boot;
  if (kind !== "product") return null;
  const { customerId, cartId, cart } = visit;
  const glance = cart && [cart.count, cart.method, cart.postcode];
  const [viewed, spaces, country] = await Promise.all([
    readViewedIds(request),
    findMySpaces(request),
    // The label of a producer's guarantee follows it, and a change of an address changes no other page.
    customerId && findDeliveryCountry(customerId),
  ]);
  return [viewed, customerId, cartId, glance, country, spaces];
}

function partOf({ cartCount, favourites, compared, consent }: VisitorPart): VisitorPart {
  return { cartCount, favourites, compared, consent };
}

function mayAsk(url: string, pathname: string): boolean {
  // A replica may be behind.
  if (config.postgres.replica) return false;
  return !addressAt(pathname).knowsSender && !url.includes(`${ADDED_PARAMETER}=`);
}

function hasKeyedCookies({ cookie = "" }: IncomingMessage["headers"]): boolean {
  return cookie.split(";").every((pair) => KEYED_COOKIES.has(pair.split("=", 1)[0]?.trim() ?? ""));
}

function sentBy(headers: IncomingMessage["headers"]): Record<string, string> {
  const { cookie = "", "sec-gpc": signal } = headers;
  return typeof signal === "string" ? { cookie, "sec-gpc": signal } : { cookie };
}
