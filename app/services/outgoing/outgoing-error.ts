export type OutgoingFailure =
  | "unreachable"
  | "timeout"
  | "too-long"
  /** The answer ends before it is complete, or is packed in a way that cannot be read. */
  | "broken-off"
  | "refused"
  /** Not even tried: it failed too often a moment ago. */
  | "left-alone";

type Details = Readonly<{ cause?: unknown; status?: number; retryAfterMs?: number }>;

export class OutgoingError extends Error {
  override readonly name = "OutgoingError";
  readonly problem: OutgoingFailure;
  readonly status: number | null;
  /** The service's Retry-After in milliseconds; 0 without one. */
  readonly retryAfterMs: number;

  constructor(problem: OutgoingFailure, message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.problem = problem;
    this.status = details.status ?? null;
    this.retryAfterMs = details.retryAfterMs ?? 0;
  }
}

const CAUSES_MAX = 5;

/** The status that a service answered with, wherever a vendor's library keeps it; null: it did not answer. */
export function statusOf(error: unknown): number | null {
  let current = error;
  for (let depth = 0; depth < CAUSES_MAX && current instanceof Error; depth += 1) {
    const { status, statusCode, responseCode } = current as Error & Readonly<Record<string, unknown>>;
    const found = [status, statusCode, responseCode].find((one) => typeof one === "number" && one > 0);
    if (found !== undefined) return found as number;
    current = current.cause;
  }
  return null;
}

/** Seconds or a date (RFC 9110, 10.2.3). 0 for none, for one in the past and for one that makes no sense. */
export function retryAfterMs(header: string | undefined, now: Date): number {
  const text = (header ?? "").trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  // Only dates of the form "Sun, 06 Nov 1994 08:49:37 GMT": anything else is read differently by every engine.
  const until = /^[A-Z][a-z]{2}, .* GMT$/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(until) ? 0 : Math.max(0, until - now.getTime());
}
