import { expect, test } from "vitest";

import { redirectTarget, safeRedirect } from "#app/http/request/safe-redirect.ts";

const ORIGIN = "https://shop.example";

const CONTROL = [
  "\t",
  "\n",
  "\r",
  "\0",
  "\u000b",
  "\u000c",
  "\u001f",
  "\u007f",
  "\u0080",
  "\u00a0",
  "\u2028",
  "\u2029",
  "\ufeff",
];
const HOSTS = [
  "evil.com",
  "evil.com/path",
  "evil.com:443",
  "user@evil.com",
  "evil。com",
  "evil%2ecom",
  "[::1]",
  "127.1",
];

const HOSTILE: ReadonlyArray<unknown> = [
  ...HOSTS.flatMap((host) => [
    `//${host}`,
    `///${host}`,
    `\\\\${host}`,
    `/\\${host}`,
    `\\/${host}`,
    `https:${host}`,
  ]),
  ...HOSTS.flatMap((host) => [`https://${host}`, `http:/${host}`, `/%2F%2F${host}`.replace("/%2F", "//%2F")]),
  ...CONTROL.flatMap((character) => [`/${character}/evil.com`, `${character}//evil.com`, `/x${character}`]),
  ...[
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "blob:x",
  ],
  ...["@evil.com", "evil.com", ".evil.com", ":evil.com", "?x", "#x", "", " ", " //evil.com", " /x", "/x "],
  ...["/..//evil.com", "/%2e%2e//evil.com", "/.%2e/evil", "/a/../../evil", "/%5cevil.com", "/%5C%5Cevil.com"],
  ...[
    "/%2F/evil.com",
    "/%2f%2fevil.com",
    "/%09/evil.com",
    "/%0a/evil.com",
    "/%00",
    "/%E0%A4%A",
    "/%0d%0aSet-Cookie:x",
  ],
  ...[null, undefined, 42, {}, ["/account"], true, `/${"a".repeat(2000)}`],
];

test.each(HOSTILE.map((target) => [target]))("%j does not lead out of the shop", (target) => {
  const path = safeRedirect(target, "/account");

  expect(new URL(path, ORIGIN).origin).toBe(ORIGIN);
  expect(path).not.toMatch(/\\|^\/\//);
});

test.each([
  "//evil.com",
  "/\\evil.com",
  "/\t/evil.com",
  "https:evil.com",
  "javascript:alert(1)",
  "/%2f%2fevil.com",
  "/%5cevil.com",
])("%j uses the fallback", (target) => {
  expect(safeRedirect(target, "/account")).toBe("/account");
});

test.each([
  "/",
  "/account",
  "/search/wooden%20train?page=2",
  "/c/wooden-toys/pull-alongs?sort=price-asc#list",
  "/search/a%2Fb",
])("%s is accepted", (path) => {
  expect(safeRedirect(path)).toBe(path);
});

test.each(["https://pay.example/session/1", "//evil.com", "/\\evil.com", "javascript:alert(1)", "cart"])(
  "a redirect to %s by our own code throws",
  (target) => {
    expect(() => redirectTarget(target)).toThrow("Navigating to an external URL");
  },
);

test("an external redirect passes when its origin is allowed, and one in the shop with any query", () => {
  const page = "https://pay.example/session/1";
  expect(redirectTarget(page, ["https://pay.example"])).toBe(page);
  expect(() => redirectTarget("https://pay.example.evil.com/", ["https://pay.example"])).toThrow();
  expect(redirectTarget("/search?q=a..b//c")).toBe("/search?q=a..b//c");
});
