/** GET /api/carts/{id} */
import { apiDoors } from "#app/http/api.server.ts";
import { answerCart, usableCartId } from "#app/http/api-cart.server.ts";
import { getCart } from "#app/http/json/cart-calls.ts";
import { findCart } from "#app/models/cart.server.ts";
import { ok, refused } from "#app/models/result.ts";

const doors = apiDoors(getCart, async ({ params, visitor, now }) => {
  const id = await usableCartId(params["id"], visitor);
  if (!id.ok) return id;
  const cart = await findCart(id.value);
  return cart ? ok(await answerCart(cart, { visitor, now })) : refused("cart-not-found");
});

export const loader = doors.loader;
export const action = doors.action;
