/** Every door by which somebody chooses a password, with a list of leaked ones behind it. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { action as changeDetails } from "#app/routes/customer/details.tsx";
import { action as createCustomer } from "#app/routes/api/call.ts";
import { action as askReset } from "#app/routes/auth/forgot-password.tsx";
import { action as logIn } from "#app/routes/auth/login.tsx";
import { action as register } from "#app/routes/auth/register.tsx";
import { action as setPassword } from "#app/routes/auth/set-password.tsx";
import { hibpBreaches } from "#app/services/passwords/breach-hibp.server.ts";
import { connectBreaches } from "#app/services/passwords/breach.server.ts";
import {
  deliverMail,
  makeCustomer,
  PASSWORD,
  tokenIn,
} from "#tests/support/people/customer/customer-mail.ts";
import { Browser } from "#tests/support/people/browser.ts";
import { linkCookie } from "#tests/support/people/link-cookie.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { type BreachServer, startBreachServer } from "#tests/support/vendors/leaked-passwords.ts";

useTestDatabase();

const LEAKED = "another larch under ice";
const EMAIL = "hannah@example.com";
const WORDS = "That password has been found in a data breach elsewhere. Choose another";

let server: BreachServer;

beforeAll(async () => {
  server = await startBreachServer([LEAKED]);
});

beforeEach(() => {
  server.be("ok");
  connectBreaches(hibpBreaches(server.origin));
});

afterEach(() => connectBreaches(null));

afterAll(() => server.stop());

const DOORS = {
  registering: async (password: string) => {
    const typed = { firstName: "Ida", lastName: "Marsh", email: "ida@example.com", password };
    return new Browser().post(register, "/register", typed);
  },
  "a link for a new password": async (password: string) => {
    await makeCustomer({ email: EMAIL });
    await new Browser().post(askReset, "/forgot-password", { email: EMAIL });
    const token = tokenIn((await deliverMail())[0]);
    const browser = new Browser().takeCookie(await linkCookie("/set-password", token));
    return browser.post(setPassword, "/set-password", { password });
  },
  "changing it in the account": async (newPassword: string) => {
    await makeCustomer({ email: EMAIL });
    const browser = new Browser();
    await browser.post(logIn, "/login", { email: EMAIL, password: PASSWORD });
    const form = { intent: "change-password", currentPassword: PASSWORD, newPassword };
    return browser.post(changeDetails, "/account/details", form);
  },
};

test.each(Object.entries(DOORS))("a leaked password is refused at its field: %s", async (_, door) => {
  const answer = await door(LEAKED);
  const { errors } = (await answer.json()) as { errors: Record<string, string> };

  expect(answer.status).toBe(422);
  expect(Object.values(errors)).toEqual([WORDS]);
});

test.each(Object.entries(DOORS))(
  "while the service is down the password is accepted: %s",
  async (_, door) => {
    server.be("error");

    expect((await door(LEAKED)).status).toBe(303);
  },
);

test("API clients get the same refusal for a leaked password", async () => {
  const body = { first_name: "Ida", last_name: "Marsh", email: EMAIL, password: LEAKED };
  const request = new Request("http://localhost:3000/api/customers/create", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = await createCustomer({ request, params: {}, context: {} });

  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain("found in a data breach");
});
