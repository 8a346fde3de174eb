/** A shop behind https: what its cookies are called, asked of the built shop. */
import { expect, test } from "vitest";

import { addToBasket } from "#tests/support/people/purchase.ts";
import { Shopper } from "#tests/support/people/shopper.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const PRODUCT = "/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker";
const MUTED = 5000;
/** As a proxy in front of the shop passes a browser's request on. */
const BROWSER = { host: "shop.example", "sec-fetch-site": "same-origin" };

const shop = useShop({
  env: {
    ALLOWED_ORIGINS: "https://shop.example",
    SESSION_SECRETS: "a secret of the shop that is long enough to be one",
    PAYMENT_WEBHOOK_SECRETS: "a secret of the payments that is long enough",
    PAYMENT_PROVIDER: "embedded",
  },
});

test("every cookie that is set has the __Host- prefix, and the pages read them", async () => {
  const shopper = new Shopper(shop.origin, BROWSER);
  const answers = [
    await addToBasket(shopper, MUTED),
    await shopper.get(PRODUCT),
    await shopper.post("/favourites", { save: `101-${MUTED}` }),
    await shopper.post("/privacy/consent", { choice: "refuse" }),
    await shopper.get(`/set-password?token=${"A".repeat(43)}`),
  ];

  const lines = answers.flatMap(({ headers }) => headers["set-cookie"] ?? []);
  expect(lines.length).toBeGreaterThan(4);
  for (const line of lines) {
    expect(line).toMatch(/^__Host-[\w-]+=.*; Path=\/;.*Secure/);
    expect(line).not.toMatch(/domain/i);
  }
  expect((await shopper.get("/cart")).body).toContain("Basket");
  expect((await shopper.get(PRODUCT)).body).toContain("Basket, 1 item");
});

test("a basket under the cookie name without the prefix is found, and is stored under the new one", async () => {
  const first = new Shopper(shop.origin, BROWSER);
  await addToBasket(first, MUTED);
  const value = first.cookie("__Host-cart-id") ?? "";
  const second = new Shopper(shop.origin, BROWSER).takeCookie("cart-id", value);

  const answer = await second.get(PRODUCT);

  expect(answer.body).toContain("Basket, 1 item");
  expect([second.cookie("cart-id"), second.cookie("__Host-cart-id")]).toEqual([null, value]);
  // A stranger's page gets neither the basket nor its cookie.
  const { body, headers } = await new Shopper(shop.origin, BROWSER).get(PRODUCT);
  expect(body).toContain("Basket, 0 items");
  expect(String(headers["set-cookie"])).not.toContain("cart-id");
});
