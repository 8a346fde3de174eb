import { apiRoutes } from "#app/http/api/api.server.ts";
import { updateMarketingProduct } from "#app/http/api/marketing-calls.ts";
import { sessionCartId } from "#app/http/api/session.server.ts";
import { renewLine } from "#app/models/marketing/api-commands.server.ts";
import { ok } from "#app/models/shared/result.ts";

const doors = apiRoutes(updateMarketingProduct, async ({ params, visitor, now }) => {
  const id = sessionCartId(params["id"], visitor);
  if (!id.ok) return id;
  const line = await renewLine(id.value, params["productId"] ?? "", now);
  return line.ok ? ok({ data: line.value }) : line;
});

export const loader = doors.loader;
export const action = doors.action;
