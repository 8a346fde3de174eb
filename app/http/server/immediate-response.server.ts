import type { IncomingMessage, ServerResponse } from "node:http";

import { answerCookieCheck, findCookieCheck } from "#app/http/session/cookie-check.server.ts";

import { type Rejection, sendRejection } from "./error-response.server.ts";

/** Null if the shop itself answers `request`. */
export function immediateAnswer(
  request: IncomingMessage,
  rejection: Rejection | null,
): ((response: ServerResponse) => void) | null {
  if (rejection) return (response) => sendRejection(request, response, rejection);
  const check = findCookieCheck(request);
  return check && ((response) => answerCookieCheck(request, response, check));
}
