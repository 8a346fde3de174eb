import type { IncomingMessage } from "node:http";

import { isDocumentAhead, mayBeFetchedAhead } from "#app/http/request/speculation.ts";
import { addressAt } from "#app/models/platform/address-at.ts";

import { csrfRejection } from "./csrf.server.ts";
import { ownOrigins } from "./desk-host.server.ts";
import type { Rejection } from "./error-response.server.ts";
import { hasRoomAhead } from "./load-shedding.server.ts";
import type { RequestBucket } from "./rate-limit-rules.ts";
import { limit, limitHeaders } from "./rate-limit.server.ts";
import { malformation } from "./request-checks.server.ts";

const FILES = /^\/(?:assets|images?|share|fonts|icons|cards)\/|^\/[\w.-]+\.(?:ico|svg|png|webmanifest|txt)$/;

export function isFile(pathname: string): boolean {
  return FILES.test(pathname);
}

/** Counts the request against the limits. Null: not refused. */
export async function findRejection(
  request: IncomingMessage,
  pathname: string,
  address: string,
): Promise<Rejection | null> {
  const malformed = malformation(request, pathname);
  if (malformed) return malformed;
  const method = request.method ?? "";
  if (isDocumentAhead(request)) return aheadRejection(request, pathname, address);
  return (
    csrfRejection(
      { method, url: request.url ?? "", headers: request.headers },
      ownOrigins(request.headers.host),
    ) ?? rateLimitRejection(method, pathname, address)
  );
}

/** The browser drops the answer, and asks again once its user wants the page. */
const NOT_AHEAD: Rejection = {
  status: 503,
  reason: "fetched_ahead",
  title: "This page is not ready yet",
  message: "Your browser asked for it before you did. Load it again.",
};

/** A page that nobody has asked for yet takes nothing from its visitor's limits. */
async function aheadRejection(
  { method, headers }: IncomingMessage,
  pathname: string,
  address: string,
): Promise<Rejection | null> {
  const isWelcome =
    method === "GET" && headers["save-data"] !== "on" && mayBeFetchedAhead(pathname) && hasRoomAhead();
  return isWelcome && (await limit("ahead", address)).ok ? null : NOT_AHEAD;
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

/** Programs read how many calls are left; browsers do not need to. */
export async function programHeaders(
  { method = "" }: IncomingMessage,
  pathname: string,
  address: string,
): Promise<Readonly<Record<string, string>>> {
  return addressAt(pathname).audience === "program" ? limitHeaders(bucketsOf(method, pathname), address) : {};
}

function bucketsOf(method: string, pathname: string): ReadonlyArray<RequestBucket> {
  const { accepts, isProbe } = addressAt(pathname);
  if (isProbe || accepts === "payments") return [];
  if (accepts === "events") return ["counting"];
  if (method !== "GET" && method !== "HEAD") return ["any-burst", "any-minute", "post"];
  return isFile(pathname) ? ["file-burst", "file-minute"] : ["any-burst", "any-minute"];
}
