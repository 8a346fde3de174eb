import { expect, test } from "vitest";

import {
  exchangePosted,
  exchangeToken,
  LINK_SECRET_HEADER,
  readLinkProofs,
  readLinkToken,
  type TokenExchange,
} from "#app/http/server/link-token-cookie.server.ts";
import { readSession } from "#app/http/session/session.server.ts";
import { orderLinkKey } from "#app/models/order/link.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";

const TOKEN = "A-_9".repeat(10) + "abc";
const OTHER = "b".repeat(43);
const SIGNATURE = "gfr.q4Jm2Wc9yTt0Vh3kZb8xLs";

const follow = (url: string, cookie?: string, method = "GET") =>
  exchangeToken({ method, url, headers: cookie === undefined ? {} : { cookie } });
const pairOf = (exchange: TokenExchange | null) => exchange?.headers["Set-Cookie"]?.split(";")[0] ?? "";
const at = (path: string, cookie: string) =>
  new Request(`http://localhost:3000${path}`, { headers: { Cookie: cookie } });

test.each(["/verify", "/set-password", "/confirm-email", "/undo-email-change", "/newsletter/preferences"])(
  "the token in the address of %s moves into a cookie, and the rest of the address stays",
  async (path) => {
    const exchange = await follow(`${path}?token=${TOKEN}&utm_source=mail`);

    expect(exchange).toMatchObject({
      status: 303,
      headers: {
        Location: `${path}?utm_source=mail`,
        "Cache-Control": "private, no-store",
        "Referrer-Policy": "no-referrer",
      },
    });
    expect(exchange?.headers["Set-Cookie"]).toMatch(
      /^shop-token=.+; Max-Age=7200; Path=\/; HttpOnly; SameSite=Lax/,
    );
    expect(JSON.stringify(exchange)).not.toContain(TOKEN);
    expect(await readLinkToken(at(path, pairOf(exchange)))).toBe(TOKEN);
  },
);

test.each([
  ["HEAD", `/verify?token=${TOKEN}`, "/verify"],
  ["GET", `/verify/?token=${TOKEN}`, "/verify"],
  ["GET", `/VERIFY?Token=${TOKEN}`, "/VERIFY"],
  ["GET", `/%76erify?%74oken=${TOKEN}`, "/%76erify"],
  ["GET", `/verify?token=${TOKEN}&token=${OTHER}`, "/verify"],
])("%s %s: in every spelling, the secret leaves the address", async (method, url, location) => {
  const exchange = await follow(url, undefined, method);

  expect(exchange?.headers["Location"]).toBe(location);
  expect(await readLinkToken(at("/verify", pairOf(exchange)))).toBe(TOKEN);
});

test("a data request by script is redirected in Remix's own way", async () => {
  const exchange = await follow(`/verify?token=${TOKEN}&_data=routes%2Fauth%2Fverify&x=1`);

  expect(exchange).toMatchObject({
    status: 204,
    headers: { "X-Remix-Redirect": "/verify?x=1", "X-Remix-Status": "303", "X-Remix-Revalidate": "yes" },
  });
  expect(exchange?.headers["Location"]).toBeUndefined();
});

test("a page without a known link does not leave a secret in its address either", async () => {
  expect((await follow(`/search?q=dog&proof=${OTHER}`))?.headers["Location"]).toBe("/search?q=dog");
  expect((await follow(`/?k=${OTHER}`))?.headers["Location"]).toBe("/");
});

test.each(["/set-password", "/set-password?other=1", "/", "/search?q=token%3Dx"])(
  "%s has no secret and is unchanged",
  async (url) => {
    expect(await follow(url)).toBeNull();
    expect(exchangePosted({ method: "POST", url })).toBeNull();
  },
);

test("an invalid token replaces an older token of the same pages, and leaves the address", async () => {
  const first = pairOf(await follow(`/set-password?token=${TOKEN}`));

  const { headers } = (await follow("/set-password?token=short", first))!;

  expect(headers["Location"]).toBe("/set-password");
  expect(headers["Set-Cookie"]).toMatch(/^shop-token=;? ?.*Max-Age=0/);
});

test("a browser stores the links to several pages, and of one section only the latest", async () => {
  let cookie = pairOf(await follow(`/verify?token=${TOKEN}`));
  cookie = pairOf(await follow(`/products/101/review?order=x&proof=${SIGNATURE}`, cookie));
  cookie = pairOf(await follow(`/products/102/review?order=x&proof=${OTHER}`, cookie));
  cookie = pairOf(await follow(`/newsletter/confirm?token=${TOKEN}`, cookie));
  cookie = pairOf(await follow(`/newsletter/unsubscribe?token=${OTHER}`, cookie));

  expect(await readLinkToken(at("/verify", cookie))).toBe(TOKEN);
  expect(await readLinkToken(at("/newsletter/preferences", cookie))).toBe(OTHER);
  expect(await readLinkToken(at("/stock-alerts/leave", cookie))).toBeNull();
  expect(await readLinkProofs(at("/products/101/review", cookie))).toEqual([OTHER, SIGNATURE]);
});

test("the secret of a post moves into a header that only the front server can set", async () => {
  const url = `/newsletter/one-click?token=${TOKEN}&index=&_data=x`;

  expect(exchangePosted({ method: "POST", url })).toEqual({
    url: "/newsletter/one-click?index=&_data=x",
    secret: TOKEN,
  });
  const headers = { [LINK_SECRET_HEADER]: TOKEN };
  const request = new Request("http://localhost:3000/newsletter/one-click", { method: "POST", headers });
  expect(await readLinkToken(request)).toBe(TOKEN);
  expect(await follow(`/verify?token=${TOKEN}`, undefined, "POST")).toBeNull();
});

test("a signed link opens the order for this browser, on every page that it leads to", async () => {
  const id: OrderId = newId("order");
  for (const page of [`/orders/${id}`, `/orders/${id}/invoice`, `/Orders/${id.replace("_", "%5F")}/`]) {
    const exchange = await follow(`${page}?k=${orderLinkKey(id, new Date())}`);

    expect(exchange?.headers["Location"]).toBe(`${page.replace(/\/$/, "")}?link=opened`);
    expect((await readSession(at("/", pairOf(exchange)))).ownsOrder(id)).toBe(true);
  }
});

test("a made-up, foreign or old key opens no order and leaves no cookie", async () => {
  const id: OrderId = newId("order");
  const old = orderLinkKey(id, new Date(Date.now() - 31 * 86_400_000));
  for (const key of ["x", "", old, orderLinkKey(newId("order"), new Date())]) {
    const exchange = await follow(`/orders/${id}?k=${key}`);

    expect(exchange?.headers["Location"]).toBe("/orders?link=expired");
    expect(exchange?.headers["Set-Cookie"]).toBeUndefined();
  }
});

test("a tampered cookie holds no token", async () => {
  const cookie = pairOf(await follow(`/verify?token=${TOKEN}`));

  expect(await readLinkToken(at("/verify", cookie.replace("shop-token=", "shop-token=x")))).toBeNull();
  expect(await readLinkToken(new Request("http://localhost:3000/verify"))).toBeNull();
});
