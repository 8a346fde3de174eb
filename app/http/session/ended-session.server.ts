/**
 * The one rule about a customer session that is over: every page and every form answers 302 to the login page with the
 * reason, keeps what was typed, and takes the customer out of this browser (readings 25 and 47, decision 59).
 */
import { redirect } from "@remix-run/node";

import { NO_STORE, plain } from "#app/http/cache/policy.server.ts";
import { readTyped } from "#app/http/request/form.server.ts";
import { safeRedirect } from "#app/http/request/safe-redirect.ts";
import { PROOF_FIELDS } from "#app/http/server/form-proof.server.ts";
import { readLinkToken } from "#app/http/server/link-token-cookie.server.ts";
import { isFile } from "#app/http/server/request-rejection.server.ts";
import {
  hasSavedBasket,
  isUnclaimedCart,
  whySessionEnded,
} from "#app/models/customer/ended-session.server.ts";
import { sessionEndText } from "#app/models/customer/ended-session.ts";
import { hasDraft, keepDraft } from "#app/models/customer/saved-form.server.ts";
import type { CustomerId } from "#app/models/shared/ids.ts";
import { paths } from "#app/paths.ts";

import { readCartId } from "./cookies.server.ts";
import { loggedOutHeaders } from "./customer-cookies.server.ts";
import { customerSessionOf } from "./customer-session.server.ts";
import { type Flash, readSession } from "./session.server.ts";

/** Addresses that are no page and no form of a customer's, or are there for those who cannot log in. */
const EXEMPT = new RegExp(
  `^/(?:${[
    "login|logout|forgot-password|test-payment",
    "api|ingest|search-suggestions|(?:newsletter|stock-alerts)/one-click",
    "image|share|sitemaps|feeds|emails|health|ready|robots.txt|sitemap.xml|manifest.webmanifest",
  ].join("|")})(?:/|$)`,
);
/** Where a payment that is under way comes back to. */
const ORDER_PAGE = /^\/checkout\/(?:order-processing|thank-you)(?:\/|$)/;
/** Forms whose own page shows again what was typed. All others are offered again by /account/continue. */
const SHOWS_DRAFT = /^\/(?:checkout|account\/details|account\/addresses\/[^/]+)$/;
/** Fields that nobody typed: scripts add some, because they want data and no page; a confirmed form brings others. */
const NEVER_TYPED: ReadonlyArray<string> = ["panel", "script", ...PROOF_FIELDS];
/** What a browser says it wants a page for, or data for one. */
const PAGE_DESTINATIONS = ["document", "empty"];

/**
 * Throws the way to the login page when the browser that sent `request` was logged in and is no longer. `isByScript`: a
 * script asks for data, and may have more under way. Its cookies stay until the login page has told the shopper.
 */
export async function refuseEndedSession(request: Request, isByScript: boolean): Promise<void> {
  if ((await customerSessionOf(request)).kind !== "ended") return;
  if (await isExempt(request)) return;
  throw await endedSessionAnswer(request, isByScript);
}

/** The answer to `request`, whose session is over: 302 to the login page, with the reason and cleared cookies. */
export async function endedSessionAnswer(request: Request, isByScript = false): Promise<Response> {
  const now = new Date();
  // Nobody has asked for it yet: whoever does is told then.
  if (isSpeculative(request)) return toLogin(ownPath(request));
  const browser = await readSession(request);
  const hasTyped = await keepTyped(request, browser.customerId(), now);
  const redirectTo = hasTyped ? resumePath(request) : returnPath(request);
  // As a document: what the page sends until then still belongs to the session that is over.
  if (isByScript) return toLogin(redirectTo, new Headers({ "X-Remix-Reload-Document": "true" }));
  const { note, keepsCart } = await farewell(request, hasTyped, now);
  return toLogin(redirectTo, await loggedOutHeaders(browser, note, { keepsCart }));
}

/**
 * For the login page: what it says to a browser whose session is over, and the headers that take the customer out of
 * it. Null for every other browser.
 */
