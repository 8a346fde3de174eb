/** Costly work is counted in the database; requests are counted in memory and by the supervisor (decision 0018). */
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

import { config } from "#app/config.server.ts";
import { isVisitorLimit, limitVisitor, type VisitorLimit } from "#app/models/platform/rate-limits.server.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

import { REQUEST_LIMIT_RULES, type RequestBucket, pointsOf } from "./rate-limit-rules.ts";
import { newReporter } from "./rate-limit-sync.server.ts";

/** Retry-After is rounded up to this many seconds, so that it does not show the exact window. */
const RETRY_STEP_SECONDS = 5;

export type RateLimitBucket = RequestBucket | VisitorLimit;

const limiters = new Map<RequestBucket, RateLimiterMemory>();

const report = newReporter((bucket, key, seconds) => void limiterOf(bucket).block(key, seconds));

/** The refusal's detail has the seconds until there is more. */
export async function limit(bucket: RateLimitBucket, key: string): Promise<Result<null, "rate-limited">> {
  return isVisitorLimit(bucket) ? limitVisitor(bucket, key, new Date()) : limitRequests(bucket, key);
}

async function limitRequests(bucket: RequestBucket, key: string): Promise<Result<null, "rate-limited">> {
  try {
    const { consumedPoints } = await limiterOf(bucket).consume(key);
    report?.(bucket, key, consumedPoints);
    return ok(null);
  } catch (state) {
    if (!(state instanceof RateLimiterRes)) throw state;
    return refused("rate-limited", { retryAfterSeconds: retryAfterSeconds(state.msBeforeNext) });
  }
}

/** By draft-ietf-httpapi-ratelimit-headers: what each rule allows, and what is left of it for `key`. */
export async function limitHeaders(
  buckets: ReadonlyArray<RequestBucket>,
  key: string,
): Promise<Readonly<Record<"RateLimit-Policy" | "RateLimit", string>>> {
  const states = await Promise.all(
    buckets.map(async (bucket) => {
      const points = pointsOf(bucket, config.rateLimitScale);
      const { seconds } = REQUEST_LIMIT_RULES[bucket];
      const state = await limiterOf(bucket).get(key);
      const left = Math.max(0, state?.remainingPoints ?? points);
      const reset = retryAfterSeconds(state?.msBeforeNext ?? 0);
      return { policy: `"${bucket}";q=${points};w=${seconds}`, now: `"${bucket}";r=${left};t=${reset}` };
    }),
  );
  return {
    "RateLimit-Policy": states.map(({ policy }) => policy).join(", "),
    RateLimit: states.map(({ now }) => now).join(", "),
  };
}

function limiterOf(bucket: RequestBucket): RateLimiterMemory {
  const known = limiters.get(bucket);
  if (known) return known;
  const made = new RateLimiterMemory({
    points: pointsOf(bucket, config.rateLimitScale),
    duration: REQUEST_LIMIT_RULES[bucket].seconds,
  });
  limiters.set(bucket, made);
  return made;
}

export function clearRequestLimits(): void {
  limiters.clear();
}

function retryAfterSeconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000 / RETRY_STEP_SECONDS) * RETRY_STEP_SECONDS;
}
