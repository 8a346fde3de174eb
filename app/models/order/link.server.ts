import { isSameHash, hmac, hmacs } from "#app/db/hmac.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";

/** Every email about the order has a new link. */
const LINK_DAYS = 30;
const DAY_SECONDS = 86_400;
/** 132 bits. */
const MAC_LENGTH = 22;
const PURPOSE = "order link";

/** The end in seconds, base 36, and the signature of that and the id. */
export function orderLinkKey(orderId: OrderId, now: Date): string {
  const end = (Math.floor(now.getTime() / 1000) + LINK_DAYS * DAY_SECONDS).toString(36);
  return `${end}.${hmac(PURPOSE, `${orderId} ${end}`).slice(0, MAC_LENGTH)}`;
}

export function isOrderLinkKey(orderId: OrderId, key: string, now: Date): boolean {
  const [, end = "", mac = ""] = /^([0-9a-z]{1,9})\.([A-Za-z0-9_-]{22})$/.exec(key) ?? [];
  if (mac === "" || Number.parseInt(end, 36) * 1000 < now.getTime()) return false;
  return hmacs(PURPOSE, `${orderId} ${end}`).some((hash) => isSameHash(mac, hash.slice(0, MAC_LENGTH)));
}
