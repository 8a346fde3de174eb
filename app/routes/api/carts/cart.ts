import { apiRoutes } from "#app/http/api/api.server.ts";
import { getCart } from "#app/http/api/cart-calls.ts";
import { answerCart, usableCartId } from "#app/http/api/cart.server.ts";
import { findCart } from "#app/models/cart/cart.server.ts";
import { ok, refused } from "#app/models/shared/result.ts";

const doors = apiRoutes(getCart, async ({ params, visitor, now }) => {
  const id = await usableCartId(params["id"], visitor);
  if (!id.ok) return id;
  const cart = await findCart(id.value);
  return cart ? ok(await answerCart(cart, { visitor, now })) : refused("cart-not-found");
});

export const loader = doors.loader;
export const action = doors.action;
