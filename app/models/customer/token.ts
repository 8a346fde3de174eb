const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

export const TOKEN_LIFE_MS = {
  "verify-email": DAY_MS,
  "reset-password": 30 * MINUTE_MS,
  invitation: 7 * DAY_MS,
  "change-email": DAY_MS,
  "undo-email-change": 72 * HOUR_MS,
} as const;

export type TokenPurpose = keyof typeof TOKEN_LIFE_MS;

/** Links of this purpose do not end older ones, because each leads back to another address. */
export const KEEPS_OLDER: TokenPurpose = "undo-email-change";

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export function isTokenText(value: unknown): value is string {
  return typeof value === "string" && TOKEN.test(value);
}
