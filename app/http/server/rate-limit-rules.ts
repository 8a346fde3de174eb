/** The coarse limits: how many requests of a kind one visitor may send, whatever they ask for. */

const MINUTE = 60;

type FloodRule = Readonly<{
  /** Requests allowed in a window, before RATE_LIMIT_SCALE. */
  points: number;
  /** Length of the window. */
  seconds: number;
}>;

export const FLOOD_RULES = {
  // The guard's, per address. Files of a page come in dozens: they have a bucket of their own.
  "any-minute": { points: 600, seconds: MINUTE },
  "any-burst": { points: 120, seconds: 10 },
  post: { points: 60, seconds: MINUTE },
  // What an analytics library says must not use up what its shopper may send.
  counting: { points: 120, seconds: MINUTE },
  "file-minute": { points: 3_000, seconds: MINUTE },
  "file-burst": { points: 900, seconds: 10 },
  // The API's, per address and basket.
  "change-cart": { points: 60, seconds: MINUTE },
} as const satisfies Record<string, FloodRule>;

export type FloodBucket = keyof typeof FLOOD_RULES;

export function isFloodBucket(name: string): name is FloodBucket {
  return Object.hasOwn(FLOOD_RULES, name);
}

/** Requests that `bucket` allows at this RATE_LIMIT_SCALE. */
export function pointsOf(bucket: FloodBucket, scale: number): number {
  return Math.ceil(FLOOD_RULES[bucket].points * scale);
}
