import { afterAll, beforeAll, expect, test } from "vitest";

import {
  isLoggedIn,
  linkFor,
  logIn,
  newCustomer,
  open,
  PASSWORD,
} from "#tests/support/people/account/account-visitor.ts";
import { Shopper } from "#tests/support/people/shopper.ts";
import { type RunningShop, startShop } from "#tests/support/shops/server.ts";

const SESSION = "shop-session";
const NEW_PASSWORD = "seven quiet lanterns downhill";
const OLD_SECRET = "an old secret of the shop that is long enough to be one";
const NEW_SECRET = "a new secret of the shop that is long enough to be one";

let shop: RunningShop;
let count = 0;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(async () => {
  await shop.stop();
});

function newEmail(): string {
  count += 1;
  return `replay${count}@example.com`;
}

function withCookie(value: string | null, origin = shop.origin): Shopper {
  if (value === null) throw new Error("There is no cookie to replay");
  return new Shopper(origin).takeCookie(SESSION, value);
}

/** Asks for a reset link and waits for it. */
async function resetLink(email: string, known: ReadonlyArray<string> = []): Promise<string> {
  await new Shopper(shop.origin).post("/forgot-password", { email });
  return linkFor(shop, email, { path: "/set-password", known });
}

async function setPassword(link: string, password = NEW_PASSWORD): Promise<number> {
  const shopper = new Shopper(shop.origin);
  await open(shopper, link);
  return (await shopper.post("/set-password", { password })).status;
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
  expect(await isLoggedIn(withCookie(stored))).toBe(true);

  const answer = await shopper.post("/logout", {});

  expect([answer.status, answer.location]).toEqual([303, "/login"]);
  expect(answer.headers["clear-site-data"]).toBe('"storage", "prefetchCache", "prerenderCache"');
  expect(await isLoggedIn(shopper)).toBe(false);
  expect(await isLoggedIn(withCookie(stored))).toBe(false);
});

test("a GET of the logout logs nobody out", async () => {
  const shopper = await newCustomer(shop, newEmail());

  const answer = await shopper.get("/logout");

  expect([answer.status, answer.location]).toEqual([303, "/account"]);
  expect(await isLoggedIn(shopper)).toBe(true);
});

test("a reset ends every session, and only the new password opens the account", async () => {
  const email = newEmail();
  const shopper = await newCustomer(shop, email);

  expect(await setPassword(await resetLink(email))).toBe(303);

  expect(await isLoggedIn(shopper)).toBe(false);
  expect((await logIn(new Shopper(shop.origin), email, PASSWORD)).status).toBe(401);
  expect((await logIn(new Shopper(shop.origin), email, NEW_PASSWORD)).status).toBe(303);
});

test("a value signed for one cookie is invalid in another", async () => {
  const shopper = await newCustomer(shop, newEmail());
  await open(shopper, "/set-password?token=" + "A".repeat(43));
  const value = shopper.cookie(SESSION) ?? "";
  const tokenCookie = shopper.cookie("shop-token") ?? "";
  expect(tokenCookie).not.toBe("");

  const swapped = new Shopper(shop.origin).takeCookie("shop-token", value).takeCookie("cart-id", value);

  expect(await isLoggedIn(withCookie(tokenCookie))).toBe(false);
  expect((await swapped.get("/set-password")).body).toContain("This link no longer works");
  expect((await swapped.get("/cart")).status).toBe(200);
});

test("a session with changed content is invalid", async () => {
  const shopper = await newCustomer(shop, newEmail());
  const value = decodeURIComponent(shopper.cookie(SESSION) ?? "");
  const dot = value.lastIndexOf(".");
  const [payload, signature] = [value.slice(0, dot), value.slice(dot + 1)];
  const content = Buffer.from(payload, "base64").toString().replace("customer_", "customer_X");
  const forged = encodeURIComponent(`${Buffer.from(content).toString("base64")}.${signature}`);

  expect(await isLoggedIn(withCookie(forged))).toBe(false);
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

test("a reset link works once", async () => {
  const email = newEmail();
  await newCustomer(shop, email);
  const link = await resetLink(email);

  expect(await setPassword(link)).toBe(303);
  expect(await setPassword(link, "another eleven wooden spoons")).toBe(410);
  expect((await logIn(new Shopper(shop.origin), email, NEW_PASSWORD)).status).toBe(303);
});

test("of twenty concurrent uses of a reset link one succeeds", async () => {
  const email = newEmail();
  await newCustomer(shop, email);
  const link = await resetLink(email);
  const shoppers = Array.from({ length: 20 }, () => new Shopper(shop.origin));
  await Promise.all(shoppers.map((shopper) => open(shopper, link)));

  const answers = await Promise.all(
    shoppers.map((shopper, index) => shopper.post("/set-password", { password: `${NEW_PASSWORD} ${index}` })),
  );

  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 303)).toHaveLength(1);
  // The others found it used, or the queue for the hashing full: 410 or 503.
  expect(statuses.filter((status) => ![303, 410, 503].includes(status))).toEqual([]);
  const winner = statuses.indexOf(303);
  expect((await logIn(new Shopper(shop.origin), email, `${NEW_PASSWORD} ${winner}`)).status).toBe(303);
});

test("a newer reset link invalidates the older one", async () => {
  const email = newEmail();
  await newCustomer(shop, email);
  const older = await resetLink(email);
  const newer = await resetLink(email, [older]);

  expect(await setPassword(older)).toBe(410);
  expect(await setPassword(newer)).toBe(303);
});

test("opening a reset link uses nothing up, and leaves the token in no address", async () => {
  const email = newEmail();
  await newCustomer(shop, email);
  const link = await resetLink(email);
  const scanner = new Shopper(shop.origin);

  const first = await scanner.get(link);
  for (let time = 0; time < 5; time += 1) await open(scanner, link);

  expect([first.status, first.location]).toEqual([303, "/set-password"]);
  expect(shop.logs()).not.toContain(link.split("token=")[1]);
  expect((await logIn(new Shopper(shop.origin), email)).status).toBe(303);
  expect(await setPassword(link)).toBe(303);
});

test("a link works for its own purpose only, and in its exact spelling", async () => {
  const email = newEmail();
  await newCustomer(shop, email);
  const verify = await linkFor(shop, email, { path: "/verify" });
  const link = await resetLink(email);
  const [path, token = ""] = link.split("?token=");

  expect(await setPassword(verify.replace("/verify", "/set-password"))).toBe(410);
  expect(await setPassword(`${path}?token=${token.slice(0, -1)}`)).toBe(410);
  expect(await setPassword(`${path}?token=${token.toLowerCase()}`)).toBe(410);
  expect(await setPassword(link)).toBe(303);
});
