import { apiRoutes } from "#app/http/api/api.server.ts";
import { linkCart } from "#app/http/api/cart-calls.ts";
import { answerCart, usableCartId } from "#app/http/api/cart.server.ts";
import { findCart } from "#app/models/cart/cart.server.ts";
import { mergeGuestCart } from "#app/models/cart/merge.server.ts";
import { ok, refused } from "#app/models/shared/result.ts";

const doors = apiRoutes(linkCart, async ({ params, body, visitor, now }) => {
  const { customer } = visitor;
  // The answer must not tell whether another customer exists.
  if (body.customerId !== customer.id) return refused("NOT_FOUND");
  const id = await usableCartId(params["id"], visitor);
  if (!id.ok) return id;
  const { cartId } = await mergeGuestCart(customer.id, id.value, now);
  const cart = cartId && (await findCart(cartId));
  return cart ? ok(await answerCart(cart, { visitor, now })) : refused("cart-not-found");
});

export const loader = doors.loader;
export const action = doors.action;
