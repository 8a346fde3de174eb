/** Where the log-in leads to, and what is begun anew after it. */
import { expect, test } from "vitest";

import { deskTarget, requireStaff } from "#app/http/request/require-staff.server.ts";
import { deskPaths } from "#app/desk-paths.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { deskPerson } from "#tests/support/people/desk/desk.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

async function ledTo(path: string, method = "GET") {
  try {
    await requireStaff(new Request(`http://localhost${path}`, { method }), "see-orders");
  } catch (thrown) {
    if (thrown instanceof Response) return [thrown.status, thrown.headers.get("Location")];
    throw thrown;
  }
  throw new Error("Somebody is logged in");
}

test.each([
  "/desk",
  "/desk?done=1",
  "/desk/log",
  "/desk/log?view=log-ins&about=10048212",
  deskPaths.orders({ customer: "Ada Lovelace", view: "all" }),
  deskPaths.orders({ after: "2026-11-24~10048212" }),
  "/desk/search?q=a*b+c",
])("the log-in leads back to %s", async (path) => {
  await deskPerson("owner");

  expect(deskTarget(path)).toBe(path);
  expect(await ledTo(path)).toEqual([302, deskPaths.login(path)]);
});

test.each([
  "/desk/login",
  "/desk/login/code",
  "/desk/logout",
  "/desk/login?to=/desk",
  "/deskx",
  "/cart",
  "//evil.example/desk",
  "/desk/a\\b",
])("the log-in never leads to %s", (path) => {
  expect(deskTarget(path)).toBeNull();
});

test("of an address with signs that no page of the desk uses its page is left", async () => {
  await deskPerson("owner");

  expect(await ledTo("/desk/orders?customer=(Ada)")).toEqual([302, deskPaths.login("/desk/orders")]);
});

const CUSTOMER = "customer_-a_b-C4d5E6f7G8h9J0k-";

test.each([
  `/desk/customers/${CUSTOMER}/delete`,
  `/desk/customers/${CUSTOMER}/data`,
  `/desk/customers/${newId("customer")}/delete`,
  "/desk/orders/10048212/refund",
  "/desk/orders/10048212/cancel?view=all",
  "/desk/returns/R10048212-1",
  "/desk/staff/staff_a-b",
  "/desk/files",
])("the form of %s is begun anew", async (path) => {
  await deskPerson("owner");

  expect(await ledTo(path, "POST")).toEqual([303, deskPaths.login(path)]);
});

test("a form that moves neither money nor personal data comes through the log-in", async () => {
  await deskPerson("owner");

  for (const path of [`/desk/customers/${CUSTOMER}`, "/desk/orders/10048212?view=to-pack"])
    expect(await ledTo(path, "POST")).toEqual([307, deskPaths.loginAgain(path)]);
});
