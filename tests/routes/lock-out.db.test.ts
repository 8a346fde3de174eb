/** What a stranger who knows somebody's email address can do to keep them out of their account, and what not. */
import { beforeEach, expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { action as changeDetails } from "#app/routes/customer/details.tsx";
import { action as askReset } from "#app/routes/auth/forgot-password.tsx";
import { action as logIn } from "#app/routes/auth/login.tsx";
import { action as setPassword } from "#app/routes/auth/set-password.tsx";
import {
  deliverMail,
  makeCustomer,
  PASSWORD,
  tokenIn,
} from "#tests/support/people/customer/customer-mail.ts";
import { Browser } from "#tests/support/people/browser.ts";
import { linkCookie } from "#tests/support/people/link-cookie.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const OWNER = "owner@example.com";
const NEXT = "another larch under ice";
const WRONG = "not the password at all";
/** Real looks at the password of one account in a quarter of an hour, from devices that it does not know. */
const CHECKS_MAX = 10;
const STRANGERS = 40;

beforeEach(async () => {
  await makeCustomer({ email: OWNER });
});

test("a known device logs in while strangers have used up all tries, from the same address too", async () => {
  const address = "203.0.113.5";
  const owner = new Browser(address);
  expect((await attempt(owner, PASSWORD)).status).toBe(303);
  const strangers = [address, ...Array.from({ length: STRANGERS }, (_, index) => `198.51.100.${index}`)];
  for (const from of strangers) await attempt(new Browser(from));

  expect((await attempt(new Browser("192.0.2.9"), PASSWORD)).status).toBe(429);
  expect((await attempt(owner, PASSWORD)).status).toBe(303);
});

test("a burst of guesses from many addresses reaches the password ten times, whatever a known device does", async () => {
  const owner = new Browser();
  await attempt(owner, PASSWORD);
  const guessers = Array.from({ length: STRANGERS }, (_, index) => new Browser(`198.51.100.${index}`));

  const answers = await Promise.all(
    guessers.flatMap((guesser) => [attempt(guesser), attempt(owner, PASSWORD)]),
  );

  const guesses = answers.filter((_, index) => index % 2 === 0);
  expect(guesses.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(CHECKS_MAX);
  expect(await failures()).toBeLessThanOrEqual(CHECKS_MAX);
});

test("a device known to one account has no extra tries at another", async () => {
  const guesser = new Browser("198.51.100.7");
  await makeCustomer({ email: "guesser@example.com" });
  await guesser.post(logIn, "/login", { email: "guesser@example.com", password: PASSWORD });
  for (let index = 0; index < STRANGERS; index += 1) await attempt(new Browser(`203.0.113.${index}`));
  const before = await failures();

  expect((await attempt(guesser)).status).toBe(429);
  expect(await failures()).toBe(before);
});

test("a known device has ten tries in fifteen minutes like any other", async () => {
  const thief = new Browser();
  await attempt(thief, PASSWORD);
  const answers = await Promise.all(Array.from({ length: 30 }, () => attempt(thief)));

  expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(CHECKS_MAX);
  expect(answers.at(-1)?.status).toBe(429);
});

test("a logged-in customer can confirm the password while strangers have used up all tries", async () => {
  const owner = new Browser();
  await attempt(owner, PASSWORD);
  for (let index = 0; index < STRANGERS; index += 1) await attempt(new Browser(`203.0.113.${index}`));

  const form = { intent: "change-password", currentPassword: PASSWORD, newPassword: NEXT };
  const changed = await owner.post(changeDetails, "/account/details", form);

  expect(changed.headers.get("Location")).toBe("/account/details?done=change-password");
});

test("three reset requests by a stranger do not block the owner's, from any address", async () => {
  const stranger = new Browser("198.51.100.77");
  for (let index = 0; index < 4; index += 1) await forgot(stranger);
  expect(await deliverMail()).toHaveLength(3);

  await forgot(new Browser("203.0.113.5"));

  expect(await deliverMail()).toHaveLength(1);
});

test("strangers at any number of addresses cause six emails, and a known device still gets its own", async () => {
  const owner = new Browser("198.51.100.1");
  await attempt(owner, PASSWORD);
  const strangers = Array.from({ length: STRANGERS }, (_, index) => new Browser(`198.51.100.${index}`));
  await Promise.all(strangers.map(forgot));
  const caused = await deliverMail();
  expect(caused).toHaveLength(6);

  await forgot(owner);
  const [own] = await deliverMail();
  const saved = await open(new Browser(), own).then((browser) => save(browser));

  expect(saved.headers.get("Location")).toBe("/login");
});

test("while strangers have used up the emails for an unknown device, the newest link that they caused works", async () => {
  const strangers = Array.from({ length: STRANGERS }, (_, index) => new Browser(`198.51.100.${index}`));
  for (const stranger of strangers) await forgot(stranger);
  const links = (await deliverMail()).map(tokenIn);
  await forgot(new Browser("203.0.113.5"));
  expect(await deliverMail()).toEqual([]);

  const outcomes = await Promise.all(links.map(async (link) => save(await withLink(new Browser(), link))));

  expect(outcomes.filter(({ status }) => status === 303)).toHaveLength(1);
});

test("a customer who chooses a new password by email is logged in there, however many strangers guess", async () => {
  await forgot(new Browser());
  const owner = await open(new Browser(), (await deliverMail())[0]);
  await save(owner);
  for (let index = 0; index < STRANGERS; index += 1) await attempt(new Browser(`203.0.113.${index}`));

  expect((await attempt(owner, NEXT)).status).toBe(303);
});

test("invalid links do not use up the tries of a valid one at the same address", async () => {
  const address = "203.0.113.5";
  for (let index = 0; index < 12; index += 1) await save(new Browser(address));
  await forgot(new Browser(address));
  const owner = await open(new Browser(address), (await deliverMail())[0]);

  expect((await save(owner)).status).toBe(303);
});

function attempt(browser: Browser, password = WRONG): Promise<Response> {
  return browser.post(logIn, "/login", { email: OWNER, password });
}

function forgot(browser: Browser): Promise<Response> {
  return browser.post(askReset, "/forgot-password", { email: OWNER });
}

function save(browser: Browser): Promise<Response> {
  return browser.post(setPassword, "/set-password", { password: NEXT });
}

type DeliveredEmail = Awaited<ReturnType<typeof deliverMail>>[number];

function open(browser: Browser, email: DeliveredEmail | undefined): Promise<Browser> {
  return withLink(browser, tokenIn(email));
}

async function withLink(browser: Browser, token: string): Promise<Browser> {
  return browser.takeCookie(await linkCookie("/set-password", token));
}

async function failures(): Promise<number> {
  const rows = await db().selectFrom("audit_log").select("id").where("event", "=", "login-failed").execute();
  return rows.length;
}
