import { expect, test } from "vitest";

import { cookieCheckIn, storedIn, withCookieCheck } from "#app/models/platform/cookie-check.ts";

const NOW = new Date("2026-11-23T10:00:00Z");
const minutesLater = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const set = (name: string, value = "abc.def") => `${name}=${value}; Max-Age=7776000; Path=/; HttpOnly`;

test.each([
  ["a basket", [set("cart-id")], "/cart", "basket"],
  ["a basket under a name that is tied to the host", [set("__Host-cart-id")], "/cart", "basket"],
  ["favourites", [set("favourites")], "/favourites", "favourites"],
  ["a comparison", [set("compare")], "/compare", "comparison"],
  ["a choice about cookies", [set("consent"), set("visitor")], "/privacy/consent", "consent"],
  ["a link from an email", [set("shop-token")], "/verify", "link"],
  ["a mark for basket reminders", [set("omnisend-guest")], "/newsletter", "newsletter"],
  ["a login, which brings a basket along", [set("cart-id"), set("shop-session")], "/login", "login"],
  ["an order that was looked up", [set("shop-session")], "/orders/order_1", "order"],
])("keptBy: %s is stored by the cookie", (_, cookies, pathname, stored) => {
  expect(storedIn(cookies, pathname)).toBe(stored);
});

test.each([
  ["the products that were viewed", [set("viewed")]],
  ["a vote for a review", [set("helpful-votes")]],
  ["the number of a visitor", [set("visitor")]],
  [
    "a cookie that ends",
    ["cart-id=; Max-Age=0; Path=/", "shop-session=; Expires=Thu, 01 Jan 1970 00:00:00 GMT"],
  ],
  ["a cookie without a value", ["cart-id=; Path=/"]],
  ["nothing", []],
])("keptBy: nothing is missing with %s", (_, cookies) => {
  expect(storedIn(cookies, "/p/dog")).toBeNull();
});

test.each([
  "/account",
  "/c/toys?page=2&sort=name",
  "/p/dog?added=line_1#save-12",
  "/search?q=a%20b+c",
  "/c/toys#compare-7",
])("a marker in %s is found and removed without a trace", (address) => {
  const [path = ""] = address.split("#");
  const [marked = ""] = withCookieCheck(address, "basket", NOW).split("#");

  expect(cookieCheckIn(marked, minutesLater(1))).toEqual({ stored: "basket", isRecent: true, url: path });
  expect(withCookieCheck(address, "basket", NOW).split("#")[1]).toBe(address.split("#")[1]);
});

test("a marker is found among the parameters of a script's request, which remain", () => {
  const marked = `${withCookieCheck("/account?a=1", "login", NOW)}&_data=root`;

  expect(cookieCheckIn(marked, NOW)?.url).toBe("/account?a=1&_data=root");
  expect(cookieCheckIn(`${withCookieCheck("/account", "login", NOW)}&_data=root`, NOW)?.url).toBe(
    "/account?_data=root",
  );
});

test("a marker that is five minutes old is ignored", () => {
  const marked = withCookieCheck("/cart", "basket", NOW);

  expect(cookieCheckIn(marked, minutesLater(4.9))?.isRecent).toBe(true);
  expect(cookieCheckIn(marked, minutesLater(5))).toEqual({ stored: "basket", isRecent: false, url: "/cart" });
});

test.each([
  "/cart",
  "/cart?cookie-check=",
  "/cart?cookie-check=basket",
  "/cart?cookie-check=money-1",
  "/cart?x-cookie-check=basket-1",
])("%s has no marker", (url) => {
  expect(cookieCheckIn(url, NOW)).toBeNull();
});
