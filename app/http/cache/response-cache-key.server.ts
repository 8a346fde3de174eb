/**
 * Who may be sent a page again that was made for somebody else, and all that such a page is made from besides what the
 * shop holds and the time. Decisions 34 and 41 say why nothing is missing.
 */
import type { IncomingMessage } from "node:http";

import { config } from "#app/config.server.ts";
import { ADDED_PARAMETER } from "#app/http/request/added-to-cart.server.ts";
import { isRobotAgent } from "#app/http/request/bot.server.ts";
import { currentVisit, type Visit } from "#app/http/request/current-cart.server.ts";
import { findVisitorPart, type VisitorPart } from "#app/http/request/page-personalisation.server.ts";
import { COMPARE_COOKIE } from "#app/http/session/compare-cookie.server.ts";
import { CONSENT_COOKIE } from "#app/http/session/consent.server.ts";
import { CART_ID_COOKIE, sentName, type WithHeaders } from "#app/http/session/cookies.server.ts";
import { customerSessionOf } from "#app/http/session/customer-session.server.ts";
import { KNOWN_DEVICE_COOKIE } from "#app/http/session/known-device.server.ts";
import { SESSION_COOKIE } from "#app/http/session/session.server.ts";
import { readViewedIds, VIEWED_COOKIE } from "#app/http/session/viewed-cookie.server.ts";
import { FAVOURITES_COOKIE } from "#app/http/session/wishlist-cookie.server.ts";
import { findDeliveryChoice } from "#app/models/cart/delivery.server.ts";

/** Pages for everybody. Search is left out: its index may change without the database. */
const PUBLIC = /^\/(?:$|(?:c|category|brands|p|blog|information)(?:\/|$))/;
/** A request with any of these takes the slow lane. */
export const REFUSED_HEADERS = [
  "authorization",
  // By a browser that guesses where its person is about to go: nobody has seen the page.
  "sec-purpose",
  "purpose",
  // A body, or the wish to send one.
  "content-length",
  "content-type",
  "transfer-encoding",
  "expect",
] as const;
/** Headers that decide what a page is: each answer is kept for what these said. */
export const KEYED_HEADERS = [
  "host",
  "accept-encoding",
  "save-data",
  "sec-gpc",
  "user-agent",
  "cookie",
] as const;
/**
 * Cookies of which all that a page for everybody shows is in its key. Of the known device it shows nothing: only a login
 * reads that. A request with any other cookie takes the slow lane.
 */
const KEYED_COOKIES: ReadonlySet<string> = new Set(
  [
    SESSION_COOKIE,
    CART_ID_COOKIE,
    FAVOURITES_COOKIE,
    COMPARE_COOKIE,
    CONSENT_COOKIE,
    VIEWED_COOKIE,
    KNOWN_DEVICE_COOKIE,
  ].map(sentName),
);
/** Shows a visitor's own name and address. */
const ASKS_FOR_PERSON = "/information/contact-us";
const PRODUCT = /^\/p(?:\/|$)/;
/** Longest Accept-Encoding, in characters, that is worth an answer of its own. */
const ENCODINGS_MAX = 100;

/** The part of a key that says who asks; nothing for somebody without cookies. */
const NOBODY = "";

/** True for a request that asks for a page for everybody, whoever sent it. */
export function isForEverybody({ method, headers }: IncomingMessage, pathname: string): boolean {
  const isRead = method === "GET" || method === "HEAD";
  return isRead && PUBLIC.test(pathname) && REFUSED_HEADERS.every((name) => headers[name] === undefined);
}

/**
 * The address and all else that decides about a page for everybody; null for what the lane leaves alone. `shown` is what a page that
 * was made shows of its visitor, where that is known; else it is looked up.
 */
export async function laneKey(
  request: IncomingMessage,
  pathname: string,
  shown?: VisitorPart,
): Promise<string | null> {
  const { url = "", headers } = request;
  const { host = "", "accept-encoding": encodings = "", "user-agent": agent = null } = headers;
  if (encodings.length > ENCODINGS_MAX) return null;
  const savesData = headers["save-data"] === "on";
  const refuses = headers["sec-gpc"] === "1";
  const visitor = headers.cookie === undefined ? NOBODY : await visitorKey(request, pathname, shown);
  if (visitor === null) return null;
  return [host, url, encodings, savesData, refuses, isRobotAgent(agent), visitor].join("\n");
}

/**
 * All that the page at `pathname` shows of whoever sent these cookies: read anew for each request, as its loaders would.
 * Null for somebody whose page is nobody else's business, or is made anew each time.
 */
async function visitorKey(
  { url = "", headers }: IncomingMessage,
  pathname: string,
  shown?: VisitorPart,
): Promise<string | null> {
  if (!mayAsk(url, pathname) || !cookieNames(headers.cookie ?? "").every((name) => KEYED_COOKIES.has(name)))
    return null;
  const request = { headers: new Headers(sentBy(headers)) };
  const visit = await currentVisit(request);
  // A page for everybody, but not for them: they are told that they are logged out.
  if ((await customerSessionOf(request)).kind === "ended") return null;
  const [part, own] = await Promise.all([
    shown ?? findVisitorPart(request, visit),
    ownPart(request, pathname, visit),
  ]);
  // Whoever allows statistics is counted with every page.
  return part.consent?.analytics ? null : JSON.stringify([partOf(part), own]);
}

/** What some pages show of a visitor beyond what all do; null for the others. */
async function ownPart(request: WithHeaders, pathname: string, visit: Visit): Promise<unknown> {
  if (pathname === "/") return readViewedIds(request);
  if (!PRODUCT.test(pathname)) return null;
  // What the basket knows of its delivery, whose unpaid order keeps a day, and which reviews they found helpful.
  const [viewed, delivery] = await Promise.all([readViewedIds(request), findDeliveryChoice(visit.cartId)]);
  return [viewed, visit, delivery];
}

/** Without what else is in the object that holds it, and always in the same order. */
function partOf({ cartCount, favourites, compared, consent }: VisitorPart): VisitorPart {
  return { cartCount, favourites, compared, consent };
}

function mayAsk(url: string, pathname: string): boolean {
  // Reads go to a database that may be behind, unless somebody has just written.
  if (config.postgres.replica) return false;
  // Stock is exact, to the unit: on PostgreSQL another process's sale is known a second later.
  if (config.databaseUrl && PRODUCT.test(pathname)) return false;
  return pathname !== ASKS_FOR_PERSON && !url.includes(`${ADDED_PARAMETER}=`);
}

function cookieNames(header: string): ReadonlyArray<string> {
  return header.split(";").map((pair) => pair.split("=", 1)[0]?.trim() ?? "");
}

/** The headers that say something about a visitor. */
function sentBy(headers: IncomingMessage["headers"]): Record<string, string> {
  const { cookie = "", "sec-gpc": signal } = headers;
  return typeof signal === "string" ? { cookie, "sec-gpc": signal } : { cookie };
}
