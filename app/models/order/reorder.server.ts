/** Ordering the same again: what can still be had goes into the basket, the rest is said. */
import { addToCart } from "#app/models/cart/cart.server.ts";
import { findLowStock, findSaleables } from "#app/models/cart/line.server.ts";
import type { CartId } from "#app/models/shared/ids.ts";

import type { Availability } from "./customer-order.ts";
import type { Order } from "./order.ts";

/** What of the order could be put into this basket now, line by line. */
export async function listAvailability(
  { lines }: Pick<Order, "lines">,
  cartId: CartId | null,
): Promise<ReadonlyArray<Availability>> {
  const lowFrom = await findLowStock();
  const saleables = await findSaleables(
    lines.map(({ variantId }) => variantId),
    { lowFrom, cartId },
  );
  return lines.map(({ variantId, quantity }) => {
    const shown = saleables.get(variantId)?.shown;
    const maximum = shown?.isForSale ? shown.quantityMaximum : 0;
    const available = shown && maximum >= shown.quantityMinimum ? maximum : 0;
    return { variantId, quantity, available };
  });
}

export type OrderedAgain = Readonly<{
  /** The basket that the goods are in, or null when none of them could be had. */
  cartId: CartId | null;
  /** Lines of which something went into the basket. */
  added: number;
}>;

/** Puts what there is of the order into the basket, each line as far as stock and limits go. */
export async function orderAgain(
  order: Pick<Order, "lines">,
  cartId: CartId | null,
  now: Date,
): Promise<OrderedAgain> {
  let again: OrderedAgain = { cartId, added: 0 };
  const lines = await listAvailability(order, cartId);
  for (const [index, { variantId, quantity, available }] of lines.entries()) {
    if (available <= 0) continue;
    const items = [{ variantId, quantity: Math.min(quantity, available) }];
    // A millisecond apart, so that the basket keeps the order of the lines.
    const added = await addToCart(again.cartId, items, new Date(now.getTime() + index));
    // A line that the basket has no more room for is left out, as one that is sold out would be.
    if (added.ok) again = { cartId: added.value.cart.id, added: again.added + 1 };
  }
  return again;
}
