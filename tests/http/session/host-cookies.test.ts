/** The names of cookies over https: only the host itself can set them. */
import { readdirSync, readFileSync } from "node:fs";
import { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { Socket } from "node:net";

import { expect, test, vi } from "vitest";

import { newId } from "#app/models/shared/generate-id.server.ts";
import { HTTPS, overHttps, useOwnModules } from "#tests/support/shops/https-settings.ts";

useOwnModules();

/** What the front server makes of a request with these cookies: the Cookie header that the shop sees, and what is set. */
async function renamed(cookie: string) {
  const { renameOldCookies } = await import("#app/http/session/old-cookie-names.server.ts");
  // Every cookie of the shop is made when its module is loaded.
  await Promise.all([
    import("#app/http/session/session.server.ts"),
    import("#app/http/session/wishlist-cookie.server.ts"),
  ]);
  const request = new IncomingMessage(new Socket());
  request.headers.cookie = cookie;
  const response = new ServerResponse(request);
  renameOldCookies(request, response);
  return { cookie: request.headers.cookie, set: [response.getHeader("Set-Cookie") ?? []].flat() };
}

test("over https every cookie of the shop has the __Host- prefix, is Secure with path /, and names no domain", async () => {
  overHttps();
  const { shopCookie, shopCookies, cartIdCookie } = await import("#app/http/session/cookies.server.ts");
  const { commitSession, readSession } = await import("#app/http/session/session.server.ts");
  const session = await readSession(new Request("https://shop.example/"));
  session.addOrder(newId("order"));

  const lines = [await cartIdCookie(newId("cart")), (await commitSession(session)) ?? ""];
  for (const [name, maxAge] of shopCookies()) lines.push(await shopCookie(name, { maxAge }).serialize("x"));

  for (const line of lines) {
    expect(line).toMatch(/^__Host-[\w-]+=/);
    expect(line).toMatch(/; Path=\/;.*; Secure/);
    expect(line).not.toContain("Domain");
  }
  expect(lines.length).toBeGreaterThan(3);
});

test("over http cookie names have no prefix", async () => {
  const { cartIdCookie, endedCookie, sentName } = await import("#app/http/session/cookies.server.ts");

  expect(await cartIdCookie(newId("cart"))).toMatch(/^cart-id=/);
  expect(sentName("shop-session")).toBe("shop-session");
  expect(endedCookie("omnisend-guest")).toBe("omnisend-guest=; Path=/; Max-Age=0");
  expect(await renamed("cart-id=x; other=y")).toEqual({ cookie: "cart-id=x; other=y", set: [] });
});

test("over https a cookie without the prefix is read, and is replaced by one with it", async () => {
  const id = newId("cart");
  vi.stubEnv("SESSION_SECRETS", HTTPS.SESSION_SECRETS);
  const before = await import("#app/http/session/cookies.server.ts");
  const [pair = ""] = (await before.cartIdCookie(id)).split(";");
  vi.resetModules();
  overHttps();

  const { cookie, set } = await renamed(`_ga=1; ${pair}`);

  const { readCartId } = await import("#app/http/session/cookies.server.ts");
  expect(cookie).toBe(`_ga=1; __Host-${pair}`);
  expect(await readCartId(new Request("https://shop.example/", { headers: { Cookie: cookie } }))).toBe(id);
  expect(set).toEqual([
    `__Host-${pair}; Max-Age=${90 * 86_400}; Path=/; HttpOnly; Secure; SameSite=Lax`,
    "cart-id=; Path=/; Max-Age=0",
  ]);
});

test("over https a cookie without the prefix does not override one with it, and is deleted", async () => {
  overHttps();

  expect(await renamed("shop-session=planted; __Host-shop-session=own; favourites=a=b")).toEqual({
    cookie: "__Host-shop-session=own; __Host-favourites=a=b",
    set: [
      `__Host-favourites=a=b; Max-Age=${180 * 86_400}; Path=/; HttpOnly; Secure; SameSite=Lax`,
      "shop-session=; Path=/; Max-Age=0",
      "favourites=; Path=/; Max-Age=0",
    ],
  });
  expect(await renamed("__Host-cart-id=x; other=y")).toEqual({
    cookie: "__Host-cart-id=x; other=y",
    set: [],
  });
});

test("over https a rejection of marketing deletes the marker with Secure, which browsers require", async () => {
  overHttps();
  const { refusedCookies } = await import("#app/http/session/consent-policy.server.ts");
  const request = new Request("https://shop.example/", {
    headers: { Cookie: "__Host-omnisend-guest=x" },
  });

  expect(refusedCookies(request, { analytics: true, marketing: false })).toEqual([
    "__Host-omnisend-guest=; Path=/; Max-Age=0; Secure",
  ]);
});

test("the response cache recognises the same visitors over https", async () => {
  overHttps();
  const { isViewedCookie } = await import("#app/http/session/viewed-cookie.server.ts");

  expect(isViewedCookie("__Host-viewed=x; Path=/")).toBe(true);
  expect(isViewedCookie("viewed=x; Path=/")).toBe(false);
});

test("each cookie name is defined in one place", () => {
  // Says for pages and the front server alike what each cookie keeps; the models know no cookies of the http folder.
  const others = ["models/platform/cookie-check.ts"];
  const files = readdirSync("app", { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.tsx?$/.test(file) && !others.includes(file),
  );
  const code = files.map((file) => ({ file, text: readFileSync(join("app", file), "utf8") }));
  const names = code.flatMap(({ text }) =>
    [...text.matchAll(/^(?:export )?const [A-Z_]*COOKIE = "([\w-]+)";/gm)].map(([, name]) => name ?? ""),
  );
  // Words that are other things as well.
  const unmistakable = names.filter((name) => name.includes("-"));
  const homes = (name: string) =>
    code.filter(({ text }) => new RegExp(`["'\`]${name}["'\`=]`).test(text)).map(({ file }) => file);

  expect(unmistakable.length).toBeGreaterThan(4);
  expect(unmistakable.map((name) => [name, homes(name).length])).toEqual(
    unmistakable.map((name) => [name, 1]),
  );
});
