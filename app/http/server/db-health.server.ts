const FAILURE_MS = 60_000;

let lastFailure = Number.NEGATIVE_INFINITY;

export function noteFailure(now: Date): void {
  lastFailure = now.getTime();
}

/** True if the database refused something within the last minute: a full disk, a lock, a lost connection. */
export function isFailing(now: Date): boolean {
  return Math.abs(now.getTime() - lastFailure) < FAILURE_MS;
}
