import type { IncomingMessage, ServerResponse } from "node:http";

import { frontServerErrorBody } from "#app/http/api/error-json.ts";
import { NO_STORE } from "#app/http/cache/policy.server.ts";
import { shopOrigin } from "#app/http/request/origin.server.ts";
import { pathOf } from "#app/http/request/target.ts";
import { withShopLinks } from "#app/http/response/shop-links.ts";
import { addressAt } from "#app/models/platform/address-at.ts";

import { FILE_POLICY, FORM_TARGETS, hashSource } from "./csp.server.ts";
import { isDeskHost } from "./desk-host.server.ts";

/** `reason` goes to the log, `message` to the visitor. */
export type Rejection = Readonly<{
  status: number;
  reason: string;
  title: string;
  message: string;
  headers?: Readonly<Record<string, string>>;
  refreshSeconds?: number;
  form?: Readonly<{ button: string; fields: Readonly<Record<string, string>> }>;
}>;

/** Milliseconds and bytes for which a refused sender is still read, so that it sees the answer. */
const LINGER_MS = 1_000;
const LINGER_BYTES = 1_048_576;

/** Colours of the shop and system fonts: a refused visitor is sent no file. */
const STYLE =
  "body{font:1.125rem/1.6 system-ui,sans-serif;color:#252729;background:#f6f3ee;margin:0 auto;" +
  "max-width:36rem;padding:clamp(3rem,12vh,8rem) 1.25rem}" +
  "h1{font:400 clamp(2rem,1.5rem + 2.4vw,3rem)/1.1 Georgia,serif;letter-spacing:-.02em;margin:0 0 1rem}" +
  "ul{display:flex;flex-wrap:wrap;gap:0 1.25rem;list-style:none;margin:2rem 0 0;padding:0}" +
  "li a{display:inline-block;padding:.5rem 0;color:#1f4b3c;font-weight:600}" +
  "button{font:inherit;font-weight:600;color:#fff;background:#1f4b3c;border:0;border-radius:.25rem;" +
  "margin-top:1rem;padding:.75rem 1.5rem;cursor:pointer}" +
  "a:focus-visible,button:focus-visible{outline:2px solid #252729;outline-offset:3px}";

/** A form that a script sends, which shows the refusal in its page. */
const BY_SCRIPT = /[?&]_data=/;

const POLICY = `default-src 'none'; style-src ${hashSource(STYLE)}; base-uri 'none'; frame-ancestors 'none'`;

/** Closes the connection if more of a body would follow. */
export function sendRejection(
  request: IncomingMessage,
  response: ServerResponse,
  rejection: Rejection,
): void {
  const reader = readerOf(request);
  const body = readyBody(rejection, reader);
  const isPage = reader === "page" || reader === "desk";
  response.statusCode = rejection.status;
  response.setHeader("Content-Type", isPage ? "text/html; charset=utf-8" : "application/json");
  response.setHeader("Content-Length", body.byteLength);
  response.setHeader("Content-Security-Policy", isPage ? policyOf(rejection) : FILE_POLICY);
  // Without this header Remix's scripts would show an error page.
  if (reader === "basket") response.setHeader("X-Remix-Response", "yes");
  response.setHeader("Cache-Control", NO_STORE);
  for (const [name, value] of Object.entries(rejection.headers ?? {})) response.setHeader(name, value);
  if (!request.complete) lingerThenHangUp(request);
  response.end(request.method === "HEAD" ? undefined : body);
}

/** form-action is left open if the page has a form, because its redirect may lead to the payment page. */
function policyOf({ form }: Rejection): string {
  return `${POLICY}; form-action ${form ? FORM_TARGETS.join(" ") : "'none'"}`;
}

/** "desk": a page too, on a host of the desk's own. */
type Reader = "page" | "desk" | "program" | "basket";

function readerOf({ url = "", method, headers }: IncomingMessage): Reader {
  const { audience, kind } = addressAt(pathOf(url));
  if (audience === "program") return "program";
  if (method === "POST" && kind === "basket" && BY_SCRIPT.test(url)) return "basket";
  return isDeskHost(headers.host) ? "desk" : "page";
}

type Bodies = Partial<Record<Reader, Buffer>>;

/** Most rejections are constants, so their bodies are cached. */
const bodies = new WeakMap<Rejection, Bodies>();

const WRITERS: Readonly<Record<Reader, (rejection: Rejection) => string>> = {
  page: pageOf,
  desk: (rejection) => withShopLinks(pageOf(rejection), shopOrigin()),
  program: jsonOf,
  basket: basketAnswerOf,
};

function readyBody(rejection: Rejection, reader: Reader): Buffer {
  const known = bodies.get(rejection) ?? {};
  bodies.set(rejection, known);
  return (known[reader] ??= Buffer.from(WRITERS[reader](rejection)));
}

function basketAnswerOf({ reason, title, message }: Rejection): string {
  const about = { lineId: null, postcode: null, coupon: null, gift: null, part: null, retry: null };
  return JSON.stringify({ ok: false, code: reason, message: title, explanation: message, ...about });
}

/** Closing at once would reset the connection before the sender has read the answer. */
function lingerThenHangUp(request: IncomingMessage): void {
  const { socket } = request;
  const readBefore = socket.bytesRead;
  const hangUp = () => {
    clearTimeout(timer);
    socket.destroy();
  };
  const timer = setTimeout(hangUp, LINGER_MS);
  request.on("data", () => {
    if (socket.bytesRead - readBefore > LINGER_BYTES) hangUp();
  });
  request.once("close", () => clearTimeout(timer));
  request.on("error", hangUp);
}

function jsonOf({ status, reason, message }: Rejection): string {
  return JSON.stringify(frontServerErrorBody(status, reason.replaceAll("_", "-"), message));
}

const WAYS_ON = [
  ["/", "Home"],
  ["/search", "Search"],
  ["/information/contact-us", "Contact us"],
] as const;

/** Repeats nothing of the request except fields in base64url, which cannot be read as HTML. */
function pageOf({ title, message, refreshSeconds, form }: Rejection): string {
  const refresh = refreshSeconds ? `<meta http-equiv="refresh" content="${refreshSeconds}">` : "";
  const ways = WAYS_ON.map(([href, name]) => `<li><a href="${href}">${name}</a></li>`).join("");
  return (
    `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">${refresh}` +
    `<style>${STYLE}</style></head><body><main><h1>${title}</h1><p>${message}</p>${form ? formOf(form) : ""}` +
    `<nav aria-label="Where to go next"><ul>${ways}</ul></nav></main></body></html>`
  );
}

function formOf({ button, fields }: NonNullable<Rejection["form"]>): string {
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
  );
  return `<form method="post">${hidden.join("")}<button type="submit">${button}</button></form>`;
}
