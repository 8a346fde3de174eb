import { apiEndpoints } from "#app/http/api/api.server.ts";
import { CART_CALLS } from "#app/http/api/cart-calls.ts";
import { cartItems } from "#app/http/api/cart-json.ts";
import { answerCart, answerChanged, usableCartId } from "#app/http/api/cart.server.ts";
import { logger } from "#app/http/server/log.server.ts";
import { addToCart, findCart } from "#app/models/cart/cart.server.ts";
import { type Cart } from "#app/models/cart/cart.ts";
import { mergeGuestCart } from "#app/models/cart/merge.server.ts";
import { answerRepeatsWith, oncePerKey, type RepeatedCall } from "#app/models/cart/repeated-call.server.ts";
import { addToLivingCart, removeLine, setQuantity } from "#app/models/cart/update-line.server.ts";
import { type CustomerId, isCartLineId } from "#app/models/shared/ids.ts";
import { ok, refused } from "#app/models/shared/result.ts";

export const cartEndpoints = apiEndpoints(CART_CALLS, {
  createCart: async ({ body, visitor, repeat, now }) => {
    const made = await oncePerKey(repeat, now, async () => {
      const added = await addToCart(null, cartItems(body.line_items), now);
      return added.ok ? ok(added.value.cart) : added;
    });
    if (!made.ok) return made;
    const customerId = visitor?.customer.id;
    const cart = customerId ? await linked(made.value, { customerId, repeat }, now) : made.value;
    return ok(await answerCart(cart, { visitor, now }));
  },

  getCart: async ({ params, visitor, now }) => {
    const id = await usableCartId(params["id"], visitor);
    if (!id.ok) return id;
    const cart = await findCart(id.value);
    return cart ? ok(await answerCart(cart, { visitor, now })) : refused("cart-not-found");
  },

  addItems: async ({ params, body, visitor, repeat, now }) => {
    const id = await usableCartId(params["id"], visitor);
    if (!id.ok) return id;
    const changed = await oncePerKey(repeat, now, async () => {
      const added = await addToLivingCart(id.value, cartItems(body.line_items), now);
      return added.ok ? ok(added.value.cart) : added;
    });
    return changed.ok ? ok(await answerCart(changed.value, { visitor, now })) : changed;
  },

  updateItems: async ({ params, body, visitor, now }) => {
    const id = await usableCartId(params["id"], visitor);
    if (!id.ok) return id;
    const lineId = params["itemId"];
    if (!isCartLineId(lineId)) return refused("line-not-found");
    const { product_id: productId, variant_id: variantId, quantity } = body.line_item;
    const changed = await setQuantity(id.value, { lineId, productId, variantId, quantity }, now);
    return changed.ok ? ok(await answerChanged(id.value, changed.value.cart, { visitor, now })) : changed;
  },

  deleteItems: async ({ params, visitor, now }) => {
    const id = await usableCartId(params["id"], visitor);
    if (!id.ok) return id;
    const lineId = params["itemId"];
    if (!isCartLineId(lineId)) return refused("line-not-found");
    const changed = await removeLine(id.value, lineId, now);
    return changed.ok ? ok(await answerChanged(id.value, changed.value.cart, { visitor, now })) : changed;
  },

  linkCart: async ({ params, body, visitor, now }) => {
    const { customer } = visitor;
    // The answer must not tell whether another customer exists.
    if (body.customerId !== customer.id) return refused("NOT_FOUND");
    const id = await usableCartId(params["id"], visitor);
    if (!id.ok) return id;
    const { cartId } = await mergeGuestCart(customer.id, id.value, now);
    const cart = cartId && (await findCart(cartId));
    return cart ? ok(await answerCart(cart, { visitor, now })) : refused("cart-not-found");
  },
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
