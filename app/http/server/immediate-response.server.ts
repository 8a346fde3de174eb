/** What the guard answers by itself, before the shop sees the request. */
import type { IncomingMessage, ServerResponse } from "node:http";

import { answerCookieCheck, findCookieCheck } from "#app/http/session/cookie-check.server.ts";

import { type Rejection, sendRejection } from "./error-response.server.ts";

/** Sends what the guard has to say to `request`, which is refused for `rejection`; null where the shop answers. */
export function immediateAnswer(
  request: IncomingMessage,
  rejection: Rejection | null,
): ((response: ServerResponse) => void) | null {
  if (rejection) return (response) => sendRejection(request, response, rejection);
  const check = findCookieCheck(request);
  return check && ((response) => answerCookieCheck(request, response, check));
}
