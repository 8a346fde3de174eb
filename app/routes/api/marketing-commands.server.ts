import { apiEndpoints, type ApiRequest } from "#app/http/api/api.server.ts";
import { MARKETING_CALLS } from "#app/http/api/marketing-calls.ts";
import { marketingCartAnswer, marketingOrderAnswer } from "#app/http/api/marketing-json.ts";
import { sessionCartId } from "#app/http/api/session.server.ts";
import {
  endRecord,
  existing,
  renewLine,
  renewRecord,
  startRecord,
  syncOrderAgain,
} from "#app/models/marketing/api-commands.server.ts";
import { ok, refused } from "#app/models/shared/result.ts";

export const marketingEndpoints = apiEndpoints(MARKETING_CALLS, {
  createMarketingCart: async ({ visitor, now }) => {
    if (visitor.cartId === null) return refused("cart-not-found");
    const record = await startRecord(visitor.cartId, visitor.marker, now);
    return record.ok ? ok(marketingCartAnswer(record.value, visitor.customerId !== null)) : record;
  },

  getMarketingCart: (requested) => cartRecord(requested, existing),

  updateMarketingCart: (requested) => cartRecord(requested, renewRecord),

  deleteMarketingCart: async ({ params, visitor, now }) => {
    const id = sessionCartId(params["id"], visitor);
    if (!id.ok) return id;
    const ended = await endRecord(id.value, now);
    return ended.ok ? ok({ data: { cartID: id.value } }) : ended;
  },

  updateMarketingProduct: async ({ params, visitor, now }) => {
    const id = sessionCartId(params["id"], visitor);
    if (!id.ok) return id;
    const line = await renewLine(id.value, params["productId"] ?? "", now);
    return line.ok ? ok({ data: line.value }) : line;
  },

  createMarketingOrder: async ({ visitor, now }) => {
    const order = await syncOrderAgain(visitor.orderIds, now);
    return order.ok ? ok(marketingOrderAnswer(order.value, visitor.customerId !== null)) : order;
  },
});

type OfCart = Pick<ApiRequest<(typeof MARKETING_CALLS)["getMarketingCart"]>, "params" | "visitor" | "now">;

async function cartRecord({ params, visitor, now }: OfCart, find: typeof existing) {
  const id = sessionCartId(params["id"], visitor);
  if (!id.ok) return id;
  const record = await find(id.value, now);
  return record.ok ? ok(marketingCartAnswer(record.value, visitor.customerId !== null)) : record;
}
