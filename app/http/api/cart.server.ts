import { shopOrigin } from "#app/http/request/origin.server.ts";
import { priceCart } from "#app/models/cart/cart.server.ts";
import type { Cart } from "#app/models/cart/cart.ts";
import { findUsableCart } from "#app/models/cart/merge.server.ts";
import { recoveryAddress } from "#app/models/cart/recovery-link.server.ts";
import { type CartId, isCartId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

import { cartAnswer, endedCartAnswer } from "./cart-json.ts";
import type { ApiVisitor } from "./customer.server.ts";

/** The same answer for another customer's cart and for one that does not exist (requirement cart-1). */
export async function usableCartId(
  id: string | undefined,
  visitor: ApiVisitor | null,
): Promise<Result<CartId, "cart-not-found">> {
  if (!isCartId(id)) return refused("cart-not-found");
  const usable = await findUsableCart(id, visitor?.customer.id ?? null);
  return usable?.id === id ? ok(id) : refused("cart-not-found");
}

type RequestedCart = Readonly<{ visitor: ApiVisitor | null; now: Date }>;

/** Only its own customer gets the email address. */
export async function answerCart(cart: Cart, { visitor, now }: RequestedCart) {
  const { totals } = await priceCart(cart, { now });
  const isOwn = visitor !== null && cart.customerId === visitor.customer.id;
  const email = isOwn ? (cart.email ?? visitor.customer.email) : null;
  const checkoutUrl = recoveryAddress(cart.id, now, "checkout");
  return cartAnswer({ cart, totals }, { origin: shopOrigin(), email, checkoutUrl });
}

export async function answerChanged(id: CartId, cart: Cart | null, requested: RequestedCart) {
  return cart ? answerCart(cart, requested) : endedCartAnswer(id, requested.visitor?.customer.id ?? null);
}
