const MINUTE = 60;

type FloodRule = Readonly<{
  /** Requests in a window, before RATE_LIMIT_SCALE. */
  points: number;
  seconds: number;
}>;

export const FLOOD_RULES = {
  // The guard's, per address. Files have a bucket of their own, because a page has dozens.
  "any-minute": { points: 600, seconds: MINUTE },
  "any-burst": { points: 120, seconds: 10 },
  post: { points: 60, seconds: MINUTE },
  // Pages that browsers fetch ahead: whoever points at links does not use up their share.
  ahead: { points: 240, seconds: MINUTE },
  // Of its own, so that an analytics library does not use up its shopper's share.
  counting: { points: 120, seconds: MINUTE },
  "file-minute": { points: 3_000, seconds: MINUTE },
  "file-burst": { points: 900, seconds: 10 },
  // The API's, per address and cart.
  "change-cart": { points: 60, seconds: MINUTE },
} as const satisfies Record<string, FloodRule>;

export type FloodBucket = keyof typeof FLOOD_RULES;

export function isFloodBucket(name: string): name is FloodBucket {
  return Object.hasOwn(FLOOD_RULES, name);
}

export function pointsOf(bucket: FloodBucket, scale: number): number {
  return Math.ceil(FLOOD_RULES[bucket].points * scale);
}
