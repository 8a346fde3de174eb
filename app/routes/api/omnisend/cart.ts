import { apiRoutes } from "#app/http/api/api.server.ts";
import { getMarketingCart } from "#app/http/api/marketing-calls.ts";
import { marketingCartAnswer } from "#app/http/api/marketing-json.ts";
import { sessionCartId } from "#app/http/api/session.server.ts";
import { existing } from "#app/models/marketing/api-commands.server.ts";
import { ok } from "#app/models/shared/result.ts";

const doors = apiRoutes(getMarketingCart, async ({ params, visitor, now }) => {
  const id = sessionCartId(params["id"], visitor);
  if (!id.ok) return id;
  const record = await existing(id.value, now);
  return record.ok ? ok(marketingCartAnswer(record.value, visitor.customerId !== null)) : record;
});

export const loader = doors.loader;
export const action = doors.action;
