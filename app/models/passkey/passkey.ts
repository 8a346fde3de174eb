/** WebAuthn: keys in a person's phone, computer or security key, of which the shop has the public half. */
import type { CustomerId, StaffId } from "#app/models/shared/ids.ts";

export const PASSKEY_NAME_MAX = 60;
export const PASSKEYS_MAX = 10;
export const PASSKEY_ANSWER_MAX = 16_000;
export const CHALLENGE_MINUTES = 5;

export type PasskeyOwner = Readonly<{ staffId: StaffId } | { customerId: CustomerId }>;

export type Passkey = Readonly<{
  id: string;
  name: string;
  isBackedUp: boolean;
  /** ISO 8601, UTC. */
  createdAt: string;
  usedAt: string | null;
}>;

export type PasskeySite = Readonly<{
  /** The host without its port: a passkey works there and below. */
  rpId: string;
  origins: ReadonlyArray<string>;
}>;

export type PasskeyPurpose = "desk-add" | "desk-log-in" | "desk-confirm" | "account-add" | "account-log-in";

/** The answer counts for nothing else. */
export type ChallengeUse = Readonly<{
  purpose: PasskeyPurpose;
  subject: string;
}>;

export type PasskeyAnswer = Readonly<{
  text: string;
  site: PasskeySite;
  use: ChallengeUse;
}>;

export type PasskeyRefusal = "passkey-refused" | "passkey-counter";

/** Browsers take no network address. */
export function canHavePasskeys(host: string): boolean {
  return !/^[\d.]+$/.test(host) && !host.includes(":");
}
