const TROUBLE_MS = 60_000;

let lastTrouble = Number.NEGATIVE_INFINITY;

export function noteTrouble(now: Date): void {
  lastTrouble = now.getTime();
}

/** True if the database refused something within the last minute: a full disk, a lock, a lost connection. */
export function isInTrouble(now: Date): boolean {
  return Math.abs(now.getTime() - lastTrouble) < TROUBLE_MS;
}
