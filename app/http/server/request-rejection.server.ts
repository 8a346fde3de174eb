/** Which requests are not let in: broken ones, forged ones, and more of them than one address may send. */
import type { IncomingMessage } from "node:http";

import { config } from "#app/config.server.ts";

import { forgery, WEBHOOK_PATH } from "./csrf.server.ts";
import type { Rejection } from "./error-response.server.ts";
import { limit, type RateLimitBucket } from "./rate-limit.server.ts";
import { isProbe, malformation } from "./request-checks.server.ts";

/** What a page brings along by the dozen. */
const FILES = /^\/(?:assets|images?|share|fonts|icons|cards)\/|^\/[\w.-]+\.(?:ico|svg|png|webmanifest|txt)$/;

export function isFile(pathname: string): boolean {
  return FILES.test(pathname);
}

/** Why `request`, from the network address `address`, is not let in; null: it is. Takes one of the address's share. */
export async function rejectionOf(
  request: IncomingMessage,
  pathname: string,
  address: string,
): Promise<Rejection | null> {
  const malformed = malformation(request, pathname);
  if (malformed) return malformed;
  const method = request.method ?? "";
  return (
    forgery({ method, url: request.url ?? "", headers: request.headers }, config.origins) ??
    tooMuch(method, pathname, address)
  );
}

async function tooMuch(method: string, pathname: string, address: string): Promise<Rejection | null> {
  for (const bucket of bucketsOf(method, pathname)) {
    const taken = await limit(bucket, address);
    if (taken.ok) continue;
    const seconds = Number(taken.detail["retryAfterSeconds"]);
    return {
      status: 429,
      reason: "rate_limited",
      title: "That was a lot at once",
      message: `Wait ${seconds} seconds, then load the page again. Your basket is as you left it.`,
      headers: { "Retry-After": String(seconds) },
    };
  }
  return null;
}

function bucketsOf(method: string, pathname: string): ReadonlyArray<RateLimitBucket> {
  if (isProbe(pathname) || pathname === WEBHOOK_PATH) return [];
  if (pathname.startsWith("/ingest/")) return ["counting"];
  if (method !== "GET" && method !== "HEAD") return ["any-burst", "any-minute", "post"];
  return isFile(pathname) ? ["file-burst", "file-minute"] : ["any-burst", "any-minute"];
}
