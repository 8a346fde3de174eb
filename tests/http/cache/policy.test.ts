import { expect, test } from "vitest";

import { cacheControlFor, isStaleWhileRevalidate, isPersonal } from "#app/http/cache/policy.server.ts";

test.each(["/cart", "/CART", "/%63art", "/Account/orders", "/account/", "/%61%43count", "/api/carts/x"])(
  "no copy of %s is stored, in every case and encoding that the router accepts",
  (path) => {
    expect([isPersonal(path), cacheControlFor(path)]).toEqual([true, "private, no-store"]);
  },
);

test.each(["/", "/carts", "/c/cart", "/information/contact-us", "/%", "/search/cart"])(
  "%s is cached privately by the browser",
  (path) => {
    expect(cacheControlFor(path)).toBe("private, no-cache");
  },
);

test("the browser may restore the information section from its cache, and no neighbouring page", () => {
  expect(
    ["/information", "/Information/contact-us", "/informations", "/"].map(isStaleWhileRevalidate),
  ).toEqual([true, true, false, false]);
});
