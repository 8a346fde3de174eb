import { RateLimiterMemory } from "rate-limiter-flexible";

import type { FloodCounts, SupervisorMessage } from "#app/http/server/cluster-ipc.server.ts";
import { FLOOD_RULES, type FloodBucket, isFloodBucket, pointsOf } from "#app/http/server/rate-limit-rules.ts";

export type FloodSum = Readonly<{
  take(counts: FloodCounts): Promise<ReadonlyArray<SupervisorMessage>>;
}>;

/** `scale` is RATE_LIMIT_SCALE. */
export function newFloodSum(scale: number): FloodSum {
  const limiters = new Map<FloodBucket, RateLimiterMemory>();
  return {
    take: async (counts) => {
      const blocks = await Promise.all(
        counts.map(async ([bucket, key, count]) => {
          if (!isFloodBucket(bucket)) return null;
          const points = pointsOf(bucket, scale);
          const state = await limiterOf(bucket, points).penalty(key, count);
          if (state.consumedPoints < points) return null;
          return { kind: "block" as const, bucket, key, seconds: Math.max(1, state.msBeforeNext / 1000) };
        }),
      );
      return blocks.filter((block) => block !== null);
    },
  };

  function limiterOf(bucket: FloodBucket, points: number): RateLimiterMemory {
    const known = limiters.get(bucket);
    if (known) return known;
    const made = new RateLimiterMemory({ points, duration: FLOOD_RULES[bucket].seconds });
    limiters.set(bucket, made);
    return made;
  }
}
