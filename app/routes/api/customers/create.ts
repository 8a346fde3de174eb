import { apiRoutes } from "#app/http/api/api.server.ts";
import { createCustomer } from "#app/http/api/customer-calls.ts";
import { registerCustomer } from "#app/models/customer/sign-up.server.ts";
import { limitAccount } from "#app/models/customer/login-throttle.server.ts";
import { passwordRefusal } from "#app/models/customer/password.ts";
import { ok } from "#app/models/shared/result.ts";

const doors = apiRoutes(createCustomer, async ({ body, address, now }) => {
  const {
    first_name: firstName,
    last_name: lastName,
    email,
    password,
    wants_newsletter: wants = false,
  } = body;
  // Checked before the rate limit, as on the page.
  const tooWeak = passwordRefusal(password, email);
  if (tooWeak) return tooWeak;
  const allowed = await limitAccount("register-address", address, now);
  if (!allowed.ok) return allowed;
  const person = { firstName, lastName, email, password, wantsNewsletter: wants, address };
  const done = await registerCustomer(person, now);
  if (!done.ok) return done;
  return ok({
    id: null,
    data: { first_name: firstName, last_name: lastName, email, wants_newsletter: wants },
  });
});

export const loader = doors.loader;
export const action = doors.action;
