import { apiEndpoints, type ApiRequest } from "#app/http/api/api.server.ts";
import { CUSTOMER_CALLS } from "#app/http/api/customer-calls.ts";
import { customerJson } from "#app/http/api/customer-json.ts";
import { findCustomer, renameCustomer } from "#app/models/customer/customer.server.ts";
import { requestEmailChange } from "#app/models/customer/email-change.server.ts";
import { limitAccount } from "#app/models/customer/login-throttle.server.ts";
import { changePassword, confirmPassword } from "#app/models/customer/password.server.ts";
import { passwordRefusal } from "#app/models/customer/password.ts";
import { logIn } from "#app/models/customer/session.server.ts";
import { registerCustomer } from "#app/models/customer/sign-up.server.ts";
import { emailKey } from "#app/models/email/address.ts";
import { setNewsletter } from "#app/models/newsletter/customer-newsletter.server.ts";
import { ok, refused } from "#app/models/shared/result.ts";

export const customerEndpoints = apiEndpoints(CUSTOMER_CALLS, {
  createCustomer: async ({ body, address, now }) => {
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
  },

  // Every change that can be refused is checked before the first write.
  updateCustomer: async (change) => {
    const { customer } = change.visitor;
    const secured = await changeSecured(change);
    if (!secured.ok) return secured;
    const changed = await changeDetails(change);
    if (!changed.ok) return changed;
    const now = await findCustomer(customer.id);
    return now ? ok({ ...customerJson(now), ...secured.value }) : refused("NOT_FOUND");
  },

  logInCustomer: async ({ body, address, userAgent, now }) => {
    const done = await logIn({ ...body, address, userAgent }, now);
    return done.ok ? ok({ customer_token: done.value.token, id: done.value.customer.id }) : done;
  },

  getCustomer: async ({ visitor }) => ok(customerJson(visitor.customer)),
});

type Change = ApiRequest<(typeof CUSTOMER_CALLS)["updateCustomer"]>;

async function changeSecured({ body, visitor, address, now }: Change) {
  const { customer, token } = visitor;
  const { email, password, new_password: next } = body;
  if (next !== undefined && password !== undefined) {
    const change = { current: password, next, keepToken: token, address };
    const changed = await changePassword(customer.id, change, now);
    return changed.ok ? ok({ customer_token: changed.value.token }) : changed;
  }
  // A client may send back all fields; an unchanged address is no change.
  if (email === undefined || emailKey(email) === emailKey(customer.email)) return ok({});
  if (password === undefined)
    return refused("invalid-request", { problem: "password: Needed with another email address" });
  const confirmed = await confirmPassword({ customerId: customer.id, password, address, token }, now);
  if (!confirmed.ok) return confirmed;
  const requested = await requestEmailChange(customer.id, email, now);
  return requested.ok ? ok({}) : requested;
}

async function changeDetails({ body, visitor, now }: Change) {
  const { id, firstName, lastName } = visitor.customer;
  const { first_name: first = firstName, last_name: last = lastName, wants_newsletter: wants } = body;
  if (first !== firstName || last !== lastName) {
    const renamed = await renameCustomer(id, { firstName: first, lastName: last }, now);
    if (!renamed.ok) return renamed;
  }
  return wants === undefined || wants === visitor.customer.wantsNewsletter
    ? ok(null)
    : setNewsletter(id, wants, now);
}
