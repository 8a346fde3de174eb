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
  /** After how long the page asks again by itself; never where nothing is said. */
  refreshSeconds?: number;
}>;

/** How long, in milliseconds, and how much, in bytes, a refused sender is listened to, so that it reads the answer. */
const LINGER_MS = 1_000;
const LINGER_BYTES = 1_048_576;

/** The shop's own colours, and the typefaces that every machine has: a refused visitor is sent no file. */
const STYLE =
  "body{font:1.125rem/1.6 system-ui,sans-serif;color:#252729;background:#f6f3ee;margin:0 auto;" +
  "max-width:36rem;padding:clamp(3rem,12vh,8rem) 1.25rem}" +
  "h1{font:400 clamp(2rem,1.5rem + 2.4vw,3rem)/1.1 Georgia,serif;letter-spacing:-.02em;margin:0 0 1rem}" +
  "ul{display:flex;flex-wrap:wrap;gap:0 1.25rem;list-style:none;margin:2rem 0 0;padding:0}" +
  "li a{display:inline-block;padding:.5rem 0;color:#1f4b3c;font-weight:600}" +
  "a:focus-visible{outline:2px solid #252729;outline-offset:3px}";

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
  const body = readyBody(rejection, isProgram);
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

type Bodies = { page?: Buffer; json?: Buffer };

/** Most rejections are constants: what is said is put together once. */
const bodies = new WeakMap<Rejection, Bodies>();

function readyBody(rejection: Rejection, isProgram: boolean): Buffer {
  const known = bodies.get(rejection) ?? {};
  bodies.set(rejection, known);
  if (isProgram) return (known.json ??= Buffer.from(jsonOf(rejection)));
  return (known.page ??= Buffer.from(pageOf(rejection)));
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

const WAYS_ON = [
  ["/", "Home"],
  ["/search", "Search"],
  ["/information/contact-us", "Contact us"],
] as const;

/** Fixed texts only: nothing of the request is repeated. */
function pageOf({ title, message, refreshSeconds }: Rejection): string {
  const refresh = refreshSeconds ? `<meta http-equiv="refresh" content="${refreshSeconds}">` : "";
  const ways = WAYS_ON.map(([href, name]) => `<li><a href="${href}">${name}</a></li>`).join("");
  return (
    `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">${refresh}` +
    `<style>${STYLE}</style></head><body><main><h1>${title}</h1><p>${message}</p>` +
    `<nav aria-label="Ways on"><ul>${ways}</ul></nav></main></body></html>`
  );
}
