import { db, inTransaction, transact } from "#app/db/db.server.ts";
import type { CartId } from "#app/models/shared/ids.ts";
import { ok } from "#app/models/shared/result.ts";

import { queueContact } from "./contact.server.ts";
import { queueCartSync } from "./sync-outbox.server.ts";

type Marked = Readonly<{ email: string; cartId: CartId | null; source: string }>;

/** Returns the value of the guest marker (`setGuestMarker`). It subscribes nobody: that takes `queueContact`. */
export async function markGuest({ email, cartId, source }: Marked, now: Date): Promise<string> {
  const done = await transact(async () => {
    const id = await queueContact({ email, state: "nonSubscribed", source, at: now });
    await linkGuestCart(cartId, id, now);
    return ok(id);
  });
  return done.value;
}

/** Does nothing for a customer's cart, for one that is gone or linked, or for the marker "guest". */
export async function linkGuestCart(cartId: CartId | null, marker: string | null, now: Date): Promise<void> {
  if (cartId === null || marker === null || marker === "guest") return;
  await inTransaction(async () => {
    const cart = await db()
      .selectFrom("carts")
      .leftJoin("marketing_carts", "marketing_carts.cart_id", "carts.id")
      .select(["marketing_carts.contact_id as contactId", "marketing_carts.is_suppressed as isWithdrawn"])
      .where("carts.id", "=", cartId)
      .where("carts.customer_id", "is", null)
      .executeTakeFirst();
    const isTheirs = cart?.contactId === marker && cart.isWithdrawn === 0;
    if (cart && !isTheirs) await queueCartSync(cartId, { contact_id: marker }, now);
  });
}
