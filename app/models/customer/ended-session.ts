/**
 * "away": idle or too old; "password-changed": ended by a new password; "ended": in another browser, or so long ago
 * that its row is gone. "left": the customer logged out, in another window than the one that sends a form.
 */
export type SessionEnd = "away" | "account-deleted" | "password-changed" | "ended" | "left";

/** In forms of an account: the id of the customer for whom it was opened. */
export const OWNER_FIELD = "account";

export type UnsentWork = Readonly<{ hasBasket: boolean; hasTyped: boolean }>;

const REASONS: Readonly<Record<SessionEnd, string>> = {
  away: "We logged you out because you were away for a while.",
  "account-deleted": "Your account has been deleted, so you are no longer logged in.",
  "password-changed": "You are no longer logged in here. Your password was changed recently.",
  ended: "You are no longer logged in here.",
  left: "You logged out in another window.",
};

/** At most 160 characters. */
export function sessionEndText(end: SessionEnd, { hasBasket, hasTyped }: UnsentWork): string {
  if (end === "account-deleted") return REASONS[end];
  const saved = savedText(hasBasket, hasTyped);
  return `${REASONS[end]} Log in again to continue.${saved && ` ${saved}`}`;
}

function savedText(hasBasket: boolean, hasTyped: boolean): string {
  if (hasBasket && hasTyped) return "Your basket and what you typed are saved.";
  if (hasBasket) return "Your basket is saved.";
  return hasTyped ? "What you typed is saved." : "";
}
