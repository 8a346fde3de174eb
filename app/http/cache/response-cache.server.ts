/** Sends a finished page again, in front of Express, while it would be the same (decision 0003). */
import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";

import type { VisitorPart } from "#app/http/request/page-personalisation.server.ts";
import { isDocumentAhead } from "#app/http/request/speculation.ts";
import { matchesTag } from "#app/http/server/content-negotiation.server.ts";
import { whenRequestEnds } from "#app/http/server/open-requests.server.ts";
import { isShuttingDown } from "#app/http/server/shutdown.server.ts";
import { isViewedCookie } from "#app/http/session/viewed-cookie.server.ts";
import {
  exactVersion,
  isSameVersion,
  shownToGuest,
  shownVersion,
  type ShownVersion,
} from "#app/models/platform/content-version.server.ts";
import { isSearchHosted } from "#app/models/search/hosted-search.server.ts";

import { type Page, type PageEncoding, peekPage } from "./render-cache.server.ts";
import {
  isExact,
  isForEverybody,
  isKeyedByViewed,
  isSearch,
  responseCacheKey,
} from "./response-cache-key.server.ts";

/** Memory for statuses and headers, in bytes. The render cache holds the bodies. */
const HEADS_MAX_BYTES = 4 * 1024 * 1024;
const HEAD_OVERHEAD_BYTES = 1_024;
const OF_BODY = new Set(["content-type", "content-length", "content-encoding"]);
const REQUEST_ID = "x-request-id";
const COOKIE_HEADER = "set-cookie";

type CachedEntry = CacheVersion &
  Readonly<{
    pageKey: string;
    encoding: PageEncoding;
    length: number;
    /** Names and values, alternating, as they were sent, without the request id. */
    head: ReadonlyArray<string>;
    headOfMatch: ReadonlyArray<string>;
  }>;

type Candidate = Readonly<{
  key: string;
  version: CacheVersion;
  request: IncomingMessage;
  pathname: string;
}> & {
  page: Page | null;
};

const cached = new LRUCache<string, CachedEntry>({
  maxSize: HEADS_MAX_BYTES,
  sizeCalculation: ({ head }, key) =>
    head.reduce((sum, text) => sum + text.length, key.length) + HEAD_OVERHEAD_BYTES,
});
const candidates = new Map<string, Candidate>();
const renewed = new Set<string>();

let hits = 0;
let misses = 0;

export async function findCandidate(request: IncomingMessage, pathname: string): Promise<Candidate | null> {
  if (isShuttingDown() || !isForEverybody(request, pathname)) return null;
  if (isSearch(pathname) && isSearchHosted()) return null;
  try {
    // Read first, so that a change during the lookup of the visitor counts. That of an exact page is of its basket.
    const early = isExact(request, pathname) ? null : await shownToGuest();
    const key = await responseCacheKey(request, pathname);
    if (key === null) return null;
    const version = atMinute(early ?? (await exactVersion(key.snapshot)));
    return { key: key.text, version, request, pathname, page: null };
  } catch {
    return null;
  }
}

export function answerAgain(
  candidate: Candidate,
  request: IncomingMessage,
  { response, requestId }: Readonly<{ response: ServerResponse; requestId: string }>,
): boolean {
  const found = findCached(candidate);
  if (!found) {
    misses += 1;
    return false;
  }
  hits += 1;
  const {
    body,
    of: { pageKey, head, headOfMatch },
  } = found;
  const isAhead = isDocumentAhead(request);
  const isMatch = matchesTag(request.headers["if-none-match"] ?? null, (tag) =>
    tag.startsWith(`${pageKey}-`),
  );
  const sent = isMatch ? headOfMatch : head;
  response.writeHead(isMatch ? 304 : 200, [
    ...(isAhead ? withoutCookies(sent) : sent),
    "X-Request-Id",
    requestId,
  ]);
  response.end(isMatch || request.method === "HEAD" ? undefined : body);
  return true;
}

function withoutCookies(head: ReadonlyArray<string>): ReadonlyArray<string> {
  return head.filter((_, index) => head[index - (index % 2)]?.toLowerCase() !== COOKIE_HEADER);
}

function findCached({ key, version }: Candidate) {
  const found = cached.get(key);
  if (!found || !isSameCacheVersion(found, version)) return null;
  const body = peekPage(found.pageKey)?.bodies[found.encoding];
  // A page that was packed again has another length.
  return body?.byteLength === found.length ? { of: found, body } : null;
}

/** For one request at a time whose entry has expired: it is admitted first, as its answer serves all others. */
export function renewsResponseCache({ key }: Candidate, response: ServerResponse): boolean {
  if (!cached.has(key) || renewed.has(key)) return false;
  renewed.add(key);
  whenRequestEnds(response, () => renewed.delete(key));
  return true;
}

