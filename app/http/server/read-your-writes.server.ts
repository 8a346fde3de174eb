/** Shoppers see what they just did, also where catalogue reads go to a replica that is a little behind (decision 38). */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";

import { config } from "#app/config.server.ts";
import { isCandidate } from "#app/http/cache/response-cache.server.ts";
import { sentName } from "#app/http/session/cookies.server.ts";
import { answering } from "#app/models/platform/visit.server.ts";

const COOKIE = "just-wrote";
const NAME = sentName(COOKIE);
const MARKED = new RegExp(`(?:^|;\\s*)${NAME}=1(?:;|$)`);
const READS = ["GET", "HEAD"];

const replica = config.postgres.replica;
/** As long as a replica that is in use may be behind, and a second for the rounding of whole ones. */
const markSeconds = replica ? Math.ceil(replica.lagMaxMs / 1_000) + 1 : 0;
const mark =
  `${NAME}=1; Max-Age=${markSeconds}; Path=/; HttpOnly; SameSite=Lax` + (config.isHttps ? "; Secure" : "");

/**
 * `serve` for one request. Whoever writes, or wrote a moment ago, reads from the primary. The mark says nothing about
 * anybody, so it is not signed: somebody who makes it up reads from the primary.
 */
export function asOneVisit(serve: RequestListener): RequestListener {
  // Nothing is far away: there is neither a replica nor a queue for connections.
  if (!config.databaseUrl) return serve;
  return (request: IncomingMessage, response: ServerResponse) => {
    const isWriting = !READS.includes(request.method ?? "");
    if (replica && isWriting) response.appendHeader("Set-Cookie", mark);
    // What the fast lane keeps goes by the primary's versions: a replica's older rows would outlive their time.
    const readsOwnWrites = isWriting || isCandidate(request) || MARKED.test(request.headers.cookie ?? "");
    answering({ readsOwnWrites }, () => serve(request, response));
  };
}
