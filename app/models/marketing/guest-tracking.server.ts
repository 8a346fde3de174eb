/** Guests whom the marketing service knows, because they agreed or came by its link: whose carts it may be told of. */
import { db, transact } from "#app/db/db.server.ts";
import type { CartId } from "#app/models/shared/ids.ts";
import { ok } from "#app/models/shared/result.ts";

import { queueContact } from "./contact.server.ts";
import { wantCart } from "./sync-outbox.server.ts";

/** `source`: where they agreed, in a word: "checkout". */
type Marked = Readonly<{ email: string; cartId: CartId | null; source: string }>;

/**
 * The guest agreed to reminders about their cart: from now on its record is kept. Answers with what the guest marker is
 * to hold (`setGuestMarker`). It subscribes nobody: that takes `queueContact`.
 */
export async function markGuest({ email, cartId, source }: Marked, now: Date): Promise<string> {
  const done = await transact(async () => {
    const id = await queueContact({ email, state: "nonSubscribed", source, at: now });
    await linkGuestCart(cartId, id, now);
    return ok(id);
  });
  return done.value;
}

/**
 * Keeps the record of a guest's cart for whom their marker names. Nothing for a customer's cart, for one that is gone or
 * known to be theirs already, and for the marker "guest", which names nobody.
 */
export async function linkGuestCart(cartId: CartId | null, marker: string | null, now: Date): Promise<void> {
  if (cartId === null || marker === null || marker === "guest") return;
  await transact(async () => {
    const cart = await db()
      .selectFrom("carts")
      .leftJoin("marketing_carts", "marketing_carts.cart_id", "carts.id")
      .select(["marketing_carts.contact_id as contactId", "marketing_carts.is_withdrawn as isWithdrawn"])
      .where("carts.id", "=", cartId)
      .where("carts.customer_id", "is", null)
      .executeTakeFirst();
    const isTheirs = cart?.contactId === marker && cart.isWithdrawn === 0;
    if (cart && !isTheirs) await wantCart(cartId, { contact_id: marker }, now);
    return ok(null);
  });
}
