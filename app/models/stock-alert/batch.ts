const DAY_MS = 24 * 3_600_000;

/** People for each unit, because not all of them buy. */
export const ALERTS_PER_UNIT = 3;
export const ALERTS_PER_BATCH = 300;
export const BATCH_PAUSE_MS = DAY_MS;
export function alertsInBatch(available: number): number {
  return Math.min(Math.max(0, available) * ALERTS_PER_UNIT, ALERTS_PER_BATCH);
}
