/** What the guard answers to a request it does not let in: a small page, or to programs the API's error. */
import type { IncomingMessage, ServerResponse } from "node:http";

import { NO_STORE } from "./cache-policy.server.ts";
import { FILE_POLICY, hashSource } from "./csp.server.ts";
import { errorBody } from "./json/error-json.ts";

/** A request that is not let in. `reason` goes to the log, `message` to the visitor. */
export type Rejection = Readonly<{
  status: number;
  reason: string;
  title: string;
  message: string;
  headers?: Readonly<Record<string, string>>;
}>;

/** How long, in milliseconds, and how much, in bytes, a refused sender is listened to, so that it reads the answer. */
const LINGER_MS = 1_000;
const LINGER_BYTES = 1_048_576;

const STYLE =
  "body{font:1.125rem/1.6 system-ui,sans-serif;color:#252729;background:#fff;max-width:36rem;margin:0 auto;padding:3rem 1.25rem}" +
  "h1{font-size:1.75rem;line-height:1.25}a{color:inherit}";

/** Addresses that programs call: they read JSON. */
const FOR_PROGRAMS = /^\/api(?:\/|\?|$)/;

const POLICY =
  `default-src 'none'; style-src ${hashSource(STYLE)}; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Answers `request` with `rejection` and hangs up where more of a body would follow. */
export function sendRejection(
  request: IncomingMessage,
  response: ServerResponse,
  rejection: Rejection,
): void {
  const isProgram = FOR_PROGRAMS.test(request.url ?? "");
  const body = Buffer.from(isProgram ? jsonOf(rejection) : pageOf(rejection));
  response.statusCode = rejection.status;
  response.setHeader(
    "Content-Type",
    isProgram ? "application/json; charset=utf-8" : "text/html; charset=utf-8",
  );
  response.setHeader("Content-Length", body.byteLength);
  response.setHeader("Content-Security-Policy", isProgram ? FILE_POLICY : POLICY);
  response.setHeader("Cache-Control", NO_STORE);
  for (const [name, value] of Object.entries(rejection.headers ?? {})) response.setHeader(name, value);
  if (!request.complete) lingerThenHangUp(request);
  response.end(request.method === "HEAD" ? undefined : body);
}

/** Hanging up at once would reset the connection, and the sender might never see the answer. */
function lingerThenHangUp(request: IncomingMessage): void {
  const { socket } = request;
  const readBefore = socket.bytesRead;
  const hangUp = () => {
    clearTimeout(timer);
    socket.destroy();
  };
  const timer = setTimeout(hangUp, LINGER_MS);
  socket.once("close", () => clearTimeout(timer));
  request.on("data", () => {
    if (socket.bytesRead - readBefore > LINGER_BYTES) hangUp();
  });
  request.on("end", () => clearTimeout(timer));
  request.on("error", hangUp);
}

function jsonOf({ status, reason, message }: Rejection): string {
  return JSON.stringify(errorBody(status, message, reason.replaceAll("_", "-")));
}

/** Fixed texts only: nothing of the request is repeated. */
function pageOf({ title, message }: Rejection): string {
  return (
    `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head>` +
    `<body><main><h1>${title}</h1><p>${message}</p><p><a href="/">Go to the shop</a></p></main></body></html>`
  );
}
