const MINUTE = 60;

type RequestLimitRule = Readonly<{
  /** Requests in a window, before RATE_LIMIT_SCALE. */
  points: number;
  seconds: number;
}>;

export const REQUEST_LIMIT_RULES = {
  // The front server's, per address. Files have a bucket of their own, because a page has dozens.
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
} as const satisfies Record<string, RequestLimitRule>;

export type RequestBucket = keyof typeof REQUEST_LIMIT_RULES;

export function isRequestBucket(name: string): name is RequestBucket {
  return Object.hasOwn(REQUEST_LIMIT_RULES, name);
}

export function pointsOf(bucket: RequestBucket, scale: number): number {
  return Math.ceil(REQUEST_LIMIT_RULES[bucket].points * scale);
}
