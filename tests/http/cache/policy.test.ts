import { expect, test } from "vitest";

import { cacheControlFor, NO_STORE } from "#app/http/cache/policy.server.ts";
import { newPage, pageResponse } from "#app/http/response/html.server.ts";

test.each(["/cart", "/CART", "/%63art", "/Account/orders", "/account/", "/%61%43count", "/api/carts/x"])(
  "no copy of %s is stored, in every case and encoding that the router accepts",
  (path) => {
    expect(cacheControlFor(path)).toBe(NO_STORE);
  },
);

test.each(["/", "/carts", "/c/cart", "/information/contact-us", "/%", "/search/cart"])(
  "%s is cached privately by the browser",
  (path) => {
    expect(cacheControlFor(path)).toBe("private, no-cache");
  },
);

test.each([
  ["/information", "private, no-cache"],
  ["/Information/contact-us", "private, no-cache"],
  ["/informations", NO_STORE],
  ["/", NO_STORE],
])("the answer to a form at %s is stored by the browser as %j", (path, stored) => {
  const request = new Request(`http://localhost${path}`, { method: "POST" });
  const page = newPage("key", "<!DOCTYPE html>");
  const { headers } = pageResponse({ request, status: 422, headers: new Headers(), page });

  expect(headers.get("Cache-Control")).toBe(stored);
});
