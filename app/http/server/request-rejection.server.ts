/** Decides which requests are refused: broken, forged, or too many from one address. */
import type { IncomingMessage } from "node:http";

import { config } from "#app/config.server.ts";

import { csrfRejection, WEBHOOK_PATH } from "./csrf.server.ts";
import type { Rejection } from "./error-response.server.ts";
import { limit, type RateLimitBucket } from "./rate-limit.server.ts";
import { isProbe, malformation } from "./request-checks.server.ts";

const FILES = /^\/(?:assets|images?|share|fonts|icons|cards)\/|^\/[\w.-]+\.(?:ico|svg|png|webmanifest|txt)$/;

export function isFile(pathname: string): boolean {
  return FILES.test(pathname);
}

/** Why `request` from `address` is refused, or null. Counts the request against the limits. */
export async function findRejection(
  request: IncomingMessage,
  pathname: string,
  address: string,
): Promise<Rejection | null> {
  const malformed = malformation(request, pathname);
  if (malformed) return malformed;
  const method = request.method ?? "";
  return (
    csrfRejection({ method, url: request.url ?? "", headers: request.headers }, config.origins) ??
    rateLimitRejection(method, pathname, address)
  );
}

async function rateLimitRejection(
  method: string,
  pathname: string,
  address: string,
): Promise<Rejection | null> {
  for (const bucket of bucketsOf(method, pathname)) {
    const taken = await limit(bucket, address);
    if (taken.ok) continue;
    const seconds = Number(taken.detail["retryAfterSeconds"]);
    return {
      status: 429,
      reason: "rate_limited",
      title: "Please wait a moment",
      message: `There were too many requests at once. Wait ${seconds} seconds, then load the page again. Your basket has not changed.`,
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
