/** What Remix itself draws: the patches of its pages rely on how it does. */
import type { EntryContext } from "@remix-run/node";
import { Outlet, RemixServer, Scripts } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";

import { withLateScripts } from "#app/http/remix/deferred-hydration.ts";
import { ofThisPage } from "#app/http/remix/own-routes.server.ts";

const NONCE = "mark";

function Root() {
  return (
    <>
      <Outlet />
      <Scripts nonce={NONCE} />
    </>
  );
}

const routeNamed = (id: string, rest: object) => ({ id, module: `/assets/${id}.js`, imports: [], ...rest });
const page = { parentId: "root", path: "page" };
const other = { parentId: "root", path: "other" };

/** What Remix draws a page from, as far as it needs it. */
const context = {
  manifest: {
    routes: {
      root: routeNamed("root", { path: "" }),
      page: routeNamed("page", page),
      other: routeNamed("other", other),
    },
    entry: { imports: ["/assets/shared.js"], module: "/assets/entry.js" },
    url: "/assets/manifest.js",
    version: "1",
  },
  routeModules: {
    root: { default: Root },
    page: { default: () => <h1>Page</h1> },
    other: { default: () => <h1>Other</h1> },
  },
  staticHandlerContext: {
    matches: ["root", "page"].map((id) => ({ route: { id }, params: {}, pathname: "/", pathnameBase: "/" })),
    location: { pathname: "/page", search: "", hash: "", state: null, key: "default" },
    loaderData: {},
    actionData: null,
    errors: null,
  },
  future: {},
  isSpaMode: false,
  serverHandoffString: "{}",
} as unknown as EntryContext;

const drawn = (given: EntryContext) =>
  renderToString(<RemixServer context={given} url="http://localhost/page" />);

test("a page drawn from its own routes alone equals the page drawn from all routes", () => {
  const own = ofThisPage(context);

  expect(Object.keys(own.manifest.routes)).toEqual(["root", "page"]);
  expect(drawn(own)).toContain("<h1>Page</h1>");
  expect(drawn(own)).toBe(drawn(context));
});

test("the script that Remix writes is found and deferred", () => {
  const html = drawn(context);
  const late = withLateScripts(html, ` nonce="${NONCE}"`);

  expect(html).toContain('<link rel="modulepreload" ');
  expect(late).not.toContain('<link rel="modulepreload" ');
  expect(late).toContain("const begin=()=>");
});
