import type { ServerResponse } from "node:http";

import { config } from "#app/config.server.ts";
import { cacheControlFor } from "#app/http/cache/policy.server.ts";
import { addressAt } from "#app/models/platform/address-at.ts";

import { FILE_POLICY } from "./csp.server.ts";
import { DESK_HEADERS, isDeskPath } from "./desk-host.server.ts";

const SHORT_LIVED = "public, max-age=86400";
/** The shop's mark stands in its emails, which webmail shows on pages of its own. */
const SHOWN_ELSEWHERE = /^\/icon-\d+\.png$/;
const HSTS = "max-age=31536000; includeSubDomains";

/** Express adds a charset, which JSON does not have (RFC 8259, 11); strict clients compare the whole type. */
const JSON_TYPE = "application/json";
const JSON_WITH_CHARSET = `${JSON_TYPE}; charset=utf-8`;

/** Defaults, unless an answer has its own. */
export const SECURITY_HEADERS: ReadonlyArray<readonly [string, string]> = [
  ["Content-Security-Policy", FILE_POLICY],
  ["X-Content-Type-Options", "nosniff"],
  ["Referrer-Policy", "strict-origin-when-cross-origin"],
  ["X-Frame-Options", "DENY"],
  ["Cross-Origin-Opener-Policy", "same-origin"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
  ["Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()"],
  ...(config.isHttps ? ([["Strict-Transport-Security", HSTS]] as const) : []),
];

/** At the last moment: Remix's adapter, which appends, would send its own beside headers set earlier. */
export function addSecurityHeaders(
  response: ServerResponse,
  request: Readonly<{ pathname: string; requestId: string; isLast: () => boolean }>,
): void {
  type WriteHead = (...args: ReadonlyArray<unknown>) => ServerResponse;
  const writeHead: WriteHead = response.writeHead.bind(response) as WriteHead;
  const withHeaders: WriteHead = (...args) => {
    if (SHOWN_ELSEWHERE.test(request.pathname))
      setIfMissing(response, "Cross-Origin-Resource-Policy", "cross-origin");
    if (addressAt(request.pathname).isUnlisted) addListHeaders(response);
    if (isDeskPath(request.pathname))
      for (const [name, value] of DESK_HEADERS) response.setHeader(name, value);
    for (const [name, value] of SECURITY_HEADERS) setIfMissing(response, name, value);
    setIfMissing(response, "Cache-Control", cacheControlFor(request.pathname));
    forgetUnversioned(response, request.pathname);
    if (response.getHeader("Content-Type") === JSON_WITH_CHARSET)
      response.setHeader("Content-Type", JSON_TYPE);
    response.setHeader("X-Request-Id", request.requestId);
    response.removeHeader("X-Powered-By");
    response.removeHeader("Server");
    if (request.isLast()) response.setHeader("Connection", "close");
    return writeHead(...args);
  };
  response.writeHead = withHeaders;
}

/**
 * No other site shall learn the address. Forms tell it to the shop: a browser without Sec-Fetch-Site would
 * hide where they come from, and they would be refused as forged (Fetch Standard, "append a request Origin
 * header").
 */
function addListHeaders(response: ServerResponse): void {
  setIfMissing(response, "X-Robots-Tag", "noindex, nofollow");
  setIfMissing(response, "Referrer-Policy", "same-origin");
}

/** remix-serve lets browsers cache every file for ever, but only names with a hash may be. */
function forgetUnversioned(response: ServerResponse, pathname: string): void {
  if (pathname.startsWith("/assets/") || pathname.startsWith("/image/")) return;
  if (String(response.getHeader("Cache-Control")).includes("immutable"))
    response.setHeader("Cache-Control", SHORT_LIVED);
}

function setIfMissing(response: ServerResponse, name: string, value: string): void {
  if (!response.hasHeader(name)) response.setHeader(name, value);
}
