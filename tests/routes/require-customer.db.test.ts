import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { currentCart, currentCartId, assignCartToCustomer } from "#app/http/request/current-cart.server.ts";
import {
  findVisitor,
  requireCustomer,
  requireCustomerSession,
} from "#app/http/request/require-customer.server.ts";
import { passGuard } from "#app/http/request/route-guard.server.ts";
import { cartIdCookie } from "#app/http/session/cookies.server.ts";
import { commitSession, readSession } from "#app/http/session/session.server.ts";
import type { CustomerId } from "#app/models/shared/ids.ts";
import { logInAs, makeCustomer } from "#tests/support/people/customer/customer-mail.ts";
import { cartWith, parcelVariant } from "#tests/support/people/checkout.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const ADDRESS = "http://localhost:3000/account/orders?page=2&_data=routes%2Faccount";

async function sessionCookie(customerId: CustomerId, token: string): Promise<string> {
  const session = await readSession(new Request(ADDRESS));
  session.logIn({ customerId, token });
  return ((await commitSession(session)) ?? "").split(";")[0] ?? "";
}

function asking(...cookies: ReadonlyArray<string>): Request {
  return new Request(ADDRESS, { headers: { Cookie: cookies.join("; ") } });
}

async function thrownBy(work: Promise<unknown>): Promise<Response> {
  return work.then(
    () => Promise.reject(new Error("Nothing was thrown")),
    (thrown: unknown) => thrown as Response,
  );
}

test("a guest is redirected to the login page, and back to the requested page", async () => {
  const answer = await thrownBy(requireCustomer(asking()));

  expect([answer.status, answer.headers.get("Location")]).toEqual([
    302,
    "/login?redirectTo=%2Faccount%2Forders%3Fpage%3D2",
  ]);
  expect(answer.headers.get("Set-Cookie")).toBeNull();
  expect(await findVisitor(asking())).toBeNull();
});

test("a customer passes, with the row behind their session", async () => {
  const { customer, token } = await makeCustomer();
  const cookie = await sessionCookie(customer.id, token);

  expect(await requireCustomer(asking(cookie))).toEqual(customer);
  expect((await requireCustomerSession(asking(cookie))).token).toBe(token);
  expect((await requireCustomerSession(asking(cookie))).session.userAgent).toBe("a test");
  expect(await findVisitor(asking(cookie))).toEqual(customer);
});

test("an ended session leaves no customer data in this browser, and shows the reason", async () => {
  const { customer, token } = await makeCustomer();
  const cookie = await sessionCookie(customer.id, token);
  await db().deleteFrom("customer_sessions").execute();

  const answer = await thrownBy(requireCustomer(asking(cookie)));

  const cookies = (answer.headers.get("Set-Cookie") ?? "").split(/, (?=[\w-]+=)/);
  expect(answer.headers.get("Location")).toContain("reason=expired");
  for (const name of ["cart-id", "omnisend-guest"])
    expect(cookies.find((text) => text.startsWith(`${name}=`))).toContain("Max-Age=0");
  const left = cookies.find((text) => text.startsWith("shop-session="))?.split(";")[0] ?? "";
  const session = await readSession(asking(left));
  expect(session.customerToken()).toBeNull();
  expect(session.takeFlash()?.text).toContain("no longer logged in");
  expect(await findVisitor(asking(cookie))).toBeNull();
});

test("a customer's basket is found in every browser they log in from, and in no other", async () => {
  const { customer, token } = await makeCustomer();
  const cookie = await sessionCookie(customer.id, token);
  const made = await cartWith({ [await parcelVariant(9)]: 1 });
  expect(await assignCartToCustomer(asking(cookie), made.id, new Date())).toBe(made.id);
  const cartCookie = (await cartIdCookie(made.id)).split(";")[0] ?? "";
  const { token: phone } = await logInAs(customer.email);

  expect((await currentCart(asking(cookie, cartCookie)))?.id).toBe(made.id);
  expect((await currentCart(asking(await sessionCookie(customer.id, phone))))?.id).toBe(made.id);
  expect(await currentCartId(asking(cartCookie))).toBeNull();
  expect(await currentCart(asking())).toBeNull();
});

test("pages name their guards, and an unknown guard grants no access", async () => {
  const { customer, token } = await makeCustomer();
  const cookie = await sessionCookie(customer.id, token);

  expect(await passGuard("login", asking(cookie))).toEqual(customer);
  expect((await passGuard("login-session", asking(cookie))).token).toBe(token);
  expect((await thrownBy(passGuard("login", asking()))).status).toBe(302);
  for (const name of ["auth", "", "toString", "__proto__"])
    expect(() => passGuard(name as "login", asking(cookie))).toThrow("Unknown route middleware");
});
