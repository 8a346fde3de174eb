import { apiRoutes } from "#app/http/api/api.server.ts";
import { logInCustomer } from "#app/http/api/customer-calls.ts";
import { logIn } from "#app/models/customer/session.server.ts";
import { ok } from "#app/models/shared/result.ts";

const doors = apiRoutes(logInCustomer, async ({ body, address, userAgent, now }) => {
  const done = await logIn({ ...body, address, userAgent }, now);
  return done.ok ? ok({ customer_token: done.value.token, id: done.value.customer.id }) : done;
});

export const loader = doors.loader;
export const action = doors.action;
