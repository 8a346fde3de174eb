export type JobPayload = Readonly<Record<string, string | number | boolean | null>>;

export type NewJob = Readonly<{
  /** A second job with the same key is not added. */
  key: string;
  kind: JobKind;
  payload: JobPayload;
  /** ISO 8601, UTC; at once if left out. */
  runAt?: string;
}>;

export type Job = Readonly<{
  id: string;
  key: string;
  kind: string;
  payload: JobPayload;
  tries: number;
  /** ISO 8601, UTC. */
  firstTriedAt: string;
}>;

type Schedule = Readonly<{
  /** At most, after the first failure; doubled after each further one. */
  firstWaitMs: number;
  longestWaitMs: number;
  tries: number;
  keepTryingMs: number;
  isEmail: boolean;
}>;

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Up to 1 minute, 2, 4 … 6 hours between tries, for more than a day. */
const ORDINARY: Schedule = {
  firstWaitMs: MINUTE_MS,
  longestWaitMs: 6 * HOUR_MS,
  tries: 12,
  keepTryingMs: 26 * HOUR_MS,
  isEmail: false,
};
const EMAIL: Schedule = { ...ORDINARY, isEmail: true };
/** The test provider's webhooks go to this server, so they are tried again within seconds. */
const LOOPBACK: Schedule = {
  ...ORDINARY,
  firstWaitMs: SECOND_MS,
  longestWaitMs: HOUR_MS,
  keepTryingMs: 0,
};

/** Up to 10 seconds, 20, 40 … 10 minutes between tries (requirement analytics-4). */
const ANALYTICS: Schedule = { ...ORDINARY, firstWaitMs: 10 * SECOND_MS, longestWaitMs: 10 * MINUTE_MS };

/** Up to 1 second, 2, 4 … 1 minute between tries: visitors see the old page meanwhile, for a minute at most. */
const PURGE: Schedule = {
  ...ORDINARY,
  firstWaitMs: SECOND_MS,
  longestWaitMs: MINUTE_MS,
  keepTryingMs: HOUR_MS,
};

/** Until then searches lack what was changed. */
const INDEX: Schedule = { ...ORDINARY, firstWaitMs: SECOND_MS, longestWaitMs: MINUTE_MS };

const FAILURE_MAX_CHARACTERS = 500;

/** So that a random wait is never close to 0. */
const SHORTEST_SHARE = 0.5;
const RETRY_AFTER_MAX_MS = 10 * MINUTE_MS;
const CAUSES_MAX = 5;

/** Refunds are tried for nine days; the law allows fourteen. */
const REFUND: Schedule = { ...ORDINARY, tries: 40 };

const SCHEDULES = {
  "order-confirmation": EMAIL,
  "order-refunded": EMAIL,
  "payment-webhook": LOOPBACK,
  "payment-confirmation": LOOPBACK,
  "order-refund": REFUND,
  "order-email": EMAIL,
  "payment-alert": EMAIL,
  "invariant-alert": EMAIL,
  "service-alert": EMAIL,
  "new-order-email": EMAIL,
  "spare-gift-refund": REFUND,
  "desk-send": ORDINARY,
  "order-batch": ORDINARY,
  "account-email": EMAIL,
  "staff-email": EMAIL,
  "review-email": EMAIL,
  "stock-alert-batch": ORDINARY,
  "stock-alert-email": EMAIL,
  "gift-list-email": EMAIL,
  "contact-email": EMAIL,
  "message-reply": EMAIL,
  "newsletter-email": EMAIL,
  "abandoned-cart": EMAIL,
  "search-index": ORDINARY,
  "search-refresh": INDEX,
  "analytics-send": ANALYTICS,
  "marketing-cart": ORDINARY,
  "marketing-order": ORDINARY,
  "marketing-contact": ORDINARY,
  "shared-cache-purge": PURGE,
  "catalogue-imported": ORDINARY,
} as const satisfies Record<string, Schedule>;

/** Every kind needs a handler in app/background.server.ts. */
export type JobKind = keyof typeof SCHEDULES;

export const REFUND_KINDS: ReadonlyArray<string> = [
  "order-refund",
  "spare-gift-refund",
] satisfies Array<JobKind>;

export function triesOf(kind: string): number {
  return scheduleOf(kind).tries;
}

export function isLastTry(kind: string, tries: number, triedForMs: number): boolean {
  const schedule = scheduleOf(kind);
  return tries >= schedule.tries && triedForMs >= schedule.keepTryingMs;
}

/** `random` is from 0 to 1; random waits keep jobs that failed together from coming back together. */
export function waitAfterTry(kind: string, tries: number, random: number): number {
  const { firstWaitMs, longestWaitMs } = scheduleOf(kind);
  const longest = Math.min(firstWaitMs * 2 ** (tries - 1), longestWaitMs);
  const shortest = firstWaitMs * SHORTEST_SHARE;
  return Math.round(shortest + (longest - shortest) * random);
}

/** Milliseconds; 0 if there is none. */
export function retryAfterOf(error: unknown): number {
  let current = error;
  for (let depth = 0; depth < CAUSES_MAX && current instanceof Error; depth += 1) {
    const { retryAfterMs } = current as { retryAfterMs?: unknown };
    if (typeof retryAfterMs === "number" && retryAfterMs > 0)
      return Math.min(retryAfterMs, RETRY_AFTER_MAX_MS);
    current = current.cause;
  }
  return 0;
}

/** Thrown by a handler that must wait; the try does not count. */
export class Postponed extends Error {
  override readonly name = "Postponed";
  readonly waitMs: number;

  constructor(waitMs: number, why: string) {
    super(why);
    this.waitMs = waitMs;
  }
}

/** Thrown by a handler for which no further try would help, unless a person asks for one. */
export class GivenUp extends Error {
  override readonly name = "GivenUp";
}

export function emailKinds(): ReadonlyArray<JobKind> {
  return (Object.keys(SCHEDULES) as Array<JobKind>).filter((kind) => SCHEDULES[kind].isEmail);
}

/** What went wrong as a person at the desk reads it: no name of a class, no email address, of bounded length. */
export function failureText(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return text
    .replace(/[^\s<>"']+/g, (word) => (/.@./.test(word) ? "[address]" : word))
    .slice(0, FAILURE_MAX_CHARACTERS);
}

function scheduleOf(kind: string): Schedule {
  return kind in SCHEDULES ? SCHEDULES[kind as JobKind] : ORDINARY;
}
