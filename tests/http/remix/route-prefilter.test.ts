/** Fewer routes are looked at, and what is found is the same. */
import { createRequire } from "node:module";

import type { RouteConfigEntry } from "@remix-run/route-config";
import * as router from "@remix-run/router";
import fc from "#tests/support/fast-check.ts";
import { beforeEach, expect, test, vi } from "vitest";

import { narrowRouter, narrowRouting } from "#app/http/remix/route-prefilter.server.ts";
import routes from "#app/routes.ts";
import { rounds, sampled } from "#tests/support/test-part.ts";

type Route = { id: string; path?: string; index?: boolean; caseSensitive?: boolean; children?: Array<Route> };

/** The shop's routes as Remix makes them of the table: all below a root without an address. */
const SHOP = [{ id: "root", path: "", children: routes.map(routeOf) }];

function routeOf({ id, file, path, index, caseSensitive, children }: RouteConfigEntry): Route {
  return { id: id ?? file, path, index, caseSensitive, children: children?.map(routeOf) };
}

const narrow = { matchRoutes: router.matchRoutes, createStaticHandler: router.createStaticHandler };
narrowRouter(narrow);

/** The router warns of every address that is encoded wrongly. */
beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});

type Found = ReturnType<typeof router.matchRoutes>;

const output = (found: Found) =>
  found?.map(({ route, params, pathname, pathnameBase }) => ({
    id: route.id,
    params,
    pathname,
    pathnameBase,
  }));

const requested = (match: typeof router.matchRoutes, address: string) =>
  output(match(SHOP as Array<router.AgnosticRouteObject>, address, "/"));

function patterns(entries: ReadonlyArray<Route>, parent = ""): ReadonlyArray<string> {
  return entries.flatMap((entry) => {
    const path = entry.path ? `${parent}/${entry.path}` : parent;
    return [path || "/", ...patterns(entry.children ?? [], path)];
  });
}

const PATTERNS = [...new Set(patterns(SHOP))];
const WORDS = PATTERNS.flatMap((pattern) => pattern.split("/")).filter((word) => /^[\w.-]+$/.test(word));

/** Parts of addresses: words of the table in any case, values, and what only programs and attackers write. */
const part = fc.oneof(
  fc.constantFrom(...WORDS),
  fc.constantFrom(...WORDS).map((word) => word.toUpperCase()),
  fc.constantFrom("", ".", "..", "%2F", "%", "%63art", "cart%20", "K", "ſ", "*", ":id", "wooden-blocks", "7"),
  fc.string({ maxLength: 5 }),
);
const address = fc
  .tuple(fc.array(part, { maxLength: 7 }), fc.constantFrom("", "/", "//"))
  .map(([parts, end]) => `/${parts.join("/")}${end}`);

test.each(sampled(PATTERNS, 60))("%s matches the same route with and without the prefilter", (pattern) => {
  const example = pattern.replaceAll(/:\w+\??/g, "7").replace("*", "a/b");

  for (const written of [example, `${example}/`, example.toUpperCase(), `${example}/more`])
    expect(requested(narrow.matchRoutes, written)).toEqual(requested(router.matchRoutes, written));
});

test("a row whose key is a word of the table, such as the discount code NEW, has its own form", () => {
  const formOf = (key: string) => requested(router.matchRoutes, `/desk/coupons/${key}`)?.at(-1);

  expect(formOf("new")).toMatchObject({ id: "routes/desk/resource/new" });
  expect(formOf("NEW")).toMatchObject({ id: "routes/desk/resource/form.tsx", params: { key: "NEW" } });
});

test("for random addresses, the prefilter gives the same matches", () => {
  fc.assert(
    fc.property(address, (written) => {
      const whole = requested(router.matchRoutes, written);
      expect(requested(narrow.matchRoutes, written)).toEqual(whole);
      // As a page asks while it is drawn.
      expect(
        output(narrow.matchRoutes(SHOP as Array<router.AgnosticRouteObject>, { pathname: written })),
      ).toEqual(output(router.matchRoutes(SHOP as Array<router.AgnosticRouteObject>, { pathname: written })));
    }),
    { numRuns: rounds({ quick: 300, rest: 2_000 }) },
  );
});

test("requests match, or fail to match, the same routes", async () => {
  const all = router.createStaticHandler(SHOP as Array<router.AgnosticRouteObject>);
  const few = narrow.createStaticHandler(SHOP as Array<router.AgnosticRouteObject>);

  await fc.assert(
    fc.asyncProperty(address, fc.constantFrom("GET", "HEAD", "PUT"), async (written, method) => {
      const [one, other] = await Promise.all([all, few].map((handler) => found(handler, written, method)));
      expect(other).toEqual(one);
    }),
    { numRuns: rounds({ quick: 50, rest: 500 }) },
  );
});

async function found(handler: router.StaticHandler, written: string, method: string) {
  const context = await handler.query(new Request(new URL(`http://shop.invalid${written}`), { method }));
  if (context instanceof Response) return context.status;
  return { status: context.statusCode, matches: output(context.matches), errors: context.errors };
}

test("only routes that begin with the address's first segment, or with a parameter, are searched", () => {
  const looked: Array<number> = [];
  const counting = {
    ...narrow,
    matchRoutes: ((given: ReadonlyArray<Route>) => {
      looked.push(patterns(given).length);
      return null;
    }) as typeof router.matchRoutes,
  };
  narrowRouter(counting);

  requested(counting.matchRoutes, "/cart");
  requested(counting.matchRoutes, "/Checkout/");
  requested(counting.matchRoutes, "/nothing-of-ours");

  expect(looked.every((count) => count > 0 && count < 10)).toBe(true);
});

test("an address under another host name is searched among all routes", () => {
  const match = (one: typeof router.matchRoutes) =>
    output(one(SHOP as Array<router.AgnosticRouteObject>, "/shop/cart", "/shop"));

  expect(match(narrow.matchRoutes)).toEqual(match(router.matchRoutes));
  expect(match(narrow.matchRoutes)?.at(-1)?.id).toBe("routes/cart/cart.tsx");
});

test("the prefilter is installed in the router of Remix's own server", () => {
  const require = createRequire(import.meta.url);
  const remix = createRequire(
    createRequire(require.resolve("@remix-run/node")).resolve("@remix-run/server-runtime"),
  );
  const used = remix("@remix-run/router") as {
    -readonly [Name in keyof typeof narrow]: (typeof narrow)[Name];
  };
  const { matchRoutes, createStaticHandler } = used;

  narrowRouting();

  expect(used.matchRoutes).not.toBe(matchRoutes);
  expect(used.createStaticHandler).not.toBe(createStaticHandler);
  Object.assign(used, { matchRoutes, createStaticHandler });
});
