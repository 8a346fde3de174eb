import { apiRoutes } from "#app/http/api/api.server.ts";
import { createMarketingOrder } from "#app/http/api/marketing-calls.ts";
import { marketingOrderAnswer } from "#app/http/api/marketing-json.ts";
import { syncOrderAgain } from "#app/models/marketing/api-commands.server.ts";
import { ok } from "#app/models/shared/result.ts";

const doors = apiRoutes(createMarketingOrder, async ({ visitor, now }) => {
  const order = await syncOrderAgain(visitor.orderIds, now);
  return order.ok ? ok(marketingOrderAnswer(order.value, visitor.customerId !== null)) : order;
});

export const loader = doors.loader;
export const action = doors.action;
