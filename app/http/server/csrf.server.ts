/** Refuses posts that another site's page makes a visitor's browser send (decisions 4 and 60). */
import type { IncomingHttpHeaders } from "node:http";

import type { Rejection } from "./error-response.server.ts";

/** Called by machines, without a browser, and proven by a signature instead. */
export const WEBHOOK_PATH = "/api/payments/webhook";
/** Called by mail programs for their readers (RFC 8058); each address holds a secret, and no cookie is looked at. */
const ONE_CLICK_PATHS = ["/stock-alerts/one-click", "/newsletter/one-click"];

/**
 * The calls of programs, which send neither header. They look at no cookie and take nothing but application/json, which
 * no page of another site can make a browser send unasked.
 */
const PROGRAM_CALLS = /^\/api\/(?:carts|customers|products)(?:\/|$)/;

const HARMLESS_METHODS = ["GET", "HEAD"];
/** "none" is a request the visitor made by hand; no other site can produce it. */
const OWN_SITES = ["same-origin", "none"];

export const FORGED: Rejection = {
  status: 403,
  reason: "csrf_refused",
  title: "We could not accept this form",
  message:
    "The form seems to come from another website, so we have not done anything. " +
    "If you filled it in here, go to the page in our shop, load it again and send the form from there. " +
    "If that does not help, contact us and we will do it for you.",
};

/** Where a request comes from: a page of the shop, another site, or nothing in the request says. */
type Source = "own" | "foreign" | "unknown";

export type CsrfRequest = Readonly<{
  method: string;
  /** Path and query as they were asked. */
  url: string;
  headers: Pick<
    IncomingHttpHeaders,
    "origin" | "sec-fetch-site" | "referer" | "authorization" | "content-type" | "expect"
  >;
}>;

/** The rejection of a forged request, or null. What `needsProof` names is let through: it has to be proven next. */
export function forgery(request: CsrfRequest, ownOrigins: ReadonlyArray<string>): Rejection | null {
  if (isExempt(request)) return null;
  const source = sourceOf(request, ownOrigins);
  return source === "own" || (source === "unknown" && isPlainForm(request)) ? null : FORGED;
}

/**
 * True for a form of which no header says where it was sent from, as text browsers send it that keep the Referer to
 * themselves. Nothing of it may be done before the visitor has confirmed it.
 */
export function needsProof(request: CsrfRequest, ownOrigins: ReadonlyArray<string>): boolean {
  return !isExempt(request) && sourceOf(request, ownOrigins) === "unknown" && isPlainForm(request);
}

function isExempt({ method, url }: CsrfRequest): boolean {
  const path = pathOf(url);
  return HARMLESS_METHODS.includes(method) || path === WEBHOOK_PATH || ONE_CLICK_PATHS.includes(path);
}

/**
 * Browsers say where a request comes from in Sec-Fetch-Site; over plain http beyond localhost they do not, so there the
 * Origin decides. Text browsers send neither, but a Referer.
 */
function sourceOf({ url, headers }: CsrfRequest, ownOrigins: ReadonlyArray<string>): Source {
  const { "sec-fetch-site": site, origin, referer = "" } = headers;
  const isOwn = (is: boolean) => (is ? "own" : "foreign");
  if (site !== undefined) return isOwn(OWN_SITES.includes(site));
  if (origin !== undefined) return isOwn(ownOrigins.includes(origin));
  // A program with a token of its own: no page of another site can make a browser send this header.
  if (headers.authorization !== undefined || PROGRAM_CALLS.test(pathOf(url))) return "own";
  return referer === "" ? "unknown" : isOwn(isPageOf(referer, ownOrigins));
}

/** White space and what the URL parser would take out or turn round: no browser sends it in a Referer. */
const NOT_IN_REFERER = /[\s\\]/;

/** True when `referer` is the address of a page under one of `origins`. */
function isPageOf(referer: string, origins: ReadonlyArray<string>): boolean {
  if (NOT_IN_REFERER.test(referer) || !URL.canParse(referer)) return false;
  const { protocol, host, username, password } = new URL(referer);
  // Not `origin`: that of "blob:https://shop.example/…" is the shop's.
  return username === "" && password === "" && origins.includes(`${protocol}//${host}`);
}

/** True for what a page without scripts sends: scripts and programs can say where they come from. */
function isPlainForm({ method, url, headers }: CsrfRequest): boolean {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(headers["content-type"] ?? "");
  const isByScript = new URLSearchParams(url.split("?", 2)[1]).has("_data");
  const isPage = !isByScript && !/^\/(?:api|ingest)(?:\/|$)/.test(pathOf(url));
  return method === "POST" && isForm && isPage && headers.expect === undefined;
}

/** The path of `url`, the address of a request, without its query. */
export function pathOf(url: string): string {
  return url.split("?", 1)[0] ?? "";
}
