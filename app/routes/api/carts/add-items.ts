import { apiRoutes } from "#app/http/api/api.server.ts";
import { addItems } from "#app/http/api/cart-calls.ts";
import { cartItems } from "#app/http/api/cart-json.ts";
import { answerCart, usableCartId } from "#app/http/api/cart.server.ts";
import { oncePerKey } from "#app/models/cart/repeated-call.server.ts";
import { addToLivingCart } from "#app/models/cart/update-line.server.ts";
import { ok } from "#app/models/shared/result.ts";

const doors = apiRoutes(addItems, async ({ params, body, visitor, repeat, now }) => {
  const id = await usableCartId(params["id"], visitor);
  if (!id.ok) return id;
  const changed = await oncePerKey(repeat, now, async () => {
    const added = await addToLivingCart(id.value, cartItems(body.line_items), now);
    return added.ok ? ok(added.value.cart) : added;
  });
  return changed.ok ? ok(await answerCart(changed.value, { visitor, now })) : changed;
});

export const loader = doors.loader;
export const action = doors.action;
