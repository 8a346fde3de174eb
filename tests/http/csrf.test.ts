import { expect, test } from "vitest";

import { forgery } from "#app/http/csrf.server.ts";

const OWN = ["http://localhost:3000", "https://shop.example"];

type Case = readonly [what: string, method: string, headers: Record<string, string>, isRefused: boolean];

const CASES: ReadonlyArray<Case> = [
  ["a page of the shop", "POST", { "sec-fetch-site": "same-origin", origin: "http://localhost:3000" }, false],
  ["the visitor's own hand", "POST", { "sec-fetch-site": "none" }, false],
  [
    "a page of the shop that hides its origin",
    "POST",
    { "sec-fetch-site": "same-origin", origin: "null" },
    false,
  ],
  ["another site", "POST", { "sec-fetch-site": "cross-site", origin: "https://evil.com" }, true],
  [
    "another site that claims our origin",
    "POST",
    { "sec-fetch-site": "cross-site", origin: "https://shop.example" },
    true,
  ],
  [
    "a sibling of our domain",
    "POST",
    { "sec-fetch-site": "same-site", origin: "https://blog.shop.example" },
    true,
  ],
  ["an unknown word", "POST", { "sec-fetch-site": "sideways" }, true],
  ["an old browser on our page", "POST", { origin: "https://shop.example" }, false],
  ["an old browser elsewhere", "POST", { origin: "https://evil.com" }, true],
  ["an old browser in a sandbox", "POST", { origin: "null" }, true],
  ["a malformed origin", "POST", { origin: "https://shop.example.evil.com" }, true],
  ["our origin with a slash", "POST", { origin: "https://shop.example/" }, true],
  ["our host by another scheme", "POST", { origin: "http://shop.example" }, true],
  ["nobody in particular", "POST", {}, true],
  ["a program with its own token", "POST", { authorization: "Bearer x" }, false],
  ["another site with a token", "POST", { authorization: "Bearer x", "sec-fetch-site": "cross-site" }, true],
  ["another site by PUT", "PUT", { "sec-fetch-site": "cross-site" }, true],
  ["another site by DELETE", "DELETE", { origin: "https://evil.com" }, true],
  ["another site by PATCH", "PATCH", {}, true],
  ["a link on another site", "GET", { "sec-fetch-site": "cross-site" }, false],
  ["a look from another site", "HEAD", { "sec-fetch-site": "cross-site" }, false],
];

test("the marketing calls use the browser's cookies, and so are refused without a sign of our own page", () => {
  const asked = { method: "PATCH", pathname: "/api/omnisend/carts/cart_1/update" };

  expect(forgery({ ...asked, headers: {} }, OWN)?.status).toBe(403);
  expect(forgery({ ...asked, headers: { "sec-fetch-site": "cross-site" } }, OWN)?.status).toBe(403);
  expect(forgery({ ...asked, headers: { "sec-fetch-site": "same-origin" } }, OWN)).toBeNull();
});

test.each(CASES)("%s, %s %j: refused is %s", (_, method, headers, isRefused) => {
  expect(forgery({ method, pathname: "/cart", headers }, OWN)?.status).toBe(isRefused ? 403 : undefined);
});

test("mail programs end messages for their readers at exactly two addresses", () => {
  expect(forgery({ method: "POST", pathname: "/stock-alerts/one-click", headers: {} }, OWN)).toBeNull();
  expect(forgery({ method: "POST", pathname: "/newsletter/one-click", headers: {} }, OWN)).toBeNull();
  expect(forgery({ method: "POST", pathname: "/newsletter/unsubscribe", headers: {} }, OWN)?.status).toBe(
    403,
  );
  expect(forgery({ method: "POST", pathname: "/stock-alerts/leave", headers: {} }, OWN)?.status).toBe(403);
  expect(forgery({ method: "POST", pathname: "/stock-alerts", headers: {} }, OWN)?.status).toBe(403);
});

test("payment webhooks come from machines, at exactly one address", () => {
  expect(forgery({ method: "POST", pathname: "/api/payments/webhook", headers: {} }, OWN)).toBeNull();
  expect(forgery({ method: "POST", pathname: "/api/payments/webhook/", headers: {} }, OWN)?.status).toBe(403);
  expect(forgery({ method: "POST", pathname: "/api/payments", headers: {} }, OWN)?.status).toBe(403);
});

test("programs call the API without either header; a page of another site never does", () => {
  const calls = ["/api/carts/create", "/api/carts/x/addItems", "/api/customers/login"];
  const forged = [{ origin: "https://evil.com" }, { "sec-fetch-site": "cross-site" }, { origin: "null" }];

  for (const pathname of calls) {
    expect(forgery({ method: "POST", pathname, headers: {} }, OWN)).toBeNull();
    for (const headers of forged)
      expect(forgery({ method: "POST", pathname, headers }, OWN)?.status).toBe(403);
  }
  for (const pathname of ["/api/cartsx", "/api/omnisend/carts/create", "/api/nothing", "/cart/api/carts"])
    expect(forgery({ method: "POST", pathname, headers: {} }, OWN)?.status).toBe(403);
});
