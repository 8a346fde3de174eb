/**
 * The fast lane: a page that was sent to somebody is sent to the next one of whom it shows the same, in front of Express
 * and Remix, for as long as it would be the same. Decisions 34 and 41 say why it cannot be another.
 */
import type { IncomingMessage, ServerResponse } from "node:http";

import { LRUCache } from "lru-cache";

import type { VisitorPart } from "#app/http/request/page-personalisation.server.ts";
import { matchesTag } from "#app/http/server/content-negotiation.server.ts";
import { whenRequestEnds } from "#app/http/server/open-requests.server.ts";
import { isShuttingDown } from "#app/http/server/shutdown.server.ts";
import { isViewedCookie } from "#app/http/session/viewed-cookie.server.ts";

import { type Page, type PageEncoding, peekPage } from "./render-cache.server.ts";
import { isForEverybody, laneKey } from "./response-cache-key.server.ts";
import {
  findMoment,
  findMomentOfNewcomer,
  isSameMoment,
  type Moment,
} from "./response-cache-version.server.ts";

/** Memory for the heads of answers, in bytes; their bodies are the page cache's own. */
const HEADS_MAX_BYTES = 4 * 1024 * 1024;
const HEAD_OVERHEAD_BYTES = 1_024;
/** Said of a body; a 304 has none. */
const OF_BODY = new Set(["content-type", "content-length", "content-encoding"]);
const REQUEST_ID = "x-request-id";

type Kept = Moment &
  Readonly<{
    pageKey: string;
    encoding: PageEncoding;
    /** Of the body, in bytes. */
    length: number;
    /** Names and values in turn, as they were sent, without the request's id; and the same for a 304. */
    head: ReadonlyArray<string>;
    headOfMatch: ReadonlyArray<string>;
  }>;

/** A request that the lane may answer, and whose answer it may keep. */
type Candidate = Readonly<{ key: string; moment: Moment; request: IncomingMessage; pathname: string }> & {
  page: Page | null;
};

const kept = new LRUCache<string, Kept>({
  maxSize: HEADS_MAX_BYTES,
  sizeCalculation: ({ head }, key) =>
    head.reduce((sum, text) => sum + text.length, key.length) + HEAD_OVERHEAD_BYTES,
});
/** By request id, until their answers are sent. */
const candidates = new Map<string, Candidate>();
/** Keys of what is being made anew. */
const renewed = new Set<string>();

let hits = 0;
let misses = 0;

/** The request as the lane sees it, or null: then it has nothing to do with it. */
export async function findCandidate(request: IncomingMessage, pathname: string): Promise<Candidate | null> {
  if (isShuttingDown() || !isForEverybody(request, pathname)) return null;
  try {
    // Before the question who asks: a change made while that is answered counts.
    const moment = await findMomentOfNewcomer();
    const key = await laneKey(request, pathname);
    return key !== null ? { key, moment, request, pathname, page: null } : null;
  } catch {
    // The database cannot say who asks.
    return null;
  }
}

/** Answers `request` if what was kept is still right. False: nothing was done. */
export function answerAgain(
  candidate: Candidate,
  request: IncomingMessage,
  { response, requestId }: Readonly<{ response: ServerResponse; requestId: string }>,
): boolean {
  const found = findKept(candidate);
  if (!found) {
    misses += 1;
    return false;
  }
  hits += 1;
  const {
    body,
    of: { pageKey, head, headOfMatch },
  } = found;
  const isMatch = matchesTag(request.headers["if-none-match"] ?? null, (tag) =>
    tag.startsWith(`${pageKey}-`),
  );
  response.writeHead(isMatch ? 304 : 200, [...(isMatch ? headOfMatch : head), "X-Request-Id", requestId]);
  response.end(isMatch || request.method === "HEAD" ? undefined : body);
  return true;
}

/** What was kept for `candidate`, with its body, if both are there still and right. */
function findKept({ key, moment }: Candidate) {
  const found = kept.get(key);
  if (!found || !isSameMoment(found, moment)) return null;
  const body = peekPage(found.pageKey)?.bodies[found.encoding];
  // A page that was packed anew since is kept anew.
  return body?.byteLength === found.length ? { of: found, body } : null;
}

