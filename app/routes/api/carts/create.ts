import { apiRoutes } from "#app/http/api/api.server.ts";
import { createCartCall } from "#app/http/api/cart-calls.ts";
import { cartItems } from "#app/http/api/cart-json.ts";
import { answerCart } from "#app/http/api/cart.server.ts";
import { logger } from "#app/http/server/log.server.ts";
import { addToCart, findCart } from "#app/models/cart/cart.server.ts";
import type { Cart } from "#app/models/cart/cart.ts";
import { mergeGuestCart } from "#app/models/cart/merge.server.ts";
import { answerRepeatsWith, oncePerKey, type RepeatedCall } from "#app/models/cart/repeated-call.server.ts";
import type { CustomerId } from "#app/models/shared/ids.ts";
import { ok } from "#app/models/shared/result.ts";

const doors = apiRoutes(createCartCall, async ({ body, visitor, repeat, now }) => {
  const made = await oncePerKey(repeat, now, async () => {
    const added = await addToCart(null, cartItems(body.line_items), now);
    return added.ok ? ok(added.value.cart) : added;
  });
  if (!made.ok) return made;
  const customerId = visitor?.customer.id;
  const cart = customerId ? await linked(made.value, { customerId, repeat }, now) : made.value;
  return ok(await answerCart(cart, { visitor, now }));
});

type Link = Readonly<{ customerId: CustomerId; repeat: RepeatedCall | null }>;

/**
 * The cart with the items, which is an older one while its order waits. The call succeeds even if linking fails; the
 * client can link the cart itself (requirement api-6). Not in the transaction that made the cart, which a failure of the
 * database ends.
 */
async function linked(cart: Cart, { customerId, repeat }: Link, now: Date): Promise<Cart> {
  if (cart.customerId === customerId) return cart;
  try {
    const { cartId } = await mergeGuestCart(customerId, cart.id, now);
    if (repeat && cartId) await answerRepeatsWith(repeat, cartId);
    return (cartId && (await findCart(cartId))) ?? cart;
  } catch (error) {
    logger.error({ err: error, customerId }, "the new basket could not be linked");
  }
  return (await findCart(cart.id)) ?? cart;
}

export const loader = doors.loader;
export const action = doors.action;
