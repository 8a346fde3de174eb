import { isSameHash, hmac, hmacs } from "#app/db/hmac.server.ts";
import { configuredOrigin } from "#app/db/configured-origin.server.ts";
import type { CartId } from "#app/models/shared/ids.ts";

/** Days until a signature ends; then the link counts as unsigned. */
export const RECOVERY_LINK_DAYS = 14;
const DAY_MS = 86_400_000;
const MAC_LENGTH = 22;
const PURPOSE = "cart recovery";

/** The same all day, so that a marketing record does not change with each request. */
export function recoveryAddress(cartId: CartId, now: Date = new Date()): string {
  return `${configuredOrigin()}/cart-recovery/${cartId}?sig=${recoverySignature(cartId, now)}`;
}

/** The day on which it ends, in base 36, and the signature of that day and the id. */
export function recoverySignature(cartId: CartId, now: Date): string {
  // Counted from the end of today, so that no link ends early.
  const end = (Math.floor(now.getTime() / DAY_MS) + 1 + RECOVERY_LINK_DAYS).toString(36);
  return `${end}.${hmac(PURPOSE, `${cartId} ${end}`).slice(0, MAC_LENGTH)}`;
}

export function isSignedRecovery(cartId: CartId, sig: string | null, now: Date = new Date()): boolean {
  const [, end = "", mac = ""] = /^([0-9a-z]{1,6})\.([A-Za-z0-9_-]{22})$/.exec(sig ?? "") ?? [];
  if (mac === "" || Number.parseInt(end, 36) * DAY_MS <= now.getTime()) return false;
  return hmacs(PURPOSE, `${cartId} ${end}`).some((hash) => isSameHash(mac, hash.slice(0, MAC_LENGTH)));
}
