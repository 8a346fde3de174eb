/** The cart of whoever is asking: from the cookie to its lines. */
import type { Cart } from "#app/models/cart.ts";
import { findCart } from "#app/models/cart.server.ts";

import { readCartId } from "./cookies.server.ts";

/** This browser's cart, or null when it has none or its id is dead. */
export async function currentCart(request: Request): Promise<Cart | null> {
  const id = await readCartId(request);
  return id && findCart(id);
}
