import type { IncomingMessage, ServerResponse } from "node:http";

import { addressAt, routeAt } from "#app/models/platform/address-at.ts";
import { decoded } from "#app/models/shared/decoded.ts";

import { logger } from "./log.server.ts";
import { whenRequestEnds } from "./open-requests.server.ts";
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

/** Decoded, so that secrets are recognised; without anything after the path. Of a secret address the pattern alone. */
export function loggedPath(pathname: string): string {
  const path = /[%=&]/.test(pathname) ? (decoded(pathname).split(NOT_OF_A_PATH, 1)[0] ?? "") : pathname;
  return addressAt(path).isSecret ? `/${routeAt(path)?.pattern ?? "*"}` : path;
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
    else if (addressAt(pathname).isProbe || isFile(pathname)) requestLog.debug(line, "request");
    else requestLog.info(line, "request");
  });
}
