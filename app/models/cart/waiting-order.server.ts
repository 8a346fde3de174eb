/**
 * A cart whose order waits for its payment retains its id: the orders that must not be paid beside each other are found
 * by it (decision 0006).
 */
import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { CartId } from "#app/models/shared/ids.ts";

/** For a query of `carts`. */
export const hasWaitingOrder = sql<boolean>`EXISTS (
  SELECT 1 FROM orders WHERE orders.cart_id = carts.id AND orders.status IN ('awaiting-payment', 'payment-review')
)`;

/** Call it in the transaction that holds the cart. */
export async function isOrderWaiting(cartId: CartId): Promise<boolean> {
  const row = await db()
    .selectFrom("carts")
    .select("id")
    .where("id", "=", cartId)
    .where(hasWaitingOrder)
    .executeTakeFirst();
  return row !== undefined;
}

type Direction = Readonly<{ from: CartId; into: CartId }>;

/**
 * Turned round if an order of `from` waits and none of `into`; null if orders of both wait, so that both carts have to
 * stay. Call it in the transaction that holds both.
 */
export async function mergeDirection({ from, into }: Direction): Promise<Direction | null> {
  if (!(await isOrderWaiting(from))) return { from, into };
  return (await isOrderWaiting(into)) ? null : { from: into, into: from };
}
