/** The rule about ended customer sessions (requirement customer-1, decision 0010). */
import { redirect } from "@remix-run/node";

import { NO_STORE, plain } from "#app/http/cache/policy.server.ts";
import { readTyped } from "#app/http/request/form.server.ts";
import { safeRedirect } from "#app/http/request/safe-redirect.ts";
import { isFetchedAhead } from "#app/http/request/speculation.ts";
import { PROOF_FIELDS } from "#app/http/server/form-proof.server.ts";
import { readLinkToken } from "#app/http/server/link-token-cookie.server.ts";
import { isFile } from "#app/http/server/request-rejection.server.ts";
import {
  hasSavedBasket,
  isUnclaimedCart,
  whySessionEnded,
} from "#app/models/customer/ended-session.server.ts";
import { OWNER_FIELD, sessionEndText } from "#app/models/customer/ended-session.ts";
import { findCustomer } from "#app/models/customer/customer.server.ts";
import { hasDraft, saveFormDraft } from "#app/models/customer/saved-form.server.ts";
import { findOwnGiftList, type ListEditor } from "#app/models/gift-list/access.server.ts";
import { isOrderOf } from "#app/models/order/customer-order.server.ts";
import { type CustomerId, isCartLineId, isGiftListId, isOrderId } from "#app/models/shared/ids.ts";
import { paths } from "#app/paths.ts";

import { readCartId } from "./cookies.server.ts";
import { loggedOutHeaders } from "./customer-cookies.server.ts";
import { customerSessionOf } from "./customer-session.server.ts";
import { readGiftDeviceHash } from "./gift-device-cookie.server.ts";
import { commitSession, type Flash, readSession } from "./session.server.ts";

/** Addresses that are no page or form of a customer, or are for visitors who cannot log in. */
const EXEMPT = new RegExp(
  `^/(?:${[
    "login|logout|forgot-password|test-payment|desk",
    "api|ingest|search-suggestions|(?:newsletter|stock-alerts)/one-click",
    "image|share|sitemaps|feeds|emails|health|ready|robots.txt|sitemap.xml|manifest.webmanifest|speculation-rules.json",
  ].join("|")})(?:/|$)`,
);
const ORDER_PAGE = /^\/checkout\/(?:order-processing|thank-you)(?:\/|$)/;
/** Forms whose page shows the draft itself. Others are offered again by /account/continue. */
const SHOWS_DRAFT = /^\/(?:checkout|account\/details|account\/addresses\/[^/]+)$/;
/** Fields that nobody typed: some are added by scripts, others belong to a confirmed form. */
const NEVER_TYPED: ReadonlyArray<string> = ["panel", "script", OWNER_FIELD, ...PROOF_FIELDS];
const OF_ONE_CUSTOMER = /^\/(?:gift-lists\/)?(orders|mine|add)(?:\/([^/]+)|$)/;
const FORMS_OF_CUSTOMERS = /^\/(?:account|cart|checkout)(?:\/|$)/;
/** Those that name no line of the basket. */
const BASKET_FORMS: ReadonlyArray<string> = ["apply-coupon", "remove-coupon", "estimate-delivery"];
const PAGE_DESTINATIONS = ["document", "empty"];

/** Throws a redirect. `isByScript`: other requests may be under way, so cookies stay until the login page. */
export async function refuseEndedSession(request: Request, isByScript: boolean): Promise<void> {
  const { kind } = await customerSessionOf(request);
  if (kind === "none") await refuseAfterLeaving(request, isByScript);
  if (kind !== "ended" || (await isExempt(request))) return;
  throw await endedSessionAnswer(request, isByScript);
}

/** Throws a redirect for a form of a customer who has logged out meanwhile, in another window. */
async function refuseAfterLeaving(request: Request, isByScript: boolean): Promise<void> {
  if (request.method !== "POST" || !request.headers.has("Cookie")) return;
  const browser = await readSession(request);
  const left = browser.leftCustomer();
  if (!left) return;
  const isTheirs = await isFormOf(left, request);
  if (!isTheirs && !isAccountPath(new URL(request.url).pathname)) return;
  const [hasTyped, hasBasket] = await Promise.all([
    isTheirs && keepTyped(request, left, new Date()),
    hasSavedBasket(left),
  ]);
  browser.setFlash({ tone: "info", text: sessionEndText("left", { hasBasket, hasTyped }) });
  const headers = new Headers(isByScript ? { "X-Remix-Reload-Document": "true" } : {});
  headers.append("Set-Cookie", (await commitSession(browser)) ?? "");
  throw toLogin(hasTyped ? resumePath(request) : returnPath(request), headers);
}

/** Another person may have opened it since: it must name the customer, or be about their basket. */
async function isFormOf(customerId: CustomerId, request: Request): Promise<boolean> {
  if (await isAboutTheirs(customerId, request)) return true;
  if (!FORMS_OF_CUSTOMERS.test(plain(new URL(request.url).pathname))) return false;
  const { [OWNER_FIELD]: owner, lineId, intent = "" } = await readTyped(request.clone());
  if (owner) return owner === customerId;
  if (isCartLineId(lineId)) return hasSavedBasket(customerId, lineId);
  return BASKET_FORMS.includes(intent) && (await readCartId(request)) === null && hasSavedBasket(customerId);
}

