/** The first step of a refund at the desk, before a code is asked for. */
import { expect, test } from "vitest";

import type { OrderId } from "#app/models/shared/ids.ts";
import { action } from "#app/routes/desk/refund.tsx";
import { numberOf } from "#tests/support/people/desk/desk-orders.ts";
import { paidFreeItems } from "#tests/support/people/free-items.ts";
import { deskCookieOf } from "#tests/support/people/desk/desk-cookie.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

async function check(orderId: OrderId, cookie: string, units: ReadonlyArray<number>): Promise<Response> {
  const number = String(await numberOf(orderId));
  const form = { intent: "check", what: "some", reason: "damaged", key: "k" };
  const chosen = Object.fromEntries(units.map((count, index) => [`u${index}`, String(count)]));
  const body = new URLSearchParams({ ...form, ...chosen });
  const headers = { Cookie: cookie, Host: "localhost" };
  const request = new Request("http://localhost/desk", { method: "POST", headers, body });
  return action({ request, params: { number }, context: {} });
}

test("a part of a line that cost nothing is refused at the first step, and the whole line is not", async () => {
  const { orderId } = await paidFreeItems();
  const cookie = await deskCookieOf("owner");

  const part = await check(orderId, cookie, [1, 0]);
  const nothing = await check(orderId, cookie, [0, 0]);
  const whole = await check(orderId, cookie, [3, 0]);

  expect([part.status, await part.json()]).toMatchObject([
    422,
    { errors: { form: expect.stringContaining("each line as a whole") as string } },
  ]);
  expect(await nothing.json()).toMatchObject({ errors: { form: "Choose what to refund" } });
  expect([whole.status, await whole.json()]).toMatchObject([200, { errors: {}, check: { sum: "0" } }]);
});
