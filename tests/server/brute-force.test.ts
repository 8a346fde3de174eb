import { join, resolve } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { SqliteDatabase } from "#app/db/sqlite-database.server.ts";
import { linkFor, logIn, open, PASSWORD, register } from "#tests/support/people/account/account-visitor.ts";
import { Shopper } from "#tests/support/people/shopper.ts";
import { type RunningShop, startShop } from "#tests/support/shops/server.ts";

const GUESSES = 1_000;
const ADDRESSES = 50;
/** Real looks at the password of one account in a quarter of an hour. */
const CHECKS_MAX = 10;
const OWNER = "owner@example.com";
const QUIET_REQUESTS = 20;

let shop: RunningShop;
/** The event loop's delay while the same pages are asked for one after the other, to compare with. */
let quietDelay = 0;

beforeAll(async () => {
  // Limits as they are for shoppers, and a proxy that says from where each guess comes.
  const monitor = resolve(import.meta.dirname, "../support/shops/event-loop-delay.mjs");
  const env = { RATE_LIMIT_SCALE: "1", TRUSTED_PROXY_HOPS: "1", NODE_OPTIONS: `--import=${monitor}` };
  shop = await startShop({ env });
  await register(from("198.51.100.1"), OWNER);
  await eventLoopDelay();
  for (let time = 0; time < QUIET_REQUESTS; time += 1) await from("198.51.100.9").get("/login");
  quietDelay = await eventLoopDelay();
});

afterAll(async () => {
  await shop.stop();
});

function from(address: string): Shopper {
  return new Shopper(shop.origin, { "x-forwarded-for": address });
}

/** Rows of the audit log that say a password was looked at for nothing. */
function countFailedLogins(): number {
  const database = new SqliteDatabase(join(shop.dataDir, "shop.db"), { readonly: true });
  const row = database.prepare("SELECT count(*) AS count FROM audit_log WHERE event = 'login-failed'").get();
  database.close();
  return (row as { count: number }).count;
}

/** As if strangers had gone on guessing for the minute that the pauses between ten tries take. */
function useUpTries(): void {
  const database = new SqliteDatabase(join(shop.dataDir, "shop.db"), { timeout: 5_000 });
  const until = new Date(Date.now() + 15 * 60_000).toISOString();
  const { changes } = database
    .prepare("UPDATE rate_limits SET count = 10, resets_at = ? WHERE key LIKE 'login-account:%'")
    .run(until);
  database.close();
  if (changes === 0) throw new Error("No try at an account was counted");
}

/** The 99th percentile of the event loop's delay since the last time it was asked, in milliseconds. */
async function eventLoopDelay(): Promise<number> {
  const output = () => [...shop.logs().matchAll(/event loop delay: .*p99 (\d+) ms/g)];
  const before = output().length;
  process.kill(shop.pid, "SIGUSR2");
  while (output().length === before) await new Promise((resolve) => setTimeout(resolve, 20));
  return Number(output().at(-1)?.[1]);
}

