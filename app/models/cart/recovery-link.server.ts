import { isSameHash, hmac, hmacs } from "#app/db/hmac.server.ts";
import { configuredOrigin } from "#app/db/configured-origin.server.ts";
import type { CartId } from "#app/models/shared/ids.ts";

/** Days until a signature ends; then the link counts as unsigned. */
export const RECOVERY_LINK_DAYS = 14;
const DAY_MS = 86_400_000;
const MAC_LENGTH = 22;

/**
 * "recovery" opens the cart itself, for the reader of our email; "checkout" copies its items, for answers of the API,
 * because whoever asked keeps the cart's id.
 */
export const LINK_PURPOSES = ["recovery", "checkout"] as const;

export type LinkPurpose = (typeof LINK_PURPOSES)[number];

/** The same all day, so that a marketing record does not change with each request. */
export function recoveryAddress(cartId: CartId, now = new Date(), purpose: LinkPurpose = "recovery"): string {
  // The day on which it ends, in base 36, counted from the end of today, so that no link ends early.
  const end = (Math.floor(now.getTime() / DAY_MS) + 1 + RECOVERY_LINK_DAYS).toString(36);
  const mac = hmac(`cart ${purpose}`, `${cartId} ${end}`).slice(0, MAC_LENGTH);
  return `${configuredOrigin()}/cart-recovery/${cartId}?sig=${end}.${mac}`;
}

/** What `sig` was signed for; null if it is not ours, has ended or is of another cart. */
export function signedPurpose(cartId: CartId, sig: string | null, now = new Date()): LinkPurpose | null {
  const [, end = "", mac = ""] = /^([0-9a-z]{1,6})\.([A-Za-z0-9_-]{22})$/.exec(sig ?? "") ?? [];
  if (mac === "" || Number.parseInt(end, 36) * DAY_MS <= now.getTime()) return null;
  const isFor = (purpose: LinkPurpose) =>
    hmacs(`cart ${purpose}`, `${cartId} ${end}`).some((hash) => isSameHash(mac, hash.slice(0, MAC_LENGTH)));
  return LINK_PURPOSES.find(isFor) ?? null;
}
