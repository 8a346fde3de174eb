/** Pause before the first new try, in milliseconds; it doubles with each that ends before it was ready. */
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 30_000;
/** So many in a row that never became ready, with none open: nothing will change by trying. */
const VAIN_STARTS_MAX = 5;

/** Milliseconds to wait after `vainStarts` starts in a row that came to nothing; 0 for a process that had been ready. */
export function pauseBeforeStart(vainStarts: number): number {
  if (vainStarts === 0) return 0;
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (vainStarts - 1));
}

export function isInVain(vainStarts: number, openProcesses: number): boolean {
  return openProcesses === 0 && vainStarts >= VAIN_STARTS_MAX;
}
