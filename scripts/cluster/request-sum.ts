import { RateLimiterMemory } from "rate-limiter-flexible";

import type { RequestCounts, SupervisorMessage } from "#app/http/server/cluster-ipc.server.ts";
import {
  REQUEST_LIMIT_RULES,
  type RequestBucket,
  isRequestBucket,
  pointsOf,
} from "#app/http/server/rate-limit-rules.ts";

export type RequestSum = Readonly<{
  take(counts: RequestCounts): Promise<ReadonlyArray<SupervisorMessage>>;
}>;

/** `scale` is RATE_LIMIT_SCALE. */
export function newRequestSum(scale: number): RequestSum {
  const limiters = new Map<RequestBucket, RateLimiterMemory>();
  return {
    take: async (counts) => {
      const blocks = await Promise.all(
        counts.map(async ([bucket, key, count]) => {
          if (!isRequestBucket(bucket)) return null;
          const points = pointsOf(bucket, scale);
          const state = await limiterOf(bucket, points).penalty(key, count);
          if (state.consumedPoints < points) return null;
          return { kind: "block" as const, bucket, key, seconds: Math.max(1, state.msBeforeNext / 1000) };
        }),
      );
      return blocks.filter((block) => block !== null);
    },
  };

  function limiterOf(bucket: RequestBucket, points: number): RateLimiterMemory {
    const known = limiters.get(bucket);
    if (known) return known;
    const made = new RateLimiterMemory({ points, duration: REQUEST_LIMIT_RULES[bucket].seconds });
    limiters.set(bucket, made);
    return made;
  }
}