/** Their order or gift list, which this browser cannot open any more. */
async function isAboutTheirs(customerId: CustomerId, request: Request): Promise<boolean> {
  const [, kind, id] = OF_ONE_CUSTOMER.exec(new URL(request.url).pathname) ?? [];
  if (kind === "orders")
    return isOrderId(id) && !(await readSession(request)).ownsOrder(id) && isOrderOf(customerId, id);
  const listId = kind === "add" ? (await readTyped(request.clone()))["list"] : id;
  if (!isGiftListId(listId)) return false;
  const now = new Date();
  const [deviceHash, customer] = await Promise.all([readGiftDeviceHash(request), findCustomer(customerId)]);
  const open = (editor: Partial<ListEditor>) =>
    findOwnGiftList(listId, { deviceHash: null, customer: null, ...editor }, now);
  return (await open({ customer })) !== null && (await open({ deviceHash })) === null;
}

/** Whether the page opens for customers alone. */
function isAccountPath(path: string): boolean {
  return /^\/account(?:[/?#]|$)/.test(plain(path));
}

/** Where the login page's visitor may go instead of `redirectTo`; null if that is for customers alone. */
export function pathWithoutLogin(redirectTo: string | null): string | null {
  const url = new URL(redirectTo ?? paths.account(), "https://shop.invalid");
  const isOffer = plain(url.pathname) === "/account/continue";
  const path = isOffer ? safeRedirect(url.searchParams.get("back"), paths.account()) : redirectTo;
  return path === null || isAccountPath(path) ? null : path;
}

export async function endedSessionAnswer(request: Request, isByScript = false): Promise<Response> {
  const now = new Date();
  // A speculative response is not shown, so the reason stays for the next request.
  if (isFetchedAhead(request)) return toLogin(pagePath(request));
  const browser = await readSession(request);
  const hasTyped = await keepTyped(request, browser.customerId(), now);
  const redirectTo = hasTyped ? resumePath(request) : returnPath(request);
  // As a document, because what the page sends until then still belongs to the ended session.
  if (isByScript) return toLogin(redirectTo, new Headers({ "X-Remix-Reload-Document": "true" }));
  const { note, keepsCart } = await farewell(request, hasTyped, now);
  return toLogin(redirectTo, await loggedOutHeaders(browser, note, { keepsCart }));
}

/** Null if no session has ended. */
export async function showEndedSession(request: Request): Promise<EndedSessionNotice | null> {
  const isEnded = (await customerSessionOf(request)).kind === "ended";
  if (!isEnded || isFetchedAhead(request)) return null;
  const now = new Date();
  const browser = await readSession(request);
  const customerId = browser.customerId();
  const hasTyped = customerId !== null && (await hasDraft(customerId, now));
  const { note, keepsCart } = await farewell(request, hasTyped, now);
  return { note, headers: await loggedOutHeaders(browser, null, { keepsCart }) };
}

type EndedSessionNotice = Readonly<{ note: Flash; headers: Headers }>;

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
  // The link proves who follows it, and a new password must not need the old one.
  if ((await readLinkToken(request)) !== null) return true;
  const isRead = request.method === "GET" || request.method === "HEAD";
  return isRead && ORDER_PAGE.test(pathname) && (await readSession(request)).lastOrderId() !== null;
}

function wantsPage({ headers }: Request): boolean {
  const destination = headers.get("Sec-Fetch-Dest");
  return destination === null || PAGE_DESTINATIONS.includes(destination);
}

/** Except passwords. True if there was anything. */
async function keepTyped(request: Request, customerId: CustomerId | null, now: Date): Promise<boolean> {
  if (request.method !== "POST" || !customerId) return false;
  const typed = await readTyped(request);
  if ((typed[OWNER_FIELD] || customerId) !== customerId) return false;
  const fields = Object.entries(typed).filter(([name]) => !NEVER_TYPED.includes(name));
  if (fields.every(([name]) => name === "intent")) return false;
  return saveFormDraft({ customerId, path: draftPath(request) }, Object.fromEntries(fields), now);
}

function draftPath(request: Request): string {
  const { pathname } = new URL(request.url);
  return SHOWS_DRAFT.test(pathname) ? pathname : pagePath(request);
}

function resumePath(request: Request): string {
  const form = draftPath(request);
  return SHOWS_DRAFT.test(form) ? form : paths.continueForm({ form, back: returnPath(request) });
}

function returnPath(request: Request): string {
  const own = pagePath(request);
  if (request.method !== "POST" || SHOWS_DRAFT.test(own)) return own;
  const from = request.headers.get("Referer") ?? "";
  if (!URL.canParse(from)) return own;
  const { host, pathname, search } = new URL(from);
  return host === new URL(request.url).host ? safeRedirect(pathname + search, own) : own;
}

export function pagePath(request: Request): string {
  const url = new URL(request.url);
  url.searchParams.delete("_data");
  url.searchParams.delete("index");
  return url.pathname + url.search;
}
