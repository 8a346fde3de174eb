import { currentVisit } from "#app/http/request/current-cart.server.ts";
import { readGuestMarker } from "#app/http/session/guest-marker.server.ts";
import { readSession } from "#app/http/session/session.server.ts";
import type { CartId, CustomerId, OrderId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

export type SessionVisitor = Readonly<{
  customerId: CustomerId | null;
  cartId: CartId | null;
  /** The guest marker (requirement marketing-1), or null. */
  marker: string | null;
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

export function sessionCartId(
  id: string | undefined,
  { cartId }: SessionVisitor,
): Result<CartId, "cart-not-found"> {
  return cartId !== null && cartId === id ? ok(cartId) : refused("cart-not-found");
}
