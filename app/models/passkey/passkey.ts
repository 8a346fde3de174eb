/** Passkeys (WebAuthn): keys in a person's phone, computer or security key, of which the shop has the public half. */
import type { CustomerId, StaffId } from "#app/models/shared/ids.ts";

/** In characters. */
export const PASSKEY_NAME_MAX = 60;
/** Passkeys that one person may have. */
export const PASSKEYS_MAX = 10;
/** Longest answer of a browser, as JSON text. */
export const PASSKEY_ANSWER_MAX = 16_000;
/** How long a challenge may be answered. */
export const CHALLENGE_MINUTES = 5;

export type PasskeyOwner = Readonly<{ staffId: StaffId } | { customerId: CustomerId }>;

export type Passkey = Readonly<{
  id: string;
  name: string;
  /** True if it is copied to the person's other devices. */
  isBackedUp: boolean;
  /** ISO 8601, UTC. */
  createdAt: string;
  usedAt: string | null;
}>;

/** Whose passkeys these are, in the words of the browser. */
export type PasskeySite = Readonly<{
  /** The host without its port: a passkey works there and below. */
  rpId: string;
  origins: ReadonlyArray<string>;
}>;

export type PasskeyPurpose = "desk-add" | "desk-log-in" | "desk-confirm" | "account-add" | "account-log-in";

/** What a challenge is for: its answer counts for nothing else. */
export type ChallengeUse = Readonly<{
  purpose: PasskeyPurpose;
  /** The id of the session; empty where nobody is logged in. */
  subject: string;
}>;

/** What a browser sent, and what it must have been made for. */
export type PasskeyAnswer = Readonly<{
  /** JSON text. */
  text: string;
  site: PasskeySite;
  use: ChallengeUse;
}>;

export type PasskeyRefusal = "passkey-refused" | "passkey-counter";

/** A host that can have passkeys: browsers take no network address. */
export function canHavePasskeys(host: string): boolean {
  return !/^[\d.]+$/.test(host) && !host.includes(":");
}
