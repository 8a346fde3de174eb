import { readCartId, type WithHeaders } from "#app/http/session/cookies.server.ts";
import { customerSessionOf } from "#app/http/session/customer-session.server.ts";
import { readGuestMarker } from "#app/http/session/guest-marker.server.ts";
import { findCart } from "#app/models/cart/cart.server.ts";
import type { Cart } from "#app/models/cart/cart.ts";
import { type CartGlance, findUsableCart, mergeGuestCart } from "#app/models/cart/merge.server.ts";
import { linkGuestCart } from "#app/models/marketing/guest-tracking.server.ts";
import type { CartId, CustomerId } from "#app/models/shared/ids.ts";

import { findVisitor } from "./require-customer.server.ts";

export async function currentCart(request: Request): Promise<Cart | null> {
  const id = await currentCartId(request);
  return id && findCart(id);
}

/** The cookie's cart if that is a guest's or its customer's, else the customer's own. */
export async function currentCartId(request: Request): Promise<CartId | null> {
  return (await currentVisit(request)).cartId;
}

export type Visit = Readonly<{
  customerId: CustomerId | null;
  cartId: CartId | null;
  cart: CartGlance | null;
}>;

const visits = new WeakMap<object, Promise<Visit>>();

/** Looked up once for all loaders of a page, which share a session; an action may change it. */
export function currentVisit(request: WithHeaders & Readonly<{ method?: string }>): Promise<Visit> {
  const session = customerSessionOf(request);
  const visit = visits.get(session) ?? findVisit(request);
  if (request.method === "GET") visits.set(session, visit);
  return visit;
}

async function findVisit(request: WithHeaders): Promise<Visit> {
  const [id, customer] = await Promise.all([readCartId(request), findVisitor(request)]);
  const customerId = customer?.id ?? null;
  const cart = await findUsableCart(id, customerId);
  return { customerId, cartId: cart?.id ?? null, cart };
}

/** Returns the id that the browser must remember. */
export async function assignCartToCustomer(request: Request, cartId: CartId, now: Date): Promise<CartId> {
  const customer = await findVisitor(request);
  if (!customer) {
    await linkMarkedGuestCart(request, cartId, now);
    return cartId;
  }
  const { cartId: stored } = await mergeGuestCart(customer.id, cartId, now);
  return stored ?? cartId;
}

/** Links the cart of a guest who was marked after filling it, at its next change (requirement marketing-2). */
export async function linkMarkedGuestCart(request: Request, cartId: CartId, now: Date): Promise<void> {
  await linkGuestCart(cartId, await readGuestMarker(request), now);
}
