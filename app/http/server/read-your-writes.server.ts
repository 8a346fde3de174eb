/** Keeps a browser that just wrote on the primary, because a replica may be behind (decision 0019). */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";

import { config } from "#app/config.server.ts";
import { answering } from "#app/db/replica.server.ts";
import { isCandidate } from "#app/http/cache/response-cache.server.ts";
import { sentName } from "#app/http/session/cookies.server.ts";

const COOKIE = "just-wrote";
const NAME = sentName(COOKIE);
const MARKED = new RegExp(`(?:^|;\\s*)${NAME}=1(?:;|$)`);
const READS = ["GET", "HEAD"];

const replica = config.postgres.replica;
/** The largest lag of a replica in use, and a second for rounding. */
const markSeconds = replica ? Math.ceil(replica.lagMaxMs / 1_000) + 1 : 0;
const mark =
  `${NAME}=1; Max-Age=${markSeconds}; Path=/; HttpOnly; SameSite=Lax` + (config.isHttps ? "; Secure" : "");

/** A browser that just wrote reads from the primary. The cookie is unsigned: a made-up one does no more. */
export function withReadYourWrites(serve: RequestListener): RequestListener {
  return (request: IncomingMessage, response: ServerResponse) => {
    const isWriting = !READS.includes(request.method ?? "");
    if (replica && isWriting) response.appendHeader("Set-Cookie", mark);
    // What the response cache keeps has the primary's version, so it must not hold a replica's older rows.
    const readsOwnWrites = isWriting || isCandidate(request) || MARKED.test(request.headers.cookie ?? "");
    answering({ readsOwnWrites }, () => serve(request, response));
  };
}
