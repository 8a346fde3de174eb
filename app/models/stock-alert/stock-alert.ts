const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** People for each unit, because not all of them buy. */
export const ALERTS_PER_UNIT = 3;
export const ALERTS_PER_BATCH = 300;
/** Milliseconds between two batches. */
export const BATCH_PAUSE_MS = DAY_MS;
/** Milliseconds until a sign-up must be confirmed. */
export const ALERT_CONFIRM_LIFE_MS = 7 * DAY_MS;
/** Milliseconds that the address is stored after its email, whose link works as long. */
export const MAILED_LIFE_MS = 7 * DAY_MS;

/** People in a batch for `available` units. */
export function alertsInBatch(available: number): number {
  return Math.min(Math.max(0, available) * ALERTS_PER_UNIT, ALERTS_PER_BATCH);
}

export type AlertSubject = Readonly<{
  variantId: number;
  productId: number;
  name: string;
}>;