test("a thousand concurrent guesses from fifty addresses reach the password a few times, and the owner still gets in", async () => {
  const guessers = Array.from({ length: ADDRESSES }, (_, index) => from(`203.0.113.${index + 1}`));
  await eventLoopDelay();
  const startedAt = performance.now();
  const answers = await Promise.all(
    Array.from({ length: GUESSES }, (_, index) => {
      const guesser = guessers[index % ADDRESSES] as Shopper;
      return logIn(guesser, OWNER, `guess number ${index} of many`);
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const delay = await eventLoopDelay();

  const checked = answers.filter(({ status }) => status === 401).length;
  const slowed = answers.filter(({ status }) => status === 429);
  process.stdout.write(
    `${GUESSES} guesses in ${seconds.toFixed(1)} s: ${checked} checked, ${slowed.length} slowed down; ` +
      `event loop delay p99 ${delay} ms (${quietDelay} at rest)\n`,
  );
  expect(checked + slowed.length).toBe(GUESSES);
  expect(checked).toBeLessThanOrEqual(CHECKS_MAX);
  expect(countFailedLogins()).toBeLessThanOrEqual(CHECKS_MAX);
  expect(slowed.every(({ headers }) => Number(headers["retry-after"]) > 0)).toBe(true);
  expect(slowed[0]?.body).toContain("You have tried too many times");

  // The owner has a way in at once: a link by email, and the new password.
  const owner = from("198.51.100.1");
  await owner.post("/forgot-password", { email: OWNER });
  await open(owner, await linkFor(shop, OWNER, { path: "/set-password" }));
  const saved = await owner.post("/set-password", { password: `${PASSWORD} again` });
  const login = await logIn(owner, OWNER, `${PASSWORD} again`);

  expect([saved.status, login.status, login.location]).toEqual([303, 303, "/account"]);
});

test("strangers who use up all tries and all emails of an account do not block its owner's browser", async () => {
  const email = "kept-in@example.com";
  const owner = from("198.51.100.5");
  await register(owner, email);
  expect((await logIn(owner, email)).status).toBe(303);
  await owner.post("/logout", {});
  // Not those of the first test: an address that has used up its own tries uses up none of an account's.
  const guessers = Array.from({ length: ADDRESSES }, (_, index) => from(`198.51.100.${index + 101}`));
  await Promise.all(guessers.map((guesser) => logIn(guesser, email, "one more guess at it")));
  await Promise.all(guessers.map((guesser) => guesser.post("/forgot-password", { email })));
  useUpTries();

  expect((await logIn(from("198.51.100.6"), email)).status).toBe(429);
  expect((await logIn(owner, email)).status).toBe(303);
});

test("one address that tries many accounts is throttled, and learns nothing about any of them", async () => {
  const guesser = from("192.0.2.77");
  const statuses: Array<number> = [];
  for (let index = 0; index < 30; index += 1) {
    statuses.push((await logIn(guesser, `person${index}@example.com`, "one password for everybody")).status);
  }

  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10);
  expect(statuses.at(-1)).toBe(429);
});

test("an owner who mistyped waits and gets in, because wrong passwords expire", async () => {
  const email = "mistyped@example.com";
  const owner = from("198.51.100.2");
  await register(owner, email);
  let last = await logIn(owner, email, "no such password here");
  for (let time = 0; time < 9 && last.status !== 429; time += 1) {
    last = await logIn(owner, email, "no such password here");
  }
  const wait = Number(last.headers["retry-after"]);

  expect([last.status, wait > 0 && wait <= 30]).toEqual([429, true]);
  await new Promise((resolve) => setTimeout(resolve, wait * 1000));
  expect((await logIn(owner, email)).status).toBe(303);
});

test("the throttling page preserves the address, not the password, and explains itself", async () => {
  const email = "explained@example.com";
  const visitor = from("198.51.100.3");
  let last = await logIn(visitor, email, "not the password");
  for (let time = 0; time < 9 && last.status !== 429; time += 1) {
    last = await logIn(visitor, email, "not the password");
  }

  expect(last.status).toBe(429);
  expect(last.body).toMatch(/Wait \d+ seconds/);
  expect(last.body).toContain(`value="${email}"`);
  expect(last.body).not.toContain("not the password");
  expect(last.body).toContain('href="/forgot-password"');
});

test("two hundred concurrent logins do not block the shop for other visitors", async () => {
  await eventLoopDelay();
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      logIn(from(`198.18.0.${index + 1}`), `flood${index}@example.com`, "a password of the flood"),
    ),
  );
  const delay = await eventLoopDelay();
  const statuses = answers.map(({ status }) => status);

  process.stdout.write(
    `200 logins at once: ${statuses.filter((status) => status === 401).length} checked, ` +
      `${statuses.filter((status) => status === 503).length} asked to come back; ` +
      `event loop delay p99 ${delay} ms (${quietDelay} at rest)\n`,
  );
  expect(statuses.every((status) => status === 401 || status === 503)).toBe(true);
});
