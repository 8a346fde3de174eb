/** Refuses forms that another site makes a visitor's browser send (decisions 0004 and 0024). */
import type { IncomingHttpHeaders } from "node:http";

import { pathOf } from "#app/http/request/target.ts";
import { addressAt } from "#app/models/platform/address-at.ts";

import type { Rejection } from "./error-response.server.ts";

const HARMLESS_METHODS = ["GET", "HEAD"];
/** "none" is a request that the visitor typed; no site can cause it. */
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

type Source = "own" | "foreign" | "unknown";

export type CsrfRequest = Readonly<{
  method: string;
  url: string;
  headers: Pick<
    IncomingHttpHeaders,
    "origin" | "sec-fetch-site" | "referer" | "authorization" | "content-type" | "expect"
  >;
}>;

/** Requests for which `needsProof` is true are not rejected here. */
export function csrfRejection(request: CsrfRequest, ownOrigins: ReadonlyArray<string>): Rejection | null {
  if (isExempt(request)) return null;
  const source = sourceOf(request, ownOrigins);
  return source === "own" || (source === "unknown" && isPlainForm(request)) ? null : FORGED;
}

/** True for a form without any header about its source. The visitor must confirm it before anything is done. */
export function needsProof(request: CsrfRequest, ownOrigins: ReadonlyArray<string>): boolean {
  return !isExempt(request) && sourceOf(request, ownOrigins) === "unknown" && isPlainForm(request);
}

function isExempt({ method, url }: CsrfRequest): boolean {
  return HARMLESS_METHODS.includes(method) || addressAt(pathOf(url)).provesItself === true;
}

/** Browsers omit Sec-Fetch-Site over plain http, and text browsers send at most a Referer. */
function sourceOf({ url, headers }: CsrfRequest, ownOrigins: ReadonlyArray<string>): Source {
  const { "sec-fetch-site": site, origin, referer = "" } = headers;
  const isOwn = (is: boolean) => (is ? "own" : "foreign");
  if (site !== undefined) return isOwn(OWN_SITES.includes(site));
  if (origin !== undefined) return isOwn(ownOrigins.includes(origin));
  // A page of another site cannot make a browser send this header.
  if (headers.authorization !== undefined || addressAt(pathOf(url)).takesJsonAlone) return "own";
  return referer === "" ? "unknown" : isOwn(isPageOf(referer, ownOrigins));
}

/** White space, and characters that the URL parser removes or changes. No browser sends them in a Referer. */
const NOT_IN_REFERER = /[\s\\]/;

function isPageOf(referer: string, origins: ReadonlyArray<string>): boolean {
  if (NOT_IN_REFERER.test(referer) || !URL.canParse(referer)) return false;
  const { protocol, host, username, password } = new URL(referer);
  // Not `origin`, because that of "blob:https://shop.example/…" is the shop's.
  return username === "" && password === "" && origins.includes(`${protocol}//${host}`);
}

function isPlainForm({ method, url, headers }: CsrfRequest): boolean {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(headers["content-type"] ?? "");
  const isByScript = new URLSearchParams(url.split("?", 2)[1]).has("_data");
  const { audience } = addressAt(pathOf(url));
  const isPage = !isByScript && audience !== "program" && audience !== "script";
  return method === "POST" && isForm && isPage && headers.expect === undefined;
}