export function keepWhenSent(
  candidate: Candidate,
  request: IncomingMessage,
  { response, requestId }: Readonly<{ response: ServerResponse; requestId: string }>,
): void {
  // A page that is fetched ahead lacks the cookie of those who see it.
  if (request.method !== "GET" || isDocumentAhead(request)) return;
  candidates.set(requestId, candidate);
  whenRequestEnds(response, () => candidates.delete(requestId));
  // The front server's cookies follow from this request, by its Referer for example, so they are not the page's.
  const before = new Set(cookiesIn(response));
  type WriteHead = (...args: ReadonlyArray<unknown>) => ServerResponse;
  const writeHead = response.writeHead.bind(response) as WriteHead;
  const withNote: WriteHead = (...args) => {
    // Headers that are given to writeHead cannot be read afterwards.
    if (args.length < 2)
      keep(
        candidate,
        response,
        cookiesIn(response).filter((cookie) => !before.has(cookie)),
      );
    return writeHead(...args);
  };
  response.writeHead = withNote;
}

export function isCandidate({ headers }: IncomingMessage): boolean {
  return candidates.has(String(headers[REQUEST_ID]));
}

/** Not cached if its data has changed meanwhile. */
export async function sealCandidate(
  request: Request,
  { page, shown }: Readonly<{ page: Page; shown: VisitorPart }>,
): Promise<void> {
  const candidate = candidates.get(request.headers.get(REQUEST_ID) ?? "");
  if (!candidate) return;
  try {
    const key = await responseCacheKey(candidate.request, candidate.pathname, shown);
    const { request: sent, pathname } = candidate;
    const version = atMinute(await (isExact(sent, pathname) ? exactVersion() : shownVersion()));
    const isSame = isSameCacheVersion(version, candidate.version);
    if (key?.text === candidate.key && isSame) candidate.page = page;
  } catch {
    // The answer is not kept.
  }
}

export function responseCacheState() {
  const requested = hits + misses;
  return {
    entries: cached.size,
    bytes: cached.calculatedSize,
    hits,
    underWay: candidates.size,
    renewed: renewed.size,
    hitRate: requested === 0 ? null : Number((hits / requested).toFixed(4)),
  };
}

function cookiesIn(response: ServerResponse): ReadonlyArray<string> {
  return [response.getHeader("Set-Cookie") ?? []].flat().map(String);
}

/** A cookie belongs to one visitor, unless it follows from the key. Server-Timing belongs to one answer. */
function isForOne(response: ServerResponse, pathname: string, cookies: ReadonlyArray<string>): boolean {
  const followsFromKey = isKeyedByViewed(pathname) && cookies.length === 1 && cookies.every(isViewedCookie);
  return (cookies.length > 0 && !followsFromKey) || response.hasHeader("Server-Timing");
}

/** Node has this method, its types do not. */
type WithRawNames = ServerResponse & Readonly<{ getRawHeaderNames: () => ReadonlyArray<string> }>;

/** `cookies` are what the page itself sets. */
function keep(
  { key, version, page, pathname }: Candidate,
  response: ServerResponse,
  cookies: ReadonlyArray<string>,
): void {
  const encoding = (response.getHeader("Content-Encoding") ?? "identity") as PageEncoding;
  const length = page?.bodies[encoding]?.byteLength;
  const isWhole = length !== undefined && response.getHeader("Content-Length") === String(length);
  if (!page || !isWhole || isForOne(response, pathname, cookies) || response.statusCode !== 200) return;
  const sent = (response as WithRawNames)
    .getRawHeaderNames()
    .filter((name) => name.toLowerCase() !== REQUEST_ID);
  const head = (names: ReadonlyArray<string>) =>
    names.flatMap((name) =>
      name.toLowerCase() === COOKIE_HEADER
        ? cookies.flatMap((cookie) => [name, cookie])
        : [name, String(response.getHeader(name))],
    );
  cached.set(key, {
    ...version,
    pageKey: page.key,
    encoding,
    length,
    head: head(sent),
    headOfMatch: head(sent.filter((name) => !OF_BODY.has(name.toLowerCase()))),
  });
}

/** Estimates, periods and opening hours change at whole minutes, so no answer outlives its minute. */
const MINUTE_MS = 60_000;

type CacheVersion = Readonly<{
  version: ShownVersion;
  minute: number;
}>;

function atMinute(version: ShownVersion): CacheVersion {
  return { version, minute: Math.floor(Date.now() / MINUTE_MS) };
}

function isSameCacheVersion(one: CacheVersion, other: CacheVersion): boolean {
  return one.minute === other.minute && isSameVersion(one.version, other.version);
}
