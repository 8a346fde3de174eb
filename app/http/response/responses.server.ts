import { json, redirect } from "@remix-run/node";

import { isByScript } from "#app/http/request/by-script.server.ts";
import { readablePath } from "#app/http/request/path-params.ts";
import { redirectTarget } from "#app/http/request/safe-redirect.ts";
import { shopError, type ShopErrorCode } from "#app/models/platform/error-messages.ts";
import type { Refusal } from "#app/models/shared/result.ts";

/** To be thrown: 404 for a thing that does not exist. */
export function notFound(request: Request): Response {
  return textAnswer(404, notFoundMessage(request));
}

/** "Page Not Found: {path and query}" (requirement routes-5). */
export function notFoundMessage(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return `Page Not Found: ${readablePath(pathname + search)}`;
}

/** Of an address that no route takes: only an answer to scripts names the query (requirement routes-5). */
export function unmatchedMessage(request: Request): string {
  if (isByScript(request)) return notFoundMessage(request);
  return `Page not found: ${readablePath(new URL(request.url).pathname)}`;
}

export function seeOther(path: string, headers?: HeadersInit): Response {
  return redirect(redirectTarget(path), { status: 303, headers });
}

/** A 303 to a page outside the shop, whose origin must be named. */
export function seeOtherOutside(
  address: string,
  allowedOrigins: ReadonlyArray<string>,
  headers?: HeadersInit,
) {
  return redirect(redirectTarget(address, allowedOrigins), { status: 303, headers });
}

export function movedPermanently(path: string): Response {
  return redirect(redirectTarget(path), { status: 301 });
}

/** Retry-After, where the refusal says when to try again. */
export function retryAfterHeader({
  detail: { retryAfterSeconds: seconds },
}: Refusal<string>): Record<string, string> {
  return seconds === undefined ? {} : { "Retry-After": String(seconds) };
}

export type RefusalData = Readonly<{ ok: false; code: ShopErrorCode; message: string }>;

export function refusal<Extra extends Readonly<Record<string, unknown>> = Readonly<Record<string, unknown>>>(
  refused: Refusal<ShopErrorCode>,
  extra?: Extra,
) {
  const { status, message } = shopError(refused);
  const data = { ok: false, code: refused.code, message, ...(extra ?? {}) } as RefusalData & Extra;
  return json(data, { status, headers: retryAfterHeader(refused) });
}

export function textAnswer(status: number, text: string, headers?: Record<string, string>): Response {
  return new Response(text, { status, headers: { "Content-Type": "text/plain; charset=utf-8", ...headers } });
}