/**
 * True for one request at a time of all that would be answered from the lane, had what was kept for them not run out:
 * whatever it costs to answer that one, the others then cost nothing.
 */
export function renewsLane({ key }: Candidate, response: ServerResponse): boolean {
  if (!kept.has(key) || renewed.has(key)) return false;
  renewed.add(key);
  whenRequestEnds(response, () => renewed.delete(key));
  return true;
}

/** Keeps the answer to `candidate`, which is made elsewhere, if it turns out to be a page that can be sent again. */
export function keepWhenSent(
  candidate: Candidate,
  request: IncomingMessage,
  { response, requestId }: Readonly<{ response: ServerResponse; requestId: string }>,
): void {
  if (request.method !== "GET") return;
  candidates.set(requestId, candidate);
  whenRequestEnds(response, () => candidates.delete(requestId));
  type WriteHead = (...args: ReadonlyArray<unknown>) => ServerResponse;
  const writeHead = response.writeHead.bind(response) as WriteHead;
  const withNote: WriteHead = (...args) => {
    // Headers given here would not be among those that can be read.
    if (args.length < 2) keep(candidate, response);
    return writeHead(...args);
  };
  response.writeHead = withNote;
}

/** True while the answer to `request` is being made and may be kept. */
export function isCandidate({ headers }: IncomingMessage): boolean {
  return candidates.has(String(headers[REQUEST_ID]));
}

/**
 * Says that the answer to `request` is `page`, which shows `shown` of the visitor, unless what it was made from has
 * changed while it was made.
 */
export async function sealCandidate(
  request: Request,
  { page, shown }: Readonly<{ page: Page; shown: VisitorPart }>,
): Promise<void> {
  const candidate = candidates.get(request.headers.get(REQUEST_ID) ?? "");
  if (!candidate) return;
  try {
    const key = await laneKey(candidate.request, candidate.pathname, shown);
    const moment = await findMoment();
    if (key === candidate.key && isSameMoment(moment, candidate.moment)) candidate.page = page;
  } catch {
    // It is not kept.
  }
}

/** How well the lane does since the process started, of the requests that it may answer. */
export function fastLaneState() {
  const asked = hits + misses;
  return {
    entries: kept.size,
    bytes: kept.calculatedSize,
    hits,
    underWay: candidates.size,
    renewed: renewed.size,
    hitRate: asked === 0 ? null : Number((hits / asked).toFixed(4)),
  };
}

/** A cookie is for one visitor, unless it follows from the key; a time is for one answer. */
function isForOne(response: ServerResponse): boolean {
  const cookies = [response.getHeader("Set-Cookie") ?? []].flat();
  return cookies.length > 1 || !cookies.every(isViewedCookie) || response.hasHeader("Server-Timing");
}

/** Of Node, but not of its types: the names as they are sent. */
type WithRawNames = ServerResponse & Readonly<{ getRawHeaderNames: () => ReadonlyArray<string> }>;

function keep({ key, moment, page }: Candidate, response: ServerResponse): void {
  const encoding = (response.getHeader("Content-Encoding") ?? "identity") as PageEncoding;
  const length = page?.bodies[encoding]?.byteLength;
  const isWhole = length !== undefined && response.getHeader("Content-Length") === String(length);
  // What is not a page as it is stored is answered anew each time.
  if (!page || !isWhole || isForOne(response) || response.statusCode !== 200) return;
  const sent = (response as WithRawNames)
    .getRawHeaderNames()
    .filter((name) => name.toLowerCase() !== REQUEST_ID);
  const head = (names: ReadonlyArray<string>) =>
    names.flatMap((name) => [name, String(response.getHeader(name))]);
  kept.set(key, {
    ...moment,
    pageKey: page.key,
    encoding,
    length,
    head: head(sent),
    headOfMatch: head(sent.filter((name) => !OF_BODY.has(name.toLowerCase()))),
  });
}
