/** Each address is found as the router finds it, and what is known of it holds below it too. */
import { readFileSync } from "node:fs";

import type { RouteConfigEntry } from "@remix-run/route-config";
import { matchRoutes } from "@remix-run/router";
import { beforeEach, expect, test, vi } from "vitest";

import { addressAt, routeAt } from "#app/models/platform/address-at.ts";
import { ADDRESSES } from "#app/models/platform/addresses.ts";
import routes from "#app/routes.ts";
import fc from "#tests/support/fast-check.ts";
import { rounds } from "#tests/support/test-part.ts";

type Route = { id: string; path?: string; index?: boolean; caseSensitive?: boolean; children?: Array<Route> };

const PATTERNS = Object.values(ADDRESSES)
  .flat()
  .map(([pattern]) => pattern);
const WORDS = PATTERNS.flatMap((pattern) => pattern.split("/")).filter((part) => /^[\w.-]+$/.test(part));
const SHOP = [{ id: "root", path: "", children: routes.map(routeOf) }];

function routeOf({ file, path, index, caseSensitive, children }: RouteConfigEntry): Route {
  return { id: path ?? file, path, index, caseSensitive, children: children?.map(routeOf) };
}

/** Of the route that the router takes, and the values of its parameters; null for the page about a missing one. */
function taken(address: string) {
  const { route, params } = matchRoutes(SHOP as Parameters<typeof matchRoutes>[0], address)?.at(-1) ?? {};
  const isHome = route?.index === true && route.path === undefined;
  // The frame of all pages alone is a page without content.
  const pattern = isHome ? "" : route?.path || "*";
  const named: Readonly<Record<string, string | undefined>> = { ...params, "*": undefined };
  // A code of the shop may be NEW, which is no reason to know something else of it.
  const isNew = pattern === "desk/:resource/:key" && named["key"]?.toLowerCase() === "new";
  if (isNew) return { pattern: "desk/:resource/new", params: { resource: named["resource"] } };
  return pattern === "*" ? null : { pattern: withoutOptional(pattern, named), params: defined(named) };
}

const defined = (params: object) => Object.fromEntries(Object.entries(params).filter(([, value]) => value));

/** "blog/:slug1?/:articleId" as it was taken. */
function withoutOptional(pattern: string, params: Readonly<Record<string, string | undefined>>): string {
  const parts = pattern.split("/").filter((part) => !part.endsWith("?") || params[part.slice(1, -1)]);
  return parts.map((part) => part.replace("?", "")).join("/");
}

/** The router warns of every address that is encoded wrongly. */
beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});

test("the route of every pattern is found", () => {
  for (const pattern of PATTERNS.filter((each) => each !== "*")) {
    const example = `/${pattern.replaceAll(/:\w+\??/g, "7").replace("*", "a/b")}`;

    expect(routeAt(example), pattern).not.toBeNull();
    for (const written of [example, `${example}/`, example.toUpperCase(), `${example}/more`])
      expect(routeAt(written), written).toEqual(taken(written));
  }
});

test("for random addresses, it finds the route that the router takes", () => {
  const part = fc.oneof(
    fc.constantFrom(...WORDS),
    fc.constantFrom("%2F", "%63art", "a%20b", "%", "K", ":id", "*", "wooden-blocks", "7"),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 7 }), (parts) => {
      const address = `/${parts.join("/")}`;
      expect(routeAt(address)).toEqual(taken(address));
    }),
    { numRuns: rounds({ quick: 500, rest: 5_000 }) },
  );
});

test("every pattern has one entry", () => {
  expect(PATTERNS).toHaveLength(new Set(PATTERNS).size);
});

test("docs/routes.md has no page at an address without a route", () => {
  const rows = [...readFileSync("docs/routes.md", "utf8").matchAll(/^\| `(\/[^`?]*)[^`]*` +\| (\d+) /gm)];
  const answered = rows.filter(([, , status]) => Number(status) < 400).map(([, address = ""]) => address);

  expect(answered.length).toBeGreaterThan(150);
  expect(answered.filter((address) => routeAt(address) === null)).toEqual([]);
});

test("what is known of an address is known of whatever lies below it, but how much it accepts", () => {
  expect(addressAt("/cart/nothing")).toMatchObject({ isPersonal: true, kind: "basket" });
  expect(addressAt("/desk/products/101/preview")).toMatchObject({ audience: "desk", accepts: undefined });
  expect(addressAt("/desk/products/101").accepts).toBe("photos");
  expect(addressAt("/desk/join/secret/more").isSecret).toBe(true);
  expect([addressAt("/").kind, addressAt("/nothing").kind]).toEqual(["home", undefined]);
});

test.each(["/CART", "/%63art", "//cart/"])("%s is read as the router reads it", (path) => {
  expect(addressAt(path).kind).toBe("basket");
});

test("an encoded slash separates nothing", () => {
  expect(routeAt("/newsletter%2Fone-click")).toBeNull();
});

test.each([
  ["/cart", "A change to your basket"],
  ["/cart-recovery/cart_x", "A change to your basket"],
  ["/products/101/review", "Your review"],
  ["/orders/order_x/return", "Your return"],
  ["/orders/order_x/withdraw", "Your withdrawal"],
  ["/orders", "Your form"],
  ["/new-form-of-tomorrow", "Your form"],
])("the form at %s is called %j", (address, name) => {
  expect(addressAt(address).draft).toBe(name);
});
