/** An invitation that is accepted in a browser that keeps no cookies. */
import type { ActionFunctionArgs } from "@remix-run/node";
import { expect, test } from "vitest";

import { deskPaths } from "#app/desk-paths.ts";
import { action as join, loader as invitation } from "#app/routes/desk/join.tsx";
import { action as setUp, loader as secondStep } from "#app/routes/desk/join-second-step.tsx";
import { action as login } from "#app/routes/desk/login.tsx";
import { appCode, DESK_PASSWORD } from "#tests/support/people/desk/desk-codes.ts";
import { invitation as invited } from "#tests/support/people/desk/desk.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

type Route = (args: ActionFunctionArgs) => unknown;

/** What the browser sends of itself after a form of the desk. */
const FROM_DESK = { Host: "localhost", "Sec-Fetch-Site": "same-origin" };

async function answerOf(
  route: Route,
  fields: Record<string, string> | null,
  headers: HeadersInit,
  secret = "",
) {
  const post = fields && { method: "POST", body: new URLSearchParams(fields) };
  const request = new Request("http://localhost/desk", { headers, ...post });
  try {
    return (await route({ request, params: { secret }, context: {} })) as Response;
  } catch (thrown) {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  }
}

test("whoever accepts without cookies is told of them, and goes on with the password that they chose", async () => {
  const secret = await invited("packer");
  const typed = { password: DESK_PASSWORD };

  const accepted = await answerOf(join, typed, FROM_DESK, secret);
  expect([accepted.status, accepted.headers.get("Location")]).toEqual([303, deskPaths.joinSecondStep()]);
  const without = await answerOf(secondStep, null, FROM_DESK);
  expect(without.headers.get("Location")).toBe(deskPaths.loginWithoutCookies());
  expect((await answerOf(invitation, null, FROM_DESK, secret)).status).toBe(410);

  // Cookies are allowed by now.
  const credentials = { email: "packer@example.com", password: DESK_PASSWORD };
  const loggedIn = await answerOf(login, credentials, FROM_DESK);
  expect(loggedIn.headers.get("Location")).toBe(deskPaths.joinSecondStep());
  const [Cookie = ""] = (loggedIn.headers.get("Set-Cookie") ?? "").split(";");
  const page = await answerOf(secondStep, null, { ...FROM_DESK, Cookie });
  const { secret: key } = (await page.json()) as { secret: string };
  const code = appCode(key.replaceAll(" ", ""), new Date());
  const done = await answerOf(setUp, { code }, { ...FROM_DESK, Cookie });

  expect(await done.json()).toMatchObject({ recoveryCodes: { length: 10 } });
});

test("whoever opens the second step with no log-in at all is not told of cookies", async () => {
  await invited("packer");
  for (const headers of [{ Host: "localhost" }, { ...FROM_DESK, Cookie: "consent=all" }])
    expect((await answerOf(secondStep, null, headers)).headers.get("Location")).toBe(deskPaths.login());
});
