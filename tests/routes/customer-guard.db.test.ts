import { expect, test } from "vitest";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";

import { accountRoutes } from "#tests/support/people/customer/customer-routes.ts";
import { Browser } from "#tests/support/people/browser.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase({ catalogue: "none" });

type RouteModule = Readonly<{
  loader?: (args: LoaderFunctionArgs) => unknown;
  action?: (args: ActionFunctionArgs) => unknown;
}>;

const MODULES = import.meta.glob<RouteModule>("/app/routes/customer/*.{ts,tsx}");
const PARAMS = { orderId: "order_AAAAAAAAAAAAAAAAAAAAAA", addressId: "address_AAAAAAAAAAAAAAAAAAAAAA" };
const ROUTES = accountRoutes();

test("the account has these routes and no others", () => {
  expect(ROUTES.map(({ path }) => path)).toEqual([
    "/account",
    "/account/details",
    "/account/orders",
    "/account/orders/:orderId",
    "/account/orders/:orderId/invoice",
    "/account/continue",
    "/account/addresses",
    "/account/addresses/new",
    "/account/addresses/:addressId",
    "/account/details/export",
  ]);
});

test.each(ROUTES)(
  "$path requires login: loader and action redirect a guest to the login page",
  async ({ path, file }) => {
    const load = MODULES[`/app/${file}`];
    if (!load) throw new Error(`${file} is not in the folder of account routes`);
    const { loader, action } = await load();
    const login = `/login?redirectTo=${encodeURIComponent(path)}`;
    const isLogin = (answer: Response) => [answer.status, answer.headers.get("Location")];

    expect(loader, "an account route without a loader is open to everybody").toBeTypeOf("function");
    if (loader) expect(isLogin(await new Browser().get(loader, path, PARAMS))).toEqual([302, login]);
    if (action)
      expect(isLogin(await new Browser().post(action, path, { intent: "delete" }, PARAMS))).toEqual([
        302,
        login,
      ]);
  },
);
