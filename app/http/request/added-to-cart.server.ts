import { addedToCart, type AddedToCart } from "#app/models/cart/added-to-cart.ts";
import { priceCart } from "#app/models/cart/cart.server.ts";
import { isCartLineId } from "#app/models/shared/ids.ts";

import { currentCart } from "./current-cart.server.ts";

/** Ids of lines, with spaces between them. */
export const ADDED_PARAMETER = "added";
/** More than are added at once. */
const LINES_MAX = 10;

/** Null where the address asks for none. A line of another cart is ignored. */
export async function findAddedToCart(request: Request, now: Date = new Date()): Promise<AddedToCart | null> {
  const named = new URL(request.url).searchParams.get(ADDED_PARAMETER) ?? "";
  const lineIds = named.split(" ", LINES_MAX).filter(isCartLineId);
  if (lineIds.length === 0) return null;
  const cart = await currentCart(request);
  return cart && addedToCart(cart, lineIds, await priceCart(cart, { now }));
}
