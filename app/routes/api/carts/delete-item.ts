import { apiRoutes } from "#app/http/api/api.server.ts";
import { deleteItem } from "#app/http/api/cart-calls.ts";
import { answerChanged, usableCartId } from "#app/http/api/cart.server.ts";
import { removeLine } from "#app/models/cart/update-line.server.ts";
import { isCartLineId } from "#app/models/shared/ids.ts";
import { ok, refused } from "#app/models/shared/result.ts";

const doors = apiRoutes(deleteItem, async ({ params, visitor, now }) => {
  const id = await usableCartId(params["id"], visitor);
  if (!id.ok) return id;
  const lineId = params["itemId"];
  if (!isCartLineId(lineId)) return refused("line-not-found");
  const changed = await removeLine(id.value, lineId, now);
  return changed.ok ? ok(await answerChanged(id.value, changed.value.cart, { visitor, now })) : changed;
});

export const loader = doors.loader;
export const action = doors.action;
