/** Refuses posts that another site's page makes a visitor's browser send. Needs no token, no cookie, no script. */
import type { IncomingHttpHeaders } from "node:http";

import type { Rejection } from "./refusal-page.server.ts";

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

const FORGED: Rejection = {
  status: 403,
  reason: "csrf_refused",
  title: "This form was not sent from the shop",
  message: "For your safety nothing was done. Open the page in the shop and send the form from there.",
};

export type CsrfRequest = Readonly<{
  method: string;
  pathname: string;
  headers: Pick<IncomingHttpHeaders, "origin" | "sec-fetch-site" | "authorization">;
}>;

/**
 * The rejection of a forged request, or null. Browsers say where a request comes from in Sec-Fetch-Site;
 * over plain http beyond localhost they do not, so there the Origin decides. Neither: refused.
 */
export function forgery(request: CsrfRequest, ownOrigins: ReadonlyArray<string>): Rejection | null {
  if (HARMLESS_METHODS.includes(request.method)) return null;
  if (request.pathname === WEBHOOK_PATH || ONE_CLICK_PATHS.includes(request.pathname)) return null;
  return isFromOwnPage(request, ownOrigins) ? null : FORGED;
}

function isFromOwnPage({ headers, pathname }: CsrfRequest, ownOrigins: ReadonlyArray<string>): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return OWN_SITES.includes(site);
  if (headers.origin !== undefined) return ownOrigins.includes(headers.origin);
  // A program with a token of its own: no page of another site can make a browser send this header.
  return headers.authorization !== undefined || PROGRAM_CALLS.test(pathname);
}
