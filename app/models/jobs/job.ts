/** Jobs: work that is done after a transaction has committed, and how often and when it is tried again. */

/** What kinds of work there are. A kind needs its handler in app/background.server.ts. */
export type JobKind =
  | "order-confirmation"
  | "order-refunded"
  | "payment-webhook"
  | "payment-confirmation"
  | "payment-refund"
  | "order-refund"
  | "order-email"
  | "payment-alert"
  | "account-email"
  | "review-email"
  | "stock-alert-turn"
  | "stock-alert-email"
  | "contact-email"
  | "newsletter-email"
  | "recovery-letter"
  | "search-index"
  | "search-refresh"
  | "analytics-send"
  | "marketing-cart"
  | "marketing-order"
  | "marketing-contact";

export type JobPayload = Readonly<Record<string, string | number | boolean | null>>;

export type NewJob = Readonly<{
  /** Names the work: a second job with the same key is the same job. */
  key: string;
  kind: JobKind;
  payload: JobPayload;
  /** ISO 8601, UTC; not before this moment. Left out: at once. */
  runAt?: string;
}>;

export type Job = Readonly<{
  id: string;
  key: string;
  kind: string;
  payload: JobPayload;
  /** This try, the first being 1. */
  tries: number;
  /** When the first of its tries began. ISO 8601, UTC. */
  firstTriedAt: string;
}>;

type Schedule = Readonly<{
  /** Longest wait after the first failed try, in milliseconds; doubled after each further one. */
  firstWaitMs: number;
  /** Longest wait of all, in milliseconds. */
  longestWaitMs: number;
  /** Fewest tries before the job is a dead letter, */
  tries: number;
  /** and shortest time that it is tried for, in milliseconds. */
  keepTryingMs: number;
  /** True for work that is an e-mail. */
  isEmail: boolean;
}>;

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Up to 1 minute, 2, 4 … 6 hours between tries, for more than a day: a neighbour may be away that long. */
const ORDINARY: Schedule = {
  firstWaitMs: MINUTE_MS,
  longestWaitMs: 6 * HOUR_MS,
  tries: 12,
  keepTryingMs: 26 * HOUR_MS,
  isEmail: false,
};
const EMAIL: Schedule = { ...ORDINARY, isEmail: true };
/** The test provider's webhooks go to this very server: tried again within seconds. */
const LOOPBACK: Schedule = {
  ...ORDINARY,
  firstWaitMs: SECOND_MS,
  longestWaitMs: HOUR_MS,
  keepTryingMs: 0,
};

/** Up to 10 seconds, 20, 40 … 10 minutes between tries (specification, 9). */
const ANALYTICS: Schedule = { ...ORDINARY, firstWaitMs: 10 * SECOND_MS, longestWaitMs: 10 * MINUTE_MS };

/** Characters of a failure that are kept. */
const FAILURE_MAX_CHARACTERS = 500;

/** Least share of the first wait that is waited, so that the luckiest throw is no hammering. */
const SHORTEST_SHARE = 0.5;
/** A provider's wish to be left alone is granted for so long at most: one that asks for a year is mistaken. */
const RETRY_AFTER_MAX_MS = 10 * MINUTE_MS;
/** How deep an error may be wrapped in others before we stop looking. */
const CAUSES_MAX = 5;

/** Money that is owed is tried for nine days: the law gives fourteen. */
const REFUND: Schedule = { ...ORDINARY, tries: 40 };

const SCHEDULES = {
  "order-confirmation": EMAIL,
  "order-refunded": EMAIL,
  "payment-webhook": LOOPBACK,
  "payment-confirmation": LOOPBACK,
  "payment-refund": ORDINARY,
  "order-refund": REFUND,
  "order-email": EMAIL,
  "payment-alert": EMAIL,
  "account-email": EMAIL,
  "review-email": EMAIL,
  "stock-alert-turn": ORDINARY,
  "stock-alert-email": EMAIL,
  "contact-email": EMAIL,
  "newsletter-email": EMAIL,
  "recovery-letter": EMAIL,
  "search-index": ORDINARY,
  "search-refresh": ORDINARY,
  "analytics-send": ANALYTICS,
  "marketing-cart": ORDINARY,
  "marketing-order": ORDINARY,
  "marketing-contact": ORDINARY,
} as const satisfies Record<JobKind, Schedule>;

/** How often a job of this kind is tried at least before it becomes a dead letter. */
export function triesOf(kind: string): number {
  return scheduleOf(kind).tries;
}

/** True when a job of this kind, tried so often and for so long (milliseconds), is not to be tried again. */
export function isLastTry(kind: string, tries: number, triedForMs: number): boolean {
  const schedule = scheduleOf(kind);
  return tries >= schedule.tries && triedForMs >= schedule.keepTryingMs;
}

/**
 * Milliseconds to wait after the failed try number `tries`; `random` is from 0 to 1. Exponential with full jitter:
 * anything up to the longest wait of this try, so that jobs that failed together come back apart.
 */
export function waitAfterTry(kind: string, tries: number, random: number): number {
  const { firstWaitMs, longestWaitMs } = scheduleOf(kind);
  const longest = Math.min(firstWaitMs * 2 ** (tries - 1), longestWaitMs);
  const shortest = firstWaitMs * SHORTEST_SHARE;
  return Math.round(shortest + (longest - shortest) * random);
}

/** How long the provider behind `error` asked to be left alone, in milliseconds; 0 when it did not. */
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

/** Thrown by a handler whose turn has not come: the job waits so long, in milliseconds, and that was no try. */
export class Postponed extends Error {
  override readonly name = "Postponed";
  readonly waitMs: number;

  constructor(waitMs: number, why: string) {
    super(why);
    this.waitMs = waitMs;
  }
}

/** The kinds of work that are e-mails. */
export function emailKinds(): ReadonlyArray<JobKind> {
  return (Object.keys(SCHEDULES) as Array<JobKind>).filter((kind) => SCHEDULES[kind].isEmail);
}

/** What went wrong, in few words and without anybody's address. */
export function failureText(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text
    .replace(/[^\s<>"']+/g, (word) => (/.@./.test(word) ? "[address]" : word))
    .slice(0, FAILURE_MAX_CHARACTERS);
}

function scheduleOf(kind: string): Schedule {
  return kind in SCHEDULES ? SCHEDULES[kind as JobKind] : ORDINARY;
}
