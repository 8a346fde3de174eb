import { apiRoutes } from "#app/http/api/api.server.ts";
import { getCustomer } from "#app/http/api/customer-calls.ts";
import { customerJson } from "#app/http/api/customer-json.ts";
import { ok } from "#app/models/shared/result.ts";

const doors = apiRoutes(getCustomer, async ({ visitor }) => ok(customerJson(visitor.customer)));

export const loader = doors.loader;
export const action = doors.action;
