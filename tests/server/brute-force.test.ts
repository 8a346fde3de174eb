/** Guesses at passwords from many addresses at once, over real sockets. The rule is asserted in models/customer/session. */
import { beforeAll, expect, test } from "vitest";

import { linkFor, logIn, open, PASSWORD, register } from "#tests/support/people/customer/customer-visitor.ts";
import { type Answer, Shopper } from "#tests/support/people/shopper.ts";
import { ask } from "#tests/support/shops/shop-data.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const GUESSES = 1_000;
const ADDRESSES = 50;
/** Real looks at the password of one account in a quarter of an hour. */
const CHECKS_MAX = 10;
const OWNER = "owner@example.com";

// Limits as they are for shoppers, and a proxy that says from where each guess comes.
const shop = useShop({ env: { RATE_LIMIT_SCALE: "1", TRUSTED_PROXY_HOPS: "1" } });

beforeAll(async () => {
  await register(from("198.51.100.1"), OWNER);
});

function from(address: string): Shopper {
  return new Shopper(shop.origin, { "x-forwarded-for": address });
}

test("a thousand concurrent guesses from fifty addresses reach the password a few times, and the owner still gets in", async () => {
  const guessers = Array.from({ length: ADDRESSES }, (_, index) => from(`203.0.113.${index + 1}`));
  const answers = await Promise.all(
    Array.from({ length: GUESSES }, (_, index) => {
      const guesser = guessers[index % ADDRESSES] as Shopper;
      return logIn(guesser, OWNER, `guess number ${index} of many`);
    }),
  );

  const checked = answers.filter(({ status }) => status === 401).length;
  const slowed = answers.filter(({ status }) => status === 429);
  expect(checked + slowed.length).toBe(GUESSES);
  expect(checked).toBeLessThanOrEqual(CHECKS_MAX);
  const failed = "SELECT count(*) FROM audit_log WHERE event = 'login-failed'";
  expect(ask(shop, failed)).toBeLessThanOrEqual(CHECKS_MAX);
  expect(slowed.every(({ headers }) => Number(headers["retry-after"]) > 0)).toBe(true);

  // The owner has a way in at once: a link by email, and the new password.
  const owner = from("198.51.100.1");
  await owner.post("/forgot-password", { email: OWNER });
  await open(owner, await linkFor(shop, OWNER, { path: "/set-password" }));
  const saved = await owner.post("/set-password", { password: `${PASSWORD} again` });
  const login = await logIn(owner, OWNER, `${PASSWORD} again`);

  expect([saved.status, login.status, login.location]).toEqual([303, 303, "/account"]);
});

test("the throttling page preserves the address, not the password, and says how long to wait", async () => {
  const email = "explained@example.com";
  const visitor = from("198.51.100.3");
  let last: Answer | null = null;
  for (let time = 0; time < 10 && last?.status !== 429; time += 1)
    last = await logIn(visitor, email, "not the password");
  const { status, headers, body = "" } = last ?? {};

  expect(status).toBe(429);
  expect(Number(headers?.["retry-after"])).toBeGreaterThan(0);
  expect(Number(headers?.["retry-after"])).toBeLessThanOrEqual(30);
  expect(body).toContain("You have tried too many times");
  expect(body).toMatch(/Wait \d+ seconds/);
  expect(body).toContain(`value="${email}"`);
  expect(body).not.toContain("not the password");
  expect(body).toContain('href="/forgot-password"');
});

test("two hundred concurrent logins are checked or asked to come back", async () => {
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      logIn(from(`198.18.0.${index + 1}`), `flood${index}@example.com`, "a password of the flood"),
    ),
  );

  expect(answers.filter(({ status }) => status !== 401 && status !== 503)).toEqual([]);
});
