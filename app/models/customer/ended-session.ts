/** Why a customer's session is over, as far as the shop knows, and what the login page says about it. */

/**
 * "away": idle or too old. "account-deleted": there is no such customer any more. "password-changed": ended, and the
 * password is a new one. "ended": ended in another browser, or so long ago that nothing is left of it.
 */
export type SessionEnd = "away" | "account-deleted" | "password-changed" | "ended";

/** What waits for the customer until they have logged in again. */
export type Waiting = Readonly<{ hasBasket: boolean; hasTyped: boolean }>;

const REASONS: Readonly<Record<SessionEnd, string>> = {
  away: "You were away for a while, so we logged you out.",
  "account-deleted": "Your account has been deleted, so you are no longer logged in.",
  "password-changed": "You are no longer logged in here. Your password was changed recently.",
  ended: "You are no longer logged in here.",
};

/** The line on the login page: what happened, what to do, and what is saved. At most 160 characters. */
export function sessionEndText(end: SessionEnd, { hasBasket, hasTyped }: Waiting): string {
  if (end === "account-deleted") return REASONS[end];
  const saved = savedText(hasBasket, hasTyped);
  return `${REASONS[end]} Log in again to continue.${saved && ` ${saved}`}`;
}

function savedText(hasBasket: boolean, hasTyped: boolean): string {
  if (hasBasket && hasTyped) return "Your basket and what you typed are saved.";
  if (hasBasket) return "Your basket is saved.";
  return hasTyped ? "What you typed is saved." : "";
}
