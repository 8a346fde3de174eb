/** What the shop's own log says of requests. */
import type { IncomingMessage, ServerResponse } from "node:http";

import { logger } from "./log.server.ts";
import { isFile } from "./rejection.server.ts";
import { isProbe } from "./request-checks.server.ts";

/** Nothing is looked through for secrets: the fields are those named here, and none is one. */
const requestLog = logger.child({}, { redact: [] });

type Visit = Readonly<{
  startedAt: number;
  requestId: string;
  pathname: string;
  address: string;
  refusedFor: string | undefined;
}>;

/** One line in the log for each request, when its answer is sent or its sender is gone. */
export function noteWhenClosed(
  request: IncomingMessage,
  response: ServerResponse,
  { startedAt, requestId: id, pathname: path, address, refusedFor }: Visit,
): void {
  response.once("close", () => {
    const milliseconds = Math.round(performance.now() - startedAt);
    const line = { id, method: request.method, path, status: response.statusCode, milliseconds, address };
    if (refusedFor !== undefined) requestLog.warn({ ...line, event: refusedFor }, "refused");
    else if (isProbe(path) || isFile(path)) requestLog.debug(line, "request");
    else requestLog.info(line, "request");
  });
}
