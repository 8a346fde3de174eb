import { db } from "#app/db/db.server.ts";
import type { CartId } from "#app/models/shared/ids.ts";

import { untilText } from "./format-date.ts";
import type { Store } from "./store.ts";

const MINUTE_MS = 60_000;

/** Orders of other carts that may still end unpaid, the first to end first; without those whose bank is deciding, for days. */
export function otherCheckouts(cartId: CartId) {
  return db()
    .selectFrom("orders")
    .innerJoin("payments", "payments.order_id", "orders.id")
    .select("orders.expires_at")
    .where("orders.status", "=", "awaiting-payment")
    .where("orders.cart_id", "<>", cartId)
    .where("payments.status", "<>", "processing")
    .orderBy("orders.expires_at");
}

/** The whole minute by which the clock releases what was held until `end` (ISO 8601), at its usual pace; `now` once that is past. */
export function releasedAt(end: string, now: Date): Date {
  return new Date(Math.max(now.getTime(), Math.ceil(Date.parse(end) / MINUTE_MS + 1) * MINUTE_MS));
}

/** "in another checkout until 14:31. Try again then". `end` is ISO 8601. */
export function heldText(end: string, now: Date, place: Pick<Store, "locale" | "timeZone">): string {
  const released = releasedAt(end, now);
  if (released <= now) return "in another checkout. Try again in a few minutes";
  return `in another checkout until ${untilText(released.toISOString(), now, place)}. Try again then`;
}
