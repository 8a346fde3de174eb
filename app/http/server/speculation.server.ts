/** Keeps pages that were fetched ahead true: they change nothing, and no change outlives them (decision 0030). */
import type { IncomingMessage, ServerResponse } from "node:http";

import { NO_STORE } from "#app/http/cache/policy.server.ts";
import { isDocumentAhead } from "#app/http/request/speculation.ts";
import { pathOf } from "#app/http/request/target.ts";
import { isViewedCookie } from "#app/http/session/viewed-cookie.server.ts";
import { addressAt } from "#app/models/platform/address-at.ts";

const DROPPED = '"prefetchCache", "prerenderCache"';
const READS = ["GET", "HEAD"];
const CLEARS = "Clear-Site-Data";
/** Neither their calls nor events change a page. */
const UNSEEN: ReadonlyArray<string> = ["program", "script"];

/** A browser forgets fetched pages after a change; a page fetched ahead is refused if it would set a cookie. */
export function keepAheadTrue(request: IncomingMessage, response: ServerResponse): void {
  type WriteHead = (...args: ReadonlyArray<unknown>) => ServerResponse;
  const writeHead = response.writeHead.bind(response) as WriteHead;
  const isAhead = isDocumentAhead(request);
  const isUnseen = UNSEEN.includes(addressAt(pathOf(request.url ?? "")).audience);
  const isChange = !READS.includes(request.method ?? "");
  const checked: WriteHead = (...args) => {
    const cookies = [response.getHeader("Set-Cookie") ?? []].flat();
    const setsCookie = !cookies.every(isViewedCookie);
    if (isAhead && cookies.length > 0) {
      response.removeHeader("Set-Cookie");
      response.removeHeader("ETag");
      response.setHeader("Cache-Control", NO_STORE);
      return writeHead(503);
    }
    if (!isUnseen && (isChange || setsCookie)) alsoDrop(response);
    return writeHead(...args);
  };
  response.writeHead = checked;
}

/** Beside what the page itself clears. */
function alsoDrop(response: ServerResponse): void {
  const own = response.getHeader(CLEARS);
  response.setHeader(CLEARS, own === undefined ? DROPPED : `${String(own)}, ${DROPPED}`);
}
