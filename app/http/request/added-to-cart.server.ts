import { addedToCart, type AddedToCart } from "#app/models/cart/added-to-cart.ts";
import { priceCart } from "#app/models/cart/cart.server.ts";
import { isCartLineId } from "#app/models/shared/ids.ts";

import { currentCart } from "./current-cart.server.ts";

export const ADDED_PARAMETER = "added";

/** Null where the address asks for none. A line of another cart is ignored. */
export async function findAddedToCart(request: Request, now: Date = new Date()): Promise<AddedToCart | null> {
  const lineId = new URL(request.url).searchParams.get(ADDED_PARAMETER);
  if (!isCartLineId(lineId)) return null;
  const cart = await currentCart(request);
  return cart && addedToCart(cart, lineId, await priceCart(cart, { now }));
}
