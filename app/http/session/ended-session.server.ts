/** The rule about ended customer sessions (requirement customer-1, decision 0010). */
import { redirect } from "@remix-run/node";

import { NO_STORE } from "#app/http/cache/policy.server.ts";
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
import { addressAt, routeAt } from "#app/models/platform/address-at.ts";
import { type CustomerId, isCartLineId, isGiftListId, isOrderId } from "#app/models/shared/ids.ts";
import { paths } from "#app/paths.ts";

import { readCartId } from "./cookies.server.ts";
import { loggedOutHeaders } from "./customer-cookies.server.ts";
import { customerSessionOf } from "./customer-session.server.ts";
import { readGiftDeviceHash } from "./gift-device-cookie.server.ts";
import { commitSession, type Flash, readSession } from "./session.server.ts";

/** Names of buttons; "at" is the moment that an undo goes back to. */
const PRESSED: ReadonlyArray<string> = ["intent", "remove", "undo", "at"];
/** Fields that nobody typed: some are added by scripts, others belong to a confirmed form. */
const NEVER_TYPED: ReadonlyArray<string> = ["panel", "script", OWNER_FIELD, ...PROOF_FIELDS];
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
  const { audience, kind } = addressAt(new URL(request.url).pathname);
  const { [OWNER_FIELD]: owner, lineId, intent = "" } = await readTyped(request.clone());
  if (owner) return owner === customerId;
  if (audience !== "customer" && kind !== "basket" && kind !== "checkout") return false;
  if (isCartLineId(lineId)) return hasSavedBasket(customerId, lineId);
  return BASKET_FORMS.includes(intent) && (await readCartId(request)) === null && hasSavedBasket(customerId);
}

/** Their order or gift list, which this browser cannot open any more. */
async function isAboutTheirs(customerId: CustomerId, request: Request): Promise<boolean> {
  const { pathname } = new URL(request.url);
  const { audience, kind } = addressAt(pathname);
  // Whoever gives from a list buys at its checkout, and the list is not theirs.
  if (audience !== "public" || kind === "checkout") return false;
  const { orderId, listId: ownId } = routeAt(pathname)?.params ?? {};
  if (isOrderId(orderId))
    return !(await readSession(request)).ownsOrder(orderId) && isOrderOf(customerId, orderId);
  const listId = pathname === paths.addToGiftList() ? (await readTyped(request.clone()))["list"] : ownId;
  if (!isGiftListId(listId)) return false;
  const now = new Date();
  const [deviceHash, customer] = await Promise.all([readGiftDeviceHash(request), findCustomer(customerId)]);
  const open = (editor: Partial<ListEditor>) =>
    findOwnGiftList(listId, { deviceHash: null, customer: null, ...editor }, now);
  return (await open({ customer })) !== null && (await open({ deviceHash })) === null;
}

/** Whether the page opens for customers alone. */
function isAccountPath(path: string): boolean {
  return addressAt(path.split(/[?#]/, 1)[0] ?? "").audience === "customer";
}

/** Where the login page's visitor may go instead of `redirectTo`; null if that is for customers alone. */
export function pathWithoutLogin(redirectTo: string | null): string | null {
  const url = new URL(redirectTo ?? paths.account(), "https://shop.invalid");
  const isOffer = routeAt(url.pathname)?.pattern === "account/continue";
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
  const { pathname } = new URL(request.url);
  const { audience, ignoresEndedSession, showsNewOrder } = addressAt(pathname);
  const isForCustomers = !ignoresEndedSession && (audience === "public" || audience === "customer");
  if (!isForCustomers || isFile(pathname) || !wantsPage(request)) return true;
  // The link proves who follows it, and a new password must not need the old one.
  if ((await readLinkToken(request)) !== null) return true;
  const isRead = request.method === "GET" || request.method === "HEAD";
  return isRead && showsNewOrder === true && (await readSession(request)).lastOrderId() !== null;
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
  if (fields.every(([name]) => PRESSED.includes(name))) return false;
  return saveFormDraft({ customerId, path: draftPath(request) }, Object.fromEntries(fields), now);
}

function draftPath(request: Request): string {
  const { pathname } = new URL(request.url);
  return addressAt(pathname).showsDraft ? pathname : pagePath(request);
}

function resumePath(request: Request): string {
  const form = draftPath(request);
  return addressAt(form).showsDraft ? form : paths.continueForm({ form, back: returnPath(request) });
}

function returnPath(request: Request): string {
  const own = pagePath(request);
  if (request.method !== "POST" || addressAt(own).showsDraft) return own;
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
