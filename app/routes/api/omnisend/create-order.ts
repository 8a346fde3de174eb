/** POST /api/omnisend/orders/create */
import { apiDoors } from "#app/http/api.server.ts";
import { createMarketingOrder } from "#app/http/json/marketing-calls.ts";
import { marketingOrderAnswer } from "#app/http/json/marketing-json.ts";
import { tellOfOrderAgain } from "#app/models/marketing-request.server.ts";
import { ok } from "#app/models/result.ts";

const doors = apiDoors(createMarketingOrder, async ({ visitor, now }) => {
  const order = await tellOfOrderAgain(visitor.orderIds, now);
  return order.ok ? ok(marketingOrderAnswer(order.value, visitor.customerId !== null)) : order;
});

export const loader = doors.loader;
export const action = doors.action;
