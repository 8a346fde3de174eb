import { apiRoutes } from "#app/http/api/api.server.ts";
import { updateItem } from "#app/http/api/cart-calls.ts";
import { answerChanged, usableCartId } from "#app/http/api/cart.server.ts";
import { setQuantity } from "#app/models/cart/update-line.server.ts";
import { isCartLineId } from "#app/models/shared/ids.ts";
import { ok, refused } from "#app/models/shared/result.ts";

const doors = apiRoutes(updateItem, async ({ params, body, visitor, now }) => {
  const id = await usableCartId(params["id"], visitor);
  if (!id.ok) return id;
  const lineId = params["itemId"];
  if (!isCartLineId(lineId)) return refused("line-not-found");
  const { product_id: productId, variant_id: variantId, quantity } = body.line_item;
  const changed = await setQuantity(id.value, { lineId, productId, variantId, quantity }, now);
  return changed.ok ? ok(await answerChanged(id.value, changed.value.cart, { visitor, now })) : changed;
});

export const loader = doors.loader;
export const action = doors.action;
