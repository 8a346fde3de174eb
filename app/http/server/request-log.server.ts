import type { IncomingMessage, ServerResponse } from "node:http";

import { decoded } from "#app/models/shared/decoded.ts";

import { logger } from "./log.server.ts";
import { whenRequestEnds } from "./open-requests.server.ts";
import { isProbe } from "./request-checks.server.ts";
import { isFile } from "./request-rejection.server.ts";

/** No redaction: all fields are named here and none is a secret. */
const requestLog = logger.child({}, { redact: [] });

type Visit = Readonly<{
  startedAt: number;
  requestId: string;
  pathname: string;
  address: string;
  refusedFor: string | undefined;
}>;

/** No path of the shop contains these. A mail program may have put the query into the path; it begins here. */
const NOT_OF_A_PATH = /[?=&#]|%3[fd]|%26/i;

/** The address of a gift list opens it, and names the family's list. */
const GIFT_LIST = /^\/+(?:list|gift-lists\/mine|checkout\/gift-list)\/+[^/].*$/i;
/** The secret of an invitation to the desk is a part of its path. */
const INVITATION = /^(\/desk\/join\/)[\w-]{43}/i;

/** Decoded, so that secrets are recognised; without anything after the path, or which gift list it is. */
export function loggedPath(pathname: string): string {
  const path = /[%=&]/.test(pathname) ? (decoded(pathname).split(NOT_OF_A_PATH, 1)[0] ?? "") : pathname;
  return GIFT_LIST.test(path) ? "/gift-lists/-" : path.replace(INVITATION, "$1…");
}

export function noteWhenClosed(
  request: IncomingMessage,
  response: ServerResponse,
  { startedAt, requestId: id, pathname, address, refusedFor }: Visit,
): void {
  whenRequestEnds(response, () => {
    const path = loggedPath(pathname);
    const milliseconds = Math.round(performance.now() - startedAt);
    const line = { id, method: request.method, path, status: response.statusCode, milliseconds, address };
    if (refusedFor !== undefined) requestLog.warn({ ...line, event: refusedFor }, "refused");
    else if (isProbe(pathname) || isFile(pathname)) requestLog.debug(line, "request");
    else requestLog.info(line, "request");
  });
}
