/** Jobs: work that is done after a transaction has committed, and how often and when it is tried again. */

/** What kinds of work there are. A kind needs its handler in app/background.server.ts. */
export type JobKind =
  | "order-confirmation"
  | "order-refunded"
  | "payment-webhook"
  | "payment-confirmation"
  | "payment-refund"
  | "account-email"
  | "review-email"
  | "stock-alert-turn"
  | "stock-alert-email"
  | "search-index";

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
}>;

type Schedule = Readonly<{
  /** Wait after the first failed try, in milliseconds; doubled after each further one. */
  firstWaitMs: number;
  /** Longest wait, in milliseconds. */
  longestWaitMs: number;
  /** Tries after which the job is a dead letter. */
  tries: number;
}>;

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** 1 minute, 2, 4 … up to 6 hours between tries. */
const ORDINARY: Schedule = { firstWaitMs: MINUTE_MS, longestWaitMs: 6 * HOUR_MS, tries: 12 };
/** Twelve tries last 20 hours; two more carry an order's e-mail past a whole day without a mail server. */
const EMAIL: Schedule = { ...ORDINARY, tries: 14 };
/** The test provider's webhooks go to this very server: tried again within seconds. */
const LOOPBACK: Schedule = { firstWaitMs: SECOND_MS, longestWaitMs: HOUR_MS, tries: 12 };

/** Characters of a failure that are kept. */
const FAILURE_MAX_CHARACTERS = 500;

/** Share by which a wait is made longer or shorter, so that jobs that failed together part company. */
const JITTER = 0.2;

const SCHEDULES = {
  "order-confirmation": EMAIL,
  "order-refunded": EMAIL,
  "payment-webhook": LOOPBACK,
  "payment-confirmation": LOOPBACK,
  "payment-refund": ORDINARY,
  "account-email": EMAIL,
  "review-email": EMAIL,
  "stock-alert-turn": ORDINARY,
  "stock-alert-email": EMAIL,
  "search-index": ORDINARY,
} as const satisfies Record<JobKind, Schedule>;

/** How often a job of this kind is tried before it becomes a dead letter. */
export function triesOf(kind: string): number {
  return scheduleOf(kind).tries;
}

/** Milliseconds to wait after the failed try number `tries`; `random` is from 0 to 1. */
export function waitAfterTry(kind: string, tries: number, random: number): number {
  const { firstWaitMs, longestWaitMs } = scheduleOf(kind);
  const wait = Math.min(firstWaitMs * 2 ** (tries - 1), longestWaitMs);
  return Math.round(wait * (1 - JITTER + 2 * JITTER * random));
}

/** What went wrong, in few words and without anybody's address. */
export function failureText(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.replace(/[^\s<>"']+@[^\s<>"']+/g, "[address]").slice(0, FAILURE_MAX_CHARACTERS);
}

function scheduleOf(kind: string): Schedule {
  return kind in SCHEDULES ? SCHEDULES[kind as JobKind] : ORDINARY;
}
