import { apiRoutes } from "#app/http/api/api.server.ts";
import { createMarketingCart } from "#app/http/api/marketing-calls.ts";
import { marketingCartAnswer } from "#app/http/api/marketing-json.ts";
import { startRecord } from "#app/models/marketing/api-commands.server.ts";
import { ok, refused } from "#app/models/shared/result.ts";

const doors = apiRoutes(createMarketingCart, async ({ visitor, now }) => {
  if (visitor.cartId === null) return refused("cart-not-found");
  const record = await startRecord(visitor.cartId, visitor.marker, now);
  return record.ok ? ok(marketingCartAnswer(record.value, visitor.customerId !== null)) : record;
});

export const loader = doors.loader;
export const action = doors.action;
