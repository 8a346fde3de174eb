/** Tries are counted in the database for all processes. */
import { resetAttempts, type LimitRule, consumeAttempt, counterOf } from "#app/db/rate-limits.server.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

const MINUTE = 60;
const HOUR = 3_600;

/** Keyed by a network address or a cart. Pages that only read are not limited. */
const RULES = {
  "new-cart": { points: 30, seconds: HOUR },
  coupon: { points: 10, seconds: HOUR },
  "coupon-emails": { points: 5, seconds: 24 * HOUR },
  checkout: { points: 10, seconds: 10 * MINUTE },
  "address-lookup": { points: 60, seconds: HOUR },
  "order-lookup": { points: 10, seconds: HOUR },
  contact: { points: 5, seconds: HOUR },
  "share-list": { points: 10, seconds: HOUR },
  review: { points: 10, seconds: HOUR },
  /** Reviews with photographs: each costs work, and a place among those that wait for a decision. */
  "review-photos": { points: 5, seconds: 24 * HOUR },
  helpful: { points: 60, seconds: HOUR },
  "stock-alert": { points: 20, seconds: HOUR },
  newsletter: { points: 20, seconds: HOUR },
  "gift-list": { points: 20, seconds: HOUR },
  "gift-list-link": { points: 10, seconds: HOUR },
  "gift-list-code": { points: 20, seconds: HOUR },
  "gift-list-search": { points: 10, seconds: HOUR },
  "gift-claim": { points: 10, seconds: HOUR },
} as const satisfies Record<string, LimitRule>;

export type VisitorLimit = keyof typeof RULES;

export function isVisitorLimit(name: string): name is VisitorLimit {
  return Object.hasOwn(RULES, name);
}

/** The refusal's detail has the seconds until the next try. */
export async function limitVisitor(
  name: VisitorLimit,
  key: string,
  now: Date,
): Promise<Result<null, "rate-limited">> {
  const seconds = await consumeAttempt(counterOf(name, key), RULES[name], now);
  return seconds === 0 ? ok(null) : refused("rate-limited", { retryAfterSeconds: seconds });
}

/**
 * The answer tells whether an address has used a coupon that works once for each customer; the same address again is
 * free.
 */
export async function limitCouponEmail(
  { address, emailKey }: Readonly<{ address: string; emailKey: string }>,
  now: Date,
): Promise<Result<null, "coupon-emails">> {
  const pair = counterOf("coupon-emails", `${address} ${emailKey}`);
  const { seconds } = RULES["coupon-emails"];
  if ((await consumeAttempt(pair, { points: 1, seconds }, now)) > 0) return ok(null);
  const allowed = await limitVisitor("coupon-emails", address, now);
  if (allowed.ok) return allowed;
  await resetAttempts(pair);
  return refused("coupon-emails", allowed.detail);
}
