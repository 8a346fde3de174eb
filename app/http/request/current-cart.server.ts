/** The cart of whoever is asking: from the cookie to its lines. */
import { readCartId, type WithHeaders } from "#app/http/session/cookies.server.ts";
import { readGuestMarker } from "#app/http/session/guest-marker.server.ts";
import { findCart } from "#app/models/cart/cart.server.ts";
import type { Cart } from "#app/models/cart/cart.ts";
import { findUsableCartId, takeOverCart } from "#app/models/cart/merge.server.ts";
import { linkGuestCart } from "#app/models/marketing/guest-tracking.server.ts";
import type { CartId, CustomerId } from "#app/models/shared/ids.ts";

import { findVisitor } from "./require-customer.server.ts";

/** This browser's cart, or null when it has none or its id is dead. */
export async function currentCart(request: Request): Promise<Cart | null> {
  const id = await currentCartId(request);
  return id && findCart(id);
}

/**
 * The id of the cart that this browser may use: the one its cookie names while that is nobody's or its customer's,
 * else the one its customer has.
 */
export async function currentCartId(request: Request): Promise<CartId | null> {
  return (await currentVisit(request)).cartId;
}

/** Who is asking, and the cart they may use. */
export type Visit = Readonly<{ customerId: CustomerId | null; cartId: CartId | null }>;

/** For pages that need both, so that the session is looked up once. */
export async function currentVisit(request: WithHeaders): Promise<Visit> {
  const [id, customer] = await Promise.all([readCartId(request), findVisitor(request)]);
  const customerId = customer?.id ?? null;
  return { customerId, cartId: await findUsableCartId(id, customerId) };
}

/**
 * Makes a cart that was just made the customer's, where one is logged in, or else known to be the marked guest's.
 * Answers with the id to remember.
 */
export async function keepForCustomer(request: Request, cartId: CartId, now: Date): Promise<CartId> {
  const customer = await findVisitor(request);
  if (!customer) {
    await keepForMarked(request, cartId, now);
    return cartId;
  }
  const { cartId: kept } = await takeOverCart(customer.id, cartId, now);
  return kept ?? cartId;
}

/** Whoever was marked after they had filled a cart: it is known to be theirs from its next change on (reading 29). */
export async function keepForMarked(request: Request, cartId: CartId, now: Date): Promise<void> {
  await linkGuestCart(cartId, await readGuestMarker(request), now);
}
