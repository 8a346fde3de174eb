import { addToCart } from "#app/models/cart/cart.server.ts";
import { findSaleables } from "#app/models/cart/line.server.ts";
import type { CartId } from "#app/models/shared/ids.ts";
import { findSaleTerms } from "#app/models/store/store.server.ts";

import type { LineAvailability } from "./customer-order.ts";
import type { Order } from "./order.ts";

/** Which lines of the order could be added to this cart now. */
export async function listAvailability(
  { lines }: Pick<Order, "lines">,
  cartId: CartId | null,
): Promise<ReadonlyArray<LineAvailability>> {
  const terms = await findSaleTerms();
  const saleables = await findSaleables(
    lines.map(({ variantId }) => variantId),
    { terms, cartId },
  );
  return lines.map(({ variantId, quantity }) => {
    const shown = saleables.get(variantId)?.shown;
    const maximum = shown?.isForSale ? shown.quantityMaximum : 0;
    const available = shown && maximum >= shown.quantityMinimum ? maximum : 0;
    return { variantId, quantity, available };
  });
}

export type OrderedAgain = Readonly<{
  /** The cart, or null if nothing could be added. */
  cartId: CartId | null;
  added: number;
}>;

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
    // A millisecond apart, so that the lines keep their order.
    const added = await addToCart(again.cartId, items, new Date(now.getTime() + index));
    // A line for which the cart has no room is left out.
    if (added.ok) again = { cartId: added.value.cart.id, added: again.added + 1 };
  }
  return again;
}
