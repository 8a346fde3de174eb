import { afterEach, beforeEach, expect, test } from "vitest";

import { strapiAccounts } from "#app/services/content/strapi-accounts.server.ts";
import { StrapiError } from "#app/services/content/strapi-error.ts";
import { type FakeStrapi, startStrapi, STRAPI_JWT, STRAPI_USER } from "#tests/support/vendors/strapi.ts";

let strapi: FakeStrapi;

beforeEach(async () => {
  strapi = await startStrapi(5);
});
afterEach(() => strapi.stop());

const calls = () => strapi.requests.map(({ method, url }) => `${method} ${url.pathname}${url.search}`);
const bearers = () => strapi.requests.map(({ authorization }) => authorization);
const PASSWORDS = { password: "a-new-password", passwordConfirmation: "a-new-password" };

test("each user gets a token on login, and only then do calls contain it", async () => {
  const accounts = strapiAccounts(strapi);

  const nobody = await accounts.me();
  const ruth = await accounts.login(STRAPI_USER);
  const me = await accounts.me();
  await accounts.changePassword({ currentPassword: STRAPI_USER.password, ...PASSWORDS });
  accounts.logout();
  await accounts.forgotPassword("ruth@example.org");

  expect(nobody).toBeNull();
  expect(ruth).toMatchObject({ username: "ruth", email: "ruth@example.org", confirmed: true });
  expect(me).toEqual(ruth);
  expect(calls()).toEqual([
    "POST /api/auth/local",
    "GET /api/users/me",
    "POST /api/auth/change-password",
    "POST /api/auth/forgot-password",
  ]);
  expect(bearers()).toEqual([null, `Bearer ${STRAPI_JWT}`, `Bearer ${STRAPI_JWT}`, null]);
  expect(strapi.requests[0]?.body).toEqual(STRAPI_USER);
});

test("forgotPassword and sendEmailConfirmation of a logged-in user have no token, and the user stays logged in", async () => {
  const accounts = strapiAccounts(strapi);
  await accounts.login(STRAPI_USER);

  await accounts.forgotPassword("ruth@example.org");
  await accounts.sendEmailConfirmation("ida@example.org");

  expect(bearers()).toEqual([null, null, null]);
  expect(accounts.token()).toBe(STRAPI_JWT);
});

test("register, reset and a provider's return log in, too", async () => {
  const accounts = strapiAccounts(strapi);
  const seen: Array<string | null> = [];
  const enter = async (entering: Promise<unknown>) => {
    await entering;
    seen.push(accounts.token());
    accounts.logout();
  };

  await enter(accounts.register({ username: "ida", email: "ida@example.org", password: "long-enough-1" }));
  await enter(accounts.resetPassword({ code: "right", ...PASSWORDS }));
  await enter(accounts.loginWithProvider("github", "from github"));
  await accounts.sendEmailConfirmation("ida@example.org");

  expect(seen).toEqual([STRAPI_JWT, STRAPI_JWT, STRAPI_JWT]);
  expect(calls()).toEqual([
    "POST /api/auth/local/register",
    "POST /api/auth/reset-password",
    "GET /api/auth/github/callback?access_token=from+github",
    "POST /api/auth/send-email-confirmation",
  ]);
});

test("a browser is redirected to the provider by the server's own address", () => {
  const accounts = strapiAccounts({ url: "https://cms.example" });

  expect(accounts.providerAddress("github")).toBe("https://cms.example/api/connect/github");
  expect(() => accounts.providerAddress("../admin")).toThrow(StrapiError);
});

test("a refusal has the server's own message", async () => {
  const accounts = strapiAccounts(strapi);
  const taken = { username: "ruth", email: STRAPI_USER.identifier, password: "long-enough-1" };

  await expect(accounts.login({ identifier: "ruth", password: "wrong" })).rejects.toMatchObject({
    status: 400,
    name: "ValidationError",
    message: "Invalid identifier or password",
    details: {},
  });
  await expect(accounts.register(taken)).rejects.toMatchObject({
    status: 400,
    name: "ApplicationError",
    details: { errors: [{ path: ["email"] }] },
  });
  await expect(accounts.resetPassword({ code: "wrong", ...PASSWORDS })).rejects.toMatchObject({
    message: "Incorrect code provided",
  });
  await expect(accounts.sendEmailConfirmation(STRAPI_USER.identifier)).rejects.toMatchObject({
    message: "Already confirmed",
  });
  await expect(accounts.loginWithProvider("github", "another")).rejects.toMatchObject({ status: 400 });
  await expect(
    accounts.changePassword({ currentPassword: "unknown to nobody", ...PASSWORDS }),
  ).rejects.toMatchObject({ status: 403, name: "ForbiddenError" });
  expect(accounts.token()).toBeNull();
});

test("an unknown failure is an UnknownError with status 500", async () => {
  const accounts = strapiAccounts(strapi);
  const unknown = { status: 500, name: "UnknownError" };
  const answers = [
    (response: { writeHead(status: number): { end(text?: string): unknown } }) =>
      response.writeHead(502).end("<html>Bad gateway</html>"),
    (response: { writeHead(status: number): { end(text?: string): unknown } }) =>
      response.writeHead(200).end('{"jwt":7}'),
    (response: { destroy(): unknown }) => response.destroy(),
  ];
  for (const answer of answers) {
    strapi.misbehave((response) => void answer(response));
    await expect(accounts.login(STRAPI_USER)).rejects.toMatchObject(unknown);
  }
  strapi.misbehave(null);

  await expect(accounts.loginWithProvider("no provider", "x")).rejects.toMatchObject(unknown);
});

test("an expired token is deleted without an error", async () => {
  const accounts = strapiAccounts(strapi);
  await accounts.login(STRAPI_USER);
  strapi.misbehave((response) => {
    response.writeHead(401, { "Content-Type": "application/json" });
    response.end('{"data":null,"error":{"status":401,"name":"UnauthorizedError","message":"Expired"}}');
  });

  expect(await accounts.me()).toBeNull();
  expect(accounts.token()).toBeNull();
});