export async function tellOfEndedSession(request: Request): Promise<Told | null> {
  const isEnded = (await customerSessionOf(request)).kind === "ended";
  if (!isEnded || isSpeculative(request)) return null;
  const now = new Date();
  const browser = await readSession(request);
  const customerId = browser.customerId();
  const hasTyped = customerId !== null && (await hasDraft(customerId, now));
  const { note, keepsCart } = await farewell(request, hasTyped, now);
  return { note, headers: await loggedOutHeaders(browser, null, { keepsCart }) };
}

type Told = Readonly<{ note: Flash; headers: Headers }>;

/** What is said to the shopper, and whether the basket's cookie stays. */
async function farewell(request: Request, hasTyped: boolean, now: Date) {
  const [browser, cartId] = await Promise.all([readSession(request), readCartId(request)]);
  const customerId = browser.customerId();
  const [end, hasBasket, keepsCart] = await Promise.all([
    whySessionEnded({ customerId, token: browser.customerToken() ?? "" }, now),
    hasSavedBasket(customerId),
    isUnclaimedCart(cartId),
  ]);
  const note: Flash = { tone: "info", text: sessionEndText(end, { hasBasket, hasTyped }) };
  return { note, keepsCart };
}

function toLogin(redirectTo: string, headers = new Headers()): Response {
  headers.set("Cache-Control", NO_STORE);
  return redirect(paths.login({ redirectTo, reason: "expired" }), { status: 302, headers });
}

async function isExempt(request: Request): Promise<boolean> {
  const pathname = plain(new URL(request.url).pathname);
  if (EXEMPT.test(pathname) || isFile(pathname) || !wantsPage(request)) return true;
  // The link proves who follows it; a new password must not need the old one.
  if ((await readLinkToken(request)) !== null) return true;
  const isRead = request.method === "GET" || request.method === "HEAD";
  return isRead && ORDER_PAGE.test(pathname) && (await readSession(request)).lastOrderId() !== null;
}

function wantsPage({ headers }: Request): boolean {
  const destination = headers.get("Sec-Fetch-Dest");
  return destination === null || PAGE_DESTINATIONS.includes(destination);
}

function isSpeculative({ headers }: Request): boolean {
  return /prefetch|prerender/.test(`${headers.get("Sec-Purpose") ?? ""} ${headers.get("Purpose") ?? ""}`);
}

/** True when something was typed and is kept for after logging in. Passwords never are. */
async function keepTyped(request: Request, customerId: CustomerId | null, now: Date): Promise<boolean> {
  if (request.method !== "POST" || !customerId) return false;
  const fields = Object.entries(await readTyped(request)).filter(([name]) => !NEVER_TYPED.includes(name));
  if (fields.every(([name]) => name === "intent")) return false;
  return keepDraft({ customerId, path: draftPath(request) }, Object.fromEntries(fields), now);
}

/** By what a draft is found again. */
function draftPath(request: Request): string {
  const { pathname } = new URL(request.url);
  return SHOWS_DRAFT.test(pathname) ? pathname : ownPath(request);
}

/** Where what was typed is shown after logging in. */
function resumePath(request: Request): string {
  const form = draftPath(request);
  return SHOWS_DRAFT.test(form) ? form : paths.continueForm({ form, back: returnPath(request) });
}

/** Where to go on after logging in: the page itself, or the one on which the form stood. */
function returnPath(request: Request): string {
  const own = ownPath(request);
  if (request.method !== "POST" || SHOWS_DRAFT.test(own)) return own;
  const from = request.headers.get("Referer") ?? "";
  if (!URL.canParse(from)) return own;
  const { host, pathname, search } = new URL(from);
  return host === new URL(request.url).host ? safeRedirect(pathname + search, own) : own;
}

/** The address as the shopper knows it, without what Remix's scripts add to it. */
export function ownPath(request: Request): string {
  const url = new URL(request.url);
  url.searchParams.delete("_data");
  url.searchParams.delete("index");
  return url.pathname + url.search;
}
