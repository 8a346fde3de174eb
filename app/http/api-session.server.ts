/** Who calls the API from a page of the shop: told by the browser's own cookies, never by what the call claims. */
import type { CartId, CustomerId, OrderId } from "#app/models/ids.ts";
import { ok, refused, type Result } from "#app/models/result.ts";

import { currentVisit } from "./current-cart.server.ts";
import { readGuestMarker } from "./guest-marker.server.ts";
import { readSession } from "./session.server.ts";

export type SessionVisitor = Readonly<{
  customerId: CustomerId | null;
  /** The cart that this browser may use, or null. */
  cartId: CartId | null;
  /** Whom the marketing service knows this guest as (reading 15), or null. */
  marker: string | null;
  /** Orders that this browser placed, the latest first. */
  orderIds: ReadonlyArray<OrderId>;
}>;

export async function readSessionVisitor(request: Request): Promise<SessionVisitor> {
  const [visit, marker, session] = await Promise.all([
    currentVisit(request),
    readGuestMarker(request),
    readSession(request),
  ]);
  return { ...visit, marker, orderIds: session.orderIds() };
}

/** The session's cart, when it is the one that the address names. Any other is as good as none. */
export function sessionCartId(
  id: string | undefined,
  { cartId }: SessionVisitor,
): Result<CartId, "cart-not-found"> {
  return cartId !== null && cartId === id ? ok(cartId) : refused("cart-not-found");
}
