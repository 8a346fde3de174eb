import type { SessionId } from "#app/models/shared/ids.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
export const SESSION_IDLE_MS = 14 * DAY_MS;
export const SESSION_LIFE_MS = 30 * DAY_MS;
export const SEEN_STEP_MS = HOUR_MS;

/** Times are ISO 8601, UTC. */
export type CustomerSession = Readonly<{
  id: SessionId;
  createdAt: string;
  lastSeenAt: string;
  /** When the password was last typed. */
  authAt: string;
  userAgent: string;
}>;

export function isSessionOver(
  { createdAt, lastSeenAt }: Pick<CustomerSession, "createdAt" | "lastSeenAt">,
  now: Date,
): boolean {
  const at = now.getTime();
  return at >= Date.parse(createdAt) + SESSION_LIFE_MS || at >= Date.parse(lastSeenAt) + SESSION_IDLE_MS;
}
