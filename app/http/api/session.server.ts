/** Who calls the API from a page of the shop: told by the browser's own cookies, never by what the call claims. */
import { currentVisit } from "#app/http/request/current-cart.server.ts";
import { readGuestMarker } from "#app/http/session/guest-marker.server.ts";
import { readSession } from "#app/http/session/session.server.ts";
import type { CartId, CustomerId, OrderId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

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
