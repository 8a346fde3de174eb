import { apiRoutes } from "#app/http/api/api.server.ts";
import { deleteMarketingCart } from "#app/http/api/marketing-calls.ts";
import { sessionCartId } from "#app/http/api/session.server.ts";
import { endRecord } from "#app/models/marketing/api-commands.server.ts";
import { ok } from "#app/models/shared/result.ts";

const doors = apiRoutes(deleteMarketingCart, async ({ params, visitor, now }) => {
  const id = sessionCartId(params["id"], visitor);
  if (!id.ok) return id;
  const ended = await endRecord(id.value, now);
  return ended.ok ? ok({ data: { cartID: id.value } }) : ended;
});

export const loader = doors.loader;
export const action = doors.action;
