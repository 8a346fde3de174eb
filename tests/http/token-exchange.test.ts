import { expect, test } from "vitest";

import { exchangeToken, readLinkToken } from "#app/http/token-exchange.server.ts";

const TOKEN = "A-_9".repeat(10) + "abc";

const withCookie = (cookie: string) =>
  new Request("http://localhost:3000/set-password", { headers: { Cookie: cookie.split(";")[0] ?? "" } });

test.each(["/verify", "/set-password", "/confirm-email", "/undo-email-change"])(
  "the token in the address of %s moves into a cookie",
  async (path) => {
    const exchange = await exchangeToken("GET", `${path}?token=${TOKEN}&utm_source=mail`);

    expect(exchange?.location).toBe(path);
    expect(exchange?.cookie).toMatch(/^shop-token=.+; Max-Age=1800; Path=\/; HttpOnly; SameSite=Lax/);
    expect(exchange?.cookie).not.toContain(TOKEN);
    expect(await readLinkToken(withCookie(exchange?.cookie ?? ""))).toBe(TOKEN);
  },
);

test("a mail scanner's HEAD, and the data request of a page, get the same", async () => {
  expect((await exchangeToken("HEAD", `/verify?token=${TOKEN}`))?.location).toBe("/verify");
  expect((await exchangeToken("GET", `/verify/?_data=x&token=${TOKEN}`))?.location).toBe("/verify");
});

test.each([
  ["POST", `/set-password?token=${TOKEN}`],
  ["GET", "/set-password"],
  ["GET", "/set-password?other=1"],
  ["GET", `/search?token=${TOKEN}`],
  ["GET", "/"],
])("%s %s is left alone", async (method, url) => {
  expect(await exchangeToken(method, url)).toBeNull();
});

test("what cannot be a token takes an older one away, and stays in no address", async () => {
  const exchange = await exchangeToken("GET", "/set-password?token=short");

  expect(exchange?.location).toBe("/set-password");
  expect(exchange?.cookie).toMatch(/^shop-token=;? ?.*Max-Age=0/);
});

test("a cookie that was tampered with, or signed for another cookie, holds no token", async () => {
  const { cookie = "" } = (await exchangeToken("GET", `/verify?token=${TOKEN}`)) ?? {};

  expect(await readLinkToken(withCookie(cookie.replace("shop-token=", "shop-token=x")))).toBeNull();
  expect(await readLinkToken(new Request("http://localhost:3000/"))).toBeNull();
});
