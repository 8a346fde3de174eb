/** How much one visitor may ask for: named buckets, counted in memory, scaled by RATE_LIMIT_SCALE. */
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

import { config } from "#app/config.server.ts";
import { ok, refused, type Result } from "#app/models/result.ts";

const MINUTE = 60;
const HOUR = 3_600;
/** Retry-After is rounded up to this many seconds, so that nobody learns the exact window. */
const RETRY_STEP_SECONDS = 5;

/** Requests allowed (`points`) in a window of `seconds`. */
const BUCKETS = {
  // The guard's coarse ones, per address. Files of a page come in dozens: they have a bucket of their own.
  "any-minute": { points: 600, seconds: MINUTE },
  "any-burst": { points: 120, seconds: 10 },
  post: { points: 60, seconds: MINUTE },
  // What an analytics library says must not use up what its shopper may send.
  counting: { points: 120, seconds: MINUTE },
  "file-minute": { points: 3_000, seconds: MINUTE },
  "file-burst": { points: 900, seconds: 10 },
  // Work that costs more, or invites guessing. The key says whose: an address, a cart, an order.
  "new-cart": { points: 30, seconds: HOUR },
  "change-cart": { points: 60, seconds: MINUTE },
  coupon: { points: 10, seconds: HOUR },
  checkout: { points: 10, seconds: 10 * MINUTE },
  "order-lookup": { points: 10, seconds: HOUR },
  contact: { points: 5, seconds: HOUR },
  "share-list": { points: 10, seconds: HOUR },
  search: { points: 60, seconds: MINUTE },
  review: { points: 10, seconds: HOUR },
  helpful: { points: 60, seconds: HOUR },
  "stock-alert": { points: 20, seconds: HOUR },
  newsletter: { points: 20, seconds: HOUR },
} as const satisfies Record<string, Readonly<{ points: number; seconds: number }>>;

export type RateLimitBucket = keyof typeof BUCKETS;

const limiters = new Map<RateLimitBucket, RateLimiterMemory>();

/** Takes one from `bucket` for `key`. The refusal's detail says in how many seconds there will be more. */
export async function limit(
  bucket: RateLimitBucket,
  key: string,
): Promise<Result<{ remaining: number }, "rate-limited">> {
  try {
    const state = await limiterOf(bucket).consume(key);
    return ok({ remaining: state.remainingPoints });
  } catch (state) {
    if (!(state instanceof RateLimiterRes)) throw state;
    return refused("rate-limited", { retryAfterSeconds: retryAfterSeconds(state.msBeforeNext) });
  }
}

function limiterOf(bucket: RateLimitBucket): RateLimiterMemory {
  const known = limiters.get(bucket);
  if (known) return known;
  const { points, seconds } = BUCKETS[bucket];
  const made = new RateLimiterMemory({
    points: Math.ceil(points * config.rateLimitScale),
    duration: seconds,
  });
  limiters.set(bucket, made);
  return made;
}

function retryAfterSeconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000 / RETRY_STEP_SECONDS) * RETRY_STEP_SECONDS;
}
