/** Finds out whether a browser that sent no cookie stores the one it was given (decision 0024). */
import type { IncomingMessage, ServerResponse } from "node:http";

import { NO_STORE } from "#app/http/cache/policy.server.ts";
import { pathOf } from "#app/http/request/target.ts";
import {
  type CookieCheck,
  cookieCheckIn,
  storedIn,
  withCookieCheck,
} from "#app/models/platform/cookie-check.ts";
import { paths } from "#app/paths.ts";

const READS = ["GET", "HEAD"];
const SCRIPT_REDIRECT = "x-remix-redirect";
const SCRIPT_PARAMETER = "_data";

/** With a mark if `setCookies`, the answer's Set-Cookie texts, set the browser's first cookie. */
function checkedLocation(
  { url = "", headers }: IncomingMessage,
  location: string,
  setCookies: ReadonlyArray<string>,
): string {
  const isOwn = location.startsWith("/") && !location.startsWith("//");
  if (headers.cookie !== undefined || !isOwn) return location;
  const stored = storedIn(setCookies, pathOf(url));
  return stored === null ? location : withCookieCheck(location, stored, new Date());
}

export function markFirstCookie(request: IncomingMessage, response: ServerResponse): void {
  if (request.headers.cookie !== undefined) return;
  type WriteHead = (...args: ReadonlyArray<unknown>) => ServerResponse;
  const writeHead = response.writeHead.bind(response) as WriteHead;
  const withMark: WriteHead = (...args) => {
    const cookies = [response.getHeader("Set-Cookie") ?? []].flat().map(String);
    for (const name of ["location", SCRIPT_REDIRECT]) {
      const location = response.getHeader(name);
      if (typeof location === "string") response.setHeader(name, checkedLocation(request, location, cookies));
    }
    return writeHead(...args);
  };
  response.writeHead = withMark;
}

export function findCookieCheck({ method = "", url = "" }: IncomingMessage): CookieCheck | null {
  return READS.includes(method) ? cookieCheckIn(url, new Date()) : null;
}

export function answerCookieCheck(request: IncomingMessage, response: ServerResponse, check: CookieCheck) {
  const { isByScript, path } = withoutScript(check.url);
  const isRefused = request.headers.cookie === undefined && check.isRecent;
  const to = isRefused ? paths.cookiesOff({ stored: check.stored, from: path }) : path;
  if (isByScript) {
    response.setHeader("X-Remix-Redirect", to);
    response.setHeader("X-Remix-Status", "302");
    // The cookie may have changed any part of the page.
    response.setHeader("X-Remix-Revalidate", "yes");
  } else response.setHeader("Location", to);
  response.setHeader("Cache-Control", NO_STORE);
  response.writeHead(isByScript ? 204 : 303);
  response.end();
}

function withoutScript(url: string): Readonly<{ isByScript: boolean; path: string }> {
  const { pathname, searchParams } = new URL(url, "http://shop.invalid");
  if (!searchParams.has(SCRIPT_PARAMETER)) return { isByScript: false, path: url };
  searchParams.delete(SCRIPT_PARAMETER);
  return { isByScript: true, path: searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname };
}

/** The script checks for a cookie before it believes the answer. */
export async function withFirstCookie(response: Response, request: Request): Promise<Response> {
  if (READS.includes(request.method) || request.headers.has("Cookie")) return response;
  const isJson = response.headers.get("Content-Type")?.startsWith("application/json") ?? false;
  const stored = storedIn(setCookiesOf(response), new URL(request.url).pathname);
  if (stored === null || !isJson) return response;
  const data: unknown = await response.json();
  const { status, headers } = response;
  headers.delete("Content-Length");
  return new Response(JSON.stringify(withCheck(data, stored)), { status, headers });
}

function withCheck(data: unknown, cookieCheck: string): unknown {
  return typeof data === "object" && data !== null ? { ...data, cookieCheck } : data;
}

/** The Headers of Remix's globals join cookies by commas. A comma inside a date is followed by no cookie name. */
function setCookiesOf({ headers }: Response): ReadonlyArray<string> {
  return headers.get("Set-Cookie")?.split(/,\s*(?=[\w-]+=)/) ?? [];
}
