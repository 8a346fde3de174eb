import { expect, test } from "vitest";

import { cacheControlFor, isStaleWhileRevalidate, isPersonal } from "#app/http/cache/policy.server.ts";

test.each(["/cart", "/CART", "/%63art", "/Account/orders", "/account/", "/%61%43count", "/api/carts/x"])(
  "no copy of %s is kept, in whatever case or encoding the router takes it",
  (path) => {
    expect([isPersonal(path), cacheControlFor(path)]).toEqual([true, "private, no-store"]);
  },
);

test.each(["/", "/carts", "/c/cart", "/information/contact-us", "/%", "/search/cart"])(
  "%s is kept by the browser that asked",
  (path) => {
    expect(cacheControlFor(path)).toBe("private, no-cache");
  },
);

test("the information section is gone back to as it was left, its neighbours are not", () => {
  expect(
    ["/information", "/Information/contact-us", "/informations", "/"].map(isStaleWhileRevalidate),
  ).toEqual([true, true, false, false]);
});
