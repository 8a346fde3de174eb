import { describe, expect, test } from "vitest";

import { type CsrfRequest, csrfRejection, needsProof } from "#app/http/server/csrf.server.ts";

const FORM = "application/x-www-form-urlencoded";
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
  ["a program with its own token", "POST", { authorization: "Bearer x" }, false],
  ["another site with a token", "POST", { authorization: "Bearer x", "sec-fetch-site": "cross-site" }, true],
  ["another site by PUT", "PUT", { "sec-fetch-site": "cross-site" }, true],
  ["another site by DELETE", "DELETE", { origin: "https://evil.com" }, true],
  ["another site by PATCH", "PATCH", {}, true],
  ["a link on another site", "GET", { "sec-fetch-site": "cross-site" }, false],
  ["a look from another site", "HEAD", { "sec-fetch-site": "cross-site" }, false],
  ["a text browser on our page", "POST", { referer: "https://shop.example/p/wooden-toys/dog?a=1" }, false],
  ["a text browser on our first page", "POST", { referer: "http://localhost:3000" }, false],
  ["a text browser that writes our host large", "POST", { referer: "https://SHOP.example/cart" }, false],
  ["a text browser that names our port", "POST", { referer: "https://shop.example:443/cart" }, false],
  ["a text browser elsewhere", "POST", { referer: "https://evil.com/" }, true],
  ["a text browser on a sibling", "POST", { referer: "https://blog.shop.example/" }, true],
  ["our host by another scheme, in the Referer", "POST", { referer: "http://shop.example/" }, true],
  ["our host by another port", "POST", { referer: "https://shop.example:8443/" }, true],
  ["an address that starts like ours", "POST", { referer: "https://shop.example.evil.com/" }, true],
  ["an address that starts like our port", "POST", { referer: "http://localhost:30001/" }, true],
  ["our address as a user name", "POST", { referer: "https://shop.example@evil.com/" }, true],
  ["our address as a name and password", "POST", { referer: "https://shop.example:443@evil.com/" }, true],
  ["a user at our address", "POST", { referer: "https://user:secret@shop.example/" }, true],
  ["our address in another's query", "POST", { referer: "https://evil.com/?https://shop.example/" }, true],
  ["a blob of our page", "POST", { referer: "blob:https://shop.example/1b4d" }, true],
  ["a page of no site", "POST", { referer: "about:blank" }, true],
  ["a Referer that is no address", "POST", { referer: "shop.example" }, true],
  ["a path as the Referer", "POST", { referer: "/cart" }, true],
  ["a backslash in the Referer", "POST", { referer: "https:\\\\shop.example\\cart" }, true],
  ["a line break in the Referer", "POST", { referer: "https://shop.example/\r\nOrigin: x" }, true],
  ["a tab in the Referer", "POST", { referer: "https://sh\top.example/" }, true],
  ["two addresses in the Referer", "POST", { referer: "https://shop.example/, https://evil.com/" }, true],
  [
    "another site whose Referer is ours",
    "POST",
    { "sec-fetch-site": "cross-site", referer: "https://shop.example/" },
    true,
  ],
  [
    "another origin whose Referer is ours",
    "POST",
    { origin: "null", referer: "https://shop.example/" },
    true,
  ],
  ["our page by PUT and its Referer", "PUT", { referer: "https://shop.example/" }, false],
  ["another site by PUT and its Referer", "PUT", { referer: "https://evil.com/" }, true],
];

