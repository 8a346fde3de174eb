import type { StaffId } from "#app/models/shared/ids.ts";

import type { StaffRole } from "./role.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

export const INVITATION_HOURS = 48;
/** A session ends after so long without a click; the longer one is for a device that was chosen for it. */
const DESK_IDLE_MS = 30 * MINUTE_MS;
const DESK_STAY_MS = 12 * HOUR_MS;
/** No session is older. */
export const DESK_LIFE_MS = 7 * 24 * HOUR_MS;
/** Time to type the code, or to set up the app, after the password. */
const HALF_LOGIN_MS = 15 * MINUTE_MS;
const CODE_COUNTS_MS = 10 * MINUTE_MS;
/** A session notes at most this often that it was used. */
export const DESK_SEEN_MS = MINUTE_MS;
export const RECOVERY_CODES = 10;
/** A day, in minor units, unless the owner says otherwise. */
export const REFUND_LIMIT_MINOR = 5_000;
export const STAFF_NAME_MAX = 80;
export const NEW_DEVICE = "From a new device";

export type StaffMember = Readonly<{
  id: StaffId;
  email: string;
  name: string;
  role: StaffRole;
  /** Minor units a day. */
  refundLimitMinor: number;
  version: number;
  hasPassword: boolean;
  /** ISO 8601, UTC. */
  createdAt: string;
  endedAt: string | null;
}>;

export type DeskSession = Readonly<{
  id: string;
  state: "factor" | "code" | "open";
  createdAt: string;
  lastSeenAt: string;
  /** When a code was last typed or a passkey used, or null. */
  confirmedAt: string | null;
  /** What that was: "totp", "recovery", "passkey", or "" for none. */
  factor: string;
  stays: boolean;
  userAgent: string;
}>;

export function isDeskSessionOver(session: DeskSession, now: Date): boolean {
  const since = (at: string) => now.getTime() - Date.parse(at);
  if (session.state !== "open") return since(session.createdAt) >= HALF_LOGIN_MS;
  const idle = session.stays ? DESK_STAY_MS : DESK_IDLE_MS;
  return since(session.lastSeenAt) >= idle || since(session.createdAt) >= DESK_LIFE_MS;
}

export function isRecentlyConfirmed({ confirmedAt }: Pick<DeskSession, "confirmedAt">, now: Date): boolean {
  return confirmedAt !== null && now.getTime() - Date.parse(confirmedAt) < CODE_COUNTS_MS;
}
