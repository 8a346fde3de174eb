import { describe, expect, test } from "vitest";

import { type CsrfRequest, csrfRejection, needsProof } from "#app/http/server/csrf.server.ts";

const FORM = "application/x-www-form-urlencoded";
const OWN = ["http://localhost:3000", "https://shop.example"];

const statusOf = (request: CsrfRequest) => csrfRejection(request, OWN)?.status;
/** A post without any header. */
const silentPost = (url: string) => statusOf({ method: "POST", url, headers: {} });

const CROSS = { "sec-fetch-site": "cross-site" };
const SAME = { "sec-fetch-site": "same-origin" };

type Case = readonly [what: string, method: string, headers: Record<string, string>, isRefused: boolean];

const CASES: ReadonlyArray<Case> = [
  ["a page of the shop", "POST", { ...SAME, origin: "http://localhost:3000" }, false],
  ["the visitor's own hand", "POST", { "sec-fetch-site": "none" }, false],
  ["a page of the shop that hides its origin", "POST", { ...SAME, origin: "null" }, false],
  ["another site", "POST", { ...CROSS, origin: "https://evil.com" }, true],
  ["another site that claims our origin", "POST", { ...CROSS, origin: "https://shop.example" }, true],
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
  ["another site with a token", "POST", { authorization: "Bearer x", ...CROSS }, true],
  ["another site by PUT", "PUT", CROSS, true],
  ["another site by DELETE", "DELETE", { origin: "https://evil.com" }, true],
  ["another site by PATCH", "PATCH", {}, true],
  ["a link on another site", "GET", CROSS, false],
  ["a look from another site", "HEAD", CROSS, false],
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
  ["another site whose Referer is ours", "POST", { ...CROSS, referer: "https://shop.example/" }, true],
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
      expect(statusOf({ ...silent, headers })).toBeUndefined();
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
    expect(statusOf({ ...silent, ...other })).toBe(403);
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

  expect(statusOf({ method: "POST", url: "/api/carts/create", headers })).toBeUndefined();
});

test("the marketing calls use the browser's cookies, and so are refused without proof of our own page", () => {
  const requested = { method: "PATCH", url: "/api/omnisend/carts/cart_1/update" };

  expect(statusOf({ ...requested, headers: {} })).toBe(403);
  expect(statusOf({ ...requested, headers: CROSS })).toBe(403);
  expect(statusOf({ ...requested, headers: SAME })).toBeUndefined();
});

test.each(CASES)("%s, %s %j: refused is %s", (_, method, headers, isRefused) => {
  expect(statusOf({ method, url: "/cart", headers })).toBe(isRefused ? 403 : undefined);
});

test.each([
  ["/stock-alerts/one-click", undefined],
  ["/newsletter/one-click", undefined],
  ["/newsletter/unsubscribe", 403],
  ["/stock-alerts/leave", 403],
  ["/stock-alerts", 403],
  ["/api/payments/webhook", undefined],
  ["/api/payments/webhook/", undefined],
  ["/api/payments", 403],
])("mail programs and the payment provider post to their own addresses alone: %s, %s", (url, status) => {
  expect(silentPost(url)).toBe(status);
});

test("programs call the API without either header, and pages of other sites cannot", () => {
  const calls = ["/api/carts/create", "/api/carts/x/addItems", "/api/customers/login"];
  const forged = [{ origin: "https://evil.com" }, CROSS, { origin: "null" }];

  for (const url of calls) {
    expect(silentPost(url)).toBeUndefined();
    for (const headers of forged) expect(statusOf({ method: "POST", url, headers })).toBe(403);
  }
  for (const url of ["/api/cartsx", "/api/omnisend/carts/create", "/api/nothing", "/cart/api/carts"])
    expect(silentPost(url)).toBe(403);
});