describe("a request without Origin and Sec-Fetch-Site", () => {
  const silent: CsrfRequest = { method: "POST", url: "/cart", headers: { "content-type": FORM } };

  test("needs confirmation when it is a form, and has no effect before", () => {
    for (const headers of [silent.headers, { ...silent.headers, referer: "" }]) {
      expect(csrfRejection({ ...silent, headers }, OWN)).toBeNull();
      expect(needsProof({ ...silent, headers }, OWN)).toBe(true);
    }
    expect(needsProof({ ...silent, headers: { "content-type": `${FORM}; charset=utf-8` } }, OWN)).toBe(true);
  });

  test.each<readonly [what: string, Partial<CsrfRequest>]>([
    ["another method", { method: "PUT" }],
    ["a script's request", { url: "/cart?_data=routes%2Fcart%2Fcart" }],
    ["a script's request in disguise", { url: "/cart?a=1&%5Fdata=routes%2Fcart%2Fcart" }],
    ["a call of the marketing API", { url: "/api/omnisend/carts/create" }],
    ["text that looks like a form", { headers: { "content-type": "text/plain" } }],
    ["JSON", { headers: { "content-type": "application/json" } }],
    ["files", { headers: { "content-type": "multipart/form-data; boundary=a" } }],
    ["no type", { headers: {} }],
    ["a sender that waits for 100 Continue", { headers: { "content-type": FORM, expect: "100-continue" } }],
  ])("is refused with %s", (_, other) => {
    expect(csrfRejection({ ...silent, ...other }, OWN)?.status).toBe(403);
    expect(needsProof({ ...silent, ...other }, OWN)).toBe(false);
  });

  test("needs no confirmation when it is harmless or proves its origin otherwise", () => {
    expect(needsProof({ ...silent, method: "GET" }, OWN)).toBe(false);
    expect(needsProof({ ...silent, url: "/newsletter/one-click" }, OWN)).toBe(false);
    expect(needsProof({ ...silent, url: "/api/payments/webhook" }, OWN)).toBe(false);
  });
});

test("a program may send a Referer of its own to the API", () => {
  const headers = { referer: "https://program.example/", "content-type": "application/json" };

  expect(csrfRejection({ method: "POST", url: "/api/carts/create", headers }, OWN)).toBeNull();
});

test("the marketing calls use the browser's cookies, and so are refused without proof of our own page", () => {
  const requested = { method: "PATCH", url: "/api/omnisend/carts/cart_1/update" };

  expect(csrfRejection({ ...requested, headers: {} }, OWN)?.status).toBe(403);
  expect(csrfRejection({ ...requested, headers: { "sec-fetch-site": "cross-site" } }, OWN)?.status).toBe(403);
  expect(csrfRejection({ ...requested, headers: { "sec-fetch-site": "same-origin" } }, OWN)).toBeNull();
});

test.each(CASES)("%s, %s %j: refused is %s", (_, method, headers, isRefused) => {
  expect(csrfRejection({ method, url: "/cart", headers }, OWN)?.status).toBe(isRefused ? 403 : undefined);
});

test("mail programs may post one-click unsubscriptions at exactly two addresses", () => {
  expect(csrfRejection({ method: "POST", url: "/stock-alerts/one-click", headers: {} }, OWN)).toBeNull();
  expect(csrfRejection({ method: "POST", url: "/newsletter/one-click", headers: {} }, OWN)).toBeNull();
  expect(csrfRejection({ method: "POST", url: "/newsletter/unsubscribe", headers: {} }, OWN)?.status).toBe(
    403,
  );
  expect(csrfRejection({ method: "POST", url: "/stock-alerts/leave", headers: {} }, OWN)?.status).toBe(403);
  expect(csrfRejection({ method: "POST", url: "/stock-alerts", headers: {} }, OWN)?.status).toBe(403);
});

test("payment webhooks may be posted at exactly one address", () => {
  expect(csrfRejection({ method: "POST", url: "/api/payments/webhook", headers: {} }, OWN)).toBeNull();
  expect(csrfRejection({ method: "POST", url: "/api/payments/webhook/", headers: {} }, OWN)?.status).toBe(
    403,
  );
  expect(csrfRejection({ method: "POST", url: "/api/payments", headers: {} }, OWN)?.status).toBe(403);
});

test("programs call the API without either header, and pages of other sites cannot", () => {
  const calls = ["/api/carts/create", "/api/carts/x/addItems", "/api/customers/login"];
  const forged = [{ origin: "https://evil.com" }, { "sec-fetch-site": "cross-site" }, { origin: "null" }];

  for (const url of calls) {
    expect(csrfRejection({ method: "POST", url, headers: {} }, OWN)).toBeNull();
    for (const headers of forged)
      expect(csrfRejection({ method: "POST", url, headers }, OWN)?.status).toBe(403);
  }
  for (const url of ["/api/cartsx", "/api/omnisend/carts/create", "/api/nothing", "/cart/api/carts"])
    expect(csrfRejection({ method: "POST", url, headers: {} }, OWN)?.status).toBe(403);
});
