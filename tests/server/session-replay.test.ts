/** Cookies of customers that somebody copied, planted, forged or kept; what ends a session is in models/customer. */
import { expect, test } from "vitest";

import {
  isLoggedIn,
  linkFor,
  logIn,
  newCustomer,
  open,
  PASSWORD,
} from "#tests/support/people/customer/customer-visitor.ts";
import { Shopper } from "#tests/support/people/shopper.ts";
import { startShop } from "#tests/support/shops/server.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const SESSION = "shop-session";
const NEW_PASSWORD = "seven quiet lanterns downhill";
const OLD_SECRET = "an old secret of the shop that is long enough to be one";
const NEW_SECRET = "a new secret of the shop that is long enough to be one";

const shop = useShop();
let count = 0;

function newEmail(): string {
  count += 1;
  return `replay${count}@example.com`;
}

function withCookie(value: string | null, origin = shop.origin): Shopper {
  if (value === null) throw new Error("There is no cookie to replay");
  return new Shopper(origin).takeCookie(SESSION, value);
}

test("a session from before the login is not valid after it", async () => {
  const email = newEmail();
  await newCustomer(shop, email);
  const attacker = await newCustomer(shop, newEmail());
  await attacker.post("/logout", {});
  const planted = attacker.cookie(SESSION);
  const victim = withCookie(planted);

  await logIn(victim, email);

  expect(victim.cookie(SESSION)).not.toBe(planted);
  expect(await isLoggedIn(victim)).toBe(true);
  expect(await isLoggedIn(withCookie(planted))).toBe(false);
});

test("logging in again ends the session that this browser had", async () => {
  const email = newEmail();
  const shopper = await newCustomer(shop, email);
  const first = shopper.cookie(SESSION);

  await logIn(shopper, email);

  expect(await isLoggedIn(shopper)).toBe(true);
  expect(await isLoggedIn(withCookie(first))).toBe(false);
});

test("a cookie copied before the logout opens nothing", async () => {
  const shopper = await newCustomer(shop, newEmail());
  const stored = shopper.cookie(SESSION);
  // A link of another site logs nobody out.
  await shopper.get("/logout");
  expect(await isLoggedIn(withCookie(stored))).toBe(true);

  const answer = await shopper.post("/logout", {});

  expect([answer.status, answer.location]).toEqual([303, "/login"]);
  expect(answer.headers["clear-site-data"]).toBe('"storage", "prefetchCache", "prerenderCache"');
  expect(await isLoggedIn(shopper)).toBe(false);
  expect(await isLoggedIn(withCookie(stored))).toBe(false);
});

test("a value signed for one cookie is invalid in another, and so is a changed one", async () => {
  const shopper = await newCustomer(shop, newEmail());
  await open(shopper, "/set-password?token=" + "A".repeat(43));
  const value = shopper.cookie(SESSION) ?? "";
  const tokenCookie = shopper.cookie("shop-token") ?? "";
  expect(tokenCookie).not.toBe("");
  const swapped = new Shopper(shop.origin).takeCookie("shop-token", value).takeCookie("cart-id", value);
  const [, payload = "", signature = ""] = /^(.*)\.(.*)$/.exec(decodeURIComponent(value)) ?? [];
  const changed = Buffer.from(payload, "base64").toString().replace("customer_", "customer_X");
  const forged = encodeURIComponent(`${Buffer.from(changed).toString("base64")}.${signature}`);

  expect(await isLoggedIn(withCookie(value))).toBe(true);
  expect(await isLoggedIn(withCookie(tokenCookie))).toBe(false);
  expect(await isLoggedIn(withCookie(forged))).toBe(false);
  expect((await swapped.get("/set-password")).body).toContain("This link no longer works");
  expect((await swapped.get("/cart")).status).toBe(200);
});

test("the old secret counts until it is removed", async () => {
  const old = await startShop({ env: { SESSION_SECRETS: OLD_SECRET } });
  const cookie = (await newCustomer(old, newEmail())).cookie(SESSION);
  const { dataDir } = old;
  await old.kill();

  const both = await startShop({ dataDir, env: { SESSION_SECRETS: `${NEW_SECRET},${OLD_SECRET}` } });
  const meanwhile = await isLoggedIn(withCookie(cookie, both.origin));
  await both.stop();
  const after = await startShop({ dataDir, env: { SESSION_SECRETS: NEW_SECRET } });
  const later = await isLoggedIn(withCookie(cookie, after.origin));
  await after.stop();

  expect([meanwhile, later]).toEqual([true, false]);
});

test("opening a reset link uses nothing up, and leaves the token in no address and no log", async () => {
  const email = newEmail();
  await newCustomer(shop, email);
  await new Shopper(shop.origin).post("/forgot-password", { email });
  const link = await linkFor(shop, email, { path: "/set-password" });
  const scanner = new Shopper(shop.origin);

  const first = await scanner.get(link);
  for (let time = 0; time < 5; time += 1) await open(scanner, link);

  expect([first.status, first.location]).toEqual([303, "/set-password"]);
  expect(shop.logs()).not.toContain(link.split("token=")[1]);
  expect((await logIn(new Shopper(shop.origin), email)).status).toBe(303);
  // A link of another purpose sets no password.
  await open(scanner, (await linkFor(shop, email, { path: "/verify" })).replace("/verify", "/set-password"));
  expect((await scanner.post("/set-password", { password: NEW_PASSWORD })).status).toBe(410);
  await open(scanner, link);
  expect((await scanner.post("/set-password", { password: NEW_PASSWORD })).status).toBe(303);
  expect((await logIn(new Shopper(shop.origin), email, PASSWORD)).status).toBe(401);
});

test("of twenty concurrent uses of a reset link one succeeds, and every session ends", async () => {
  const email = newEmail();
  const customer = await newCustomer(shop, email);
  await new Shopper(shop.origin).post("/forgot-password", { email });
  const link = await linkFor(shop, email, { path: "/set-password" });
  const shoppers = Array.from({ length: 20 }, () => new Shopper(shop.origin));
  await Promise.all(shoppers.map((shopper) => open(shopper, link)));

  const answers = await Promise.all(
    shoppers.map((shopper, index) => shopper.post("/set-password", { password: `${NEW_PASSWORD} ${index}` })),
  );

  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 303)).toHaveLength(1);
  // The others found it used, or the queue for the hashing full: 410 or 503.
  expect(statuses.filter((status) => ![303, 410, 503].includes(status))).toEqual([]);
  expect(await isLoggedIn(customer)).toBe(false);
  const winner = statuses.indexOf(303);
  expect((await logIn(new Shopper(shop.origin), email, `${NEW_PASSWORD} ${winner}`)).status).toBe(303);
});
