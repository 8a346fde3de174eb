import { expect, test } from "vitest";

import { isBot } from "#app/http/request/bot.server.ts";
import { pageMeta } from "#app/http/response/meta.ts";
import { movedPermanently, notFound, refusal, seeOther } from "#app/http/response/responses.server.ts";
import { refused } from "#app/models/shared/result.ts";

test.each([
  ["/p/toys/caf%C3%A9?swatch=red", "/p/toys/café?swatch=red"],
  ["/c/wooden+toys?q=a+b", "/c/wooden toys?q=a+b"],
  ["/c/wooden%2Btoys", "/c/wooden%2Btoys"],
])("a not-found message contains the whole address: %s", async (address, read) => {
  const response = notFound(new Request(`http://localhost:3000${address}`));

  expect(response.status).toBe(404);
  expect(await response.text()).toBe(`Page Not Found: ${read}`);
});

test("a refusal has its status and its message with details filled in", async () => {
  const response = refusal(refused("quantity-too-large", { maximum: 5 }), { lineId: "x" });

  expect(response.status).toBe(409);
  expect(await response.json()).toEqual({
    ok: false,
    code: "quantity-too-large",
    message: "The maximum quantity is 5",
    lineId: "x",
  });
});

test("too many requests are answered with Retry-After", () => {
  const response = refusal(refused("rate-limited", { retryAfterSeconds: 10 }));

  expect([response.status, response.headers.get("Retry-After")]).toEqual([429, "10"]);
});

test("redirects stay in the shop", () => {
  expect([seeOther("/cart").status, seeOther("/cart").headers.get("Location")]).toEqual([303, "/cart"]);
  expect(movedPermanently("/p/a/b").status).toBe(301);
  expect(() => seeOther("//evil.com")).toThrow("Navigating to an external URL");
});

test("a page's canonical address is absolute and on the shop's own origin", () => {
  const page = { title: "Wooden toys", description: "All of them", canonicalPath: "/c/wooden-toys" };
  const origin = "https://shop.example";
  const tags = pageMeta({ ...page, noindex: true, origin, storeName: "Hollybough" });

  expect(tags).toContainEqual({ tagName: "link", rel: "canonical", href: `${origin}/c/wooden-toys` });
  expect(tags).toContainEqual({ name: "robots", content: "noindex" });
});

test.each([
  ["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", true],
  ["curl/8.5.0", true],
  ["", true],
  ["Lynx/2.9.2", false],
  ["Lynx/2.9.0dev.12 libwww-FM/2.14 SSL-MM/1.4.1 GNUTLS/3.7.8", false],
  ["w3m/0.5.3", false],
  ["w3m/0.5.3+git20230121", false],
  ["Links (2.28; Linux 6.1.0 x86_64; GNU C 12.2; text)", false],
  ["ELinks/0.16.1.1 (textmode; Linux 6.1.0 x86_64; 80x24-2)", false],
  ["Dillo/3.1.0", false],
  ["NetSurf/3.11 (Linux)", false],
  ["edbrowse/3.8.9", false],
  ["LinksChecker/1.0", true],
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36",
    false,
  ],
])("%s: robots is %s", (agent, expected) => {
  const request = new Request("http://localhost:3000/", { headers: agent ? { "User-Agent": agent } : {} });

  expect(isBot(request)).toBe(expected);
});
