/** Which cart a call speaks of, and what it is answered. */
import { shopOrigin } from "#app/http/request/origin.server.ts";
import { priceCart } from "#app/models/cart/cart.server.ts";
import type { Cart } from "#app/models/cart/cart.ts";
import { findUsableCartId } from "#app/models/cart/merge.server.ts";
import { type CartId, isCartId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

import { cartAnswer, endedCartAnswer } from "./cart-json.ts";
import type { ApiVisitor } from "./customer.server.ts";

/**
 * `id` as this caller may use it (reading 19): while the cart is nobody's the id is enough, a customer's needs the
 * customer as well. Somebody else's and none get the same answer.
 */
export async function usableCartId(
  id: string | undefined,
  visitor: ApiVisitor | null,
): Promise<Result<CartId, "cart-not-found">> {
  if (!isCartId(id)) return refused("cart-not-found");
  const usable = await findUsableCartId(id, visitor?.customer.id ?? null);
  return usable === id ? ok(id) : refused("cart-not-found");
}

type Asked = Readonly<{ visitor: ApiVisitor | null; now: Date }>;

/** `cart` on the wire, priced as of `now`. Only its own customer is told an e-mail address. */
export async function answerCart(cart: Cart, { visitor, now }: Asked) {
  const { totals } = await priceCart(cart, { now });
  const isOwn = visitor !== null && cart.customerId === visitor.customer.id;
  const email = isOwn ? (cart.email ?? visitor.customer.email) : null;
  return cartAnswer({ cart, totals }, { origin: shopOrigin(), email });
}

/** What is left after a change: the cart, or none once its last line is gone (reading 21). */
export async function answerChanged(id: CartId, cart: Cart | null, asked: Asked) {
  return cart ? answerCart(cart, asked) : endedCartAnswer(id, asked.visitor?.customer.id ?? null);
}
