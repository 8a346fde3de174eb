const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export const ALERT_CONFIRM_LIFE_MS = 7 * DAY_MS;
/** After its email, whose link works as long. */
export const MAILED_LIFE_MS = 7 * DAY_MS;

export type AlertSubject = Readonly<{
  variantId: number;
  productId: number;
  name: string;
}>;
