/** What the shop's own log says of requests. */
import type { IncomingMessage, ServerResponse } from "node:http";

import { logger } from "./log.server.ts";
import { whenRequestEnds } from "./open-requests.server.ts";
import { isProbe } from "./request-checks.server.ts";
import { isFile } from "./request-rejection.server.ts";

/** Nothing is looked through for secrets: the fields are those named here, and none is one. */
const requestLog = logger.child({}, { redact: [] });

type Visit = Readonly<{
  startedAt: number;
  requestId: string;
  pathname: string;
  address: string;
  refusedFor: string | undefined;
}>;

/** No page of the shop has these in its path: where a mail program has written the query into it, that begins here. */
const NOT_OF_A_PATH = /[?=&#]|%3[fd]|%26/i;

/** `pathname` as logs may have it: decoded, so that the logger knows secrets by their shape, and nothing but a path. */
export function loggedPath(pathname: string): string {
  if (!/[%=&]/.test(pathname)) return pathname;
  return decoded(pathname).split(NOT_OF_A_PATH, 1)[0] ?? "";
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/** One line in the log for each request, when its answer is sent or its sender is gone. */
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
