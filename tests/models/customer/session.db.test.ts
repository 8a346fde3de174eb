import { expect, test } from "vitest";

import { cleanUpCustomers } from "#app/models/privacy/retention.server.ts";
import {
  changePassword,
  confirmPassword,
  requestReset,
  setPassword,
} from "#app/models/customer/password.server.ts";
import {
  endOtherSessions,
  endSession,
  findSession,
  listSessions,
  logIn,
  logOut,
} from "#app/models/customer/session.server.ts";
import {
  auditEvents,
  deliverMail,
  logInAs,
  makeCustomer,
  PASSWORD,
  tokenIn,
} from "#tests/support/people/customer/customer-mail.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { rowsOf } from "#tests/support/shops/rows.ts";

useTestDatabase();

const ASKER = { address: "192.0.2.1", devices: [] };

const EMAIL = "hannah@example.com";
const NEXT = "another larch under ice";
const DAY_MS = 86_400_000;
const NOW = new Date("2026-11-20T10:00:00.000Z");

const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const days = (count: number) => new Date(NOW.getTime() + count * DAY_MS);
const guess = (password: string, address: string, now = NOW) =>
  logIn({ email: EMAIL, password, address, userAgent: "a test" }, now);

async function checksMade(): Promise<number> {
  return (await auditEvents()).filter((event) => event === "login-failed").length;
}

test("a token finds its session until logout", async () => {
  const { customer, token } = await makeCustomer({ now: NOW });

  expect(await findSession(token, after(60))).toMatchObject({
    ok: true,
    value: { customer: { id: customer.id } },
  });
  await logOut(token);

  expect(await findSession(token, after(60))).toMatchObject({ code: "CUSTOMER_EXPIRED" });
  expect(await findSession("never one", after(60))).toMatchObject({ code: "NOT_FOUND" });
  expect(await auditEvents()).toEqual(["registered", "login", "logout"]);
});

test("a session ends after 14 days without a visit, and after 30 days with visits", async () => {
  const { token } = await makeCustomer({ now: NOW });
  for (const day of [13, 26]) expect((await findSession(token, days(day))).ok).toBe(true);
  expect(await findSession(token, days(30))).toMatchObject({ code: "CUSTOMER_EXPIRED" });

  const { token: idle } = await logInAs(EMAIL, { now: NOW });
  expect(await findSession(idle, days(14))).toMatchObject({ code: "CUSTOMER_EXPIRED" });
  await cleanUpCustomers(days(30));
  expect(await rowsOf("customer_sessions")).toEqual([]);
});

test("a wrong password and an unknown address are refused with the same message", async () => {
  await makeCustomer({ now: NOW });

  const wrong = await guess("not the password", "192.0.2.1");
  const unknown = await logIn(
    { email: "nobody@example.com", password: PASSWORD, address: "192.0.2.2", userAgent: "" },
    NOW,
  );

  expect(wrong).toEqual({ ok: false, code: "login-refused", detail: {} });
  expect(unknown).toEqual(wrong);
});

test("of 1,000 concurrent wrong passwords from 50 addresses at most ten are checked in 15 minutes", async () => {
  await makeCustomer({ now: NOW });
  await Promise.all(
    Array.from({ length: 1_000 }, (_, index) => guess(`wrong guess ${index}`, `192.0.2.${index % 50}`)),
  );
  const atOnce = await checksMade();
  for (let second = 1; second < 900; second += 3)
    await guess("wrong again", `198.51.100.${second % 50}`, after(second));

  expect(atOnce).toBe(5);
  expect(await checksMade()).toBe(10);
  expect(await guess(PASSWORD, "203.0.113.1", after(600))).toMatchObject({ code: "login-slow-down" });
  // The owner is never locked out for good: time lets them in again …
  expect((await guess(PASSWORD, "203.0.113.1", after(2_000))).ok).toBe(true);
});

test("whoever waits as long as the refusal says gets in", async () => {
  await makeCustomer({ now: NOW });
  for (let index = 0; index < 6; index += 1) await guess("wrong", `192.0.2.${index}`);
  const refusal = await guess(PASSWORD, "203.0.113.1");

  const seconds = refusal.ok ? 0 : Number(refusal.detail["retryAfterSeconds"]);
  expect(seconds).toBeGreaterThan(0);
  expect((await guess(PASSWORD, "203.0.113.1", after(seconds))).ok).toBe(true);
});

test("concurrent logins with the right password all succeed, in any number and order", async () => {
  const { customer } = await makeCustomer({ now: NOW });
  const early = (index: number) => new Date(NOW.getTime() - index);
  const requested = Array.from({ length: 20 }, (_, index) =>
    index % 2 === 0
      ? guess(PASSWORD, "192.0.2.1", early(index))
      : confirmPassword({ customerId: customer.id, password: PASSWORD, address: "192.0.2.2" }, early(index)),
  );

  const answers = await Promise.all(requested);

  expect(answers.map((answer) => (answer.ok ? "in" : answer.code))).toEqual(Array(20).fill("in"));
});

test("a new password by email also works at once", async () => {
  const now = new Date();
  await makeCustomer({ now });
  for (let index = 0; index < 6; index += 1) await guess("wrong", `192.0.2.${index}`, now);
  expect(await guess(PASSWORD, "203.0.113.1", now)).toMatchObject({ code: "login-slow-down" });

  await requestReset(EMAIL, now, ASKER);
  await setPassword(tokenIn((await deliverMail())[0]), NEXT, now);

  expect((await guess(NEXT, "203.0.113.1", now)).ok).toBe(true);
});

test("one address that tries many accounts is throttled after ten", async () => {
  const tries = Array.from({ length: 12 }, (_, index) => `person${index}@example.com`);
  for (const [index, email] of tries.entries())
    expect(
      await logIn({ email, password: PASSWORD, address: "192.0.2.9", userAgent: "" }, NOW),
    ).toMatchObject({ code: index < 10 ? "login-refused" : "login-slow-down" });
});

test("logins with the right password are never throttled", async () => {
  await makeCustomer({ now: NOW });
  for (let index = 0; index < 25; index += 1) expect((await guess(PASSWORD, "192.0.2.1")).ok).toBe(true);
});

test("a changed password ends every session and starts a new one in this browser", async () => {
  const { customer, token } = await makeCustomer({ now: NOW });
  const { token: other } = await logInAs(EMAIL, { now: NOW });
  const change = { current: PASSWORD, next: NEXT, keepToken: token, address: "192.0.2.1" };

  expect(await changePassword(customer.id, { ...change, current: "wrong" }, NOW)).toMatchObject({
    code: "password-wrong",
  });
  expect(await changePassword(customer.id, { ...change, next: "short" }, NOW)).toMatchObject({
    code: "password-too-short",
  });
  const done = await changePassword(customer.id, change, NOW);

  if (!done.ok) throw new Error(done.code);
  for (const old of [token, other])
    expect(await findSession(old, NOW)).toMatchObject({ code: "CUSTOMER_EXPIRED" });
  expect((await findSession(done.value.token, NOW)).ok).toBe(true);
  expect((await deliverMail()).map(({ subject }) => subject)).toEqual([
    "Your password at Hollybough has been changed",
  ]);
});

test("sessions are listed, ended one by one or all others at once, and only by their customer", async () => {
  const { customer, token } = await makeCustomer({ now: NOW });
  const stranger = await makeCustomer({ email: "grace@example.com", now: NOW });
  await logInAs(EMAIL, { now: after(1) });
  await logInAs(EMAIL, { now: after(2) });
  const sessions = await listSessions(customer.id, after(3));
  const [latest] = sessions;
  if (!latest) throw new Error("There is no session");

  expect(sessions).toHaveLength(3);
  expect(await endSession(stranger.customer.id, latest.id)).toMatchObject({ code: "NOT_FOUND" });
  expect((await endSession(customer.id, latest.id)).ok).toBe(true);
  expect(await endOtherSessions(customer.id, token)).toBe(1);
  expect((await findSession(token, after(3))).ok).toBe(true);
  expect((await findSession(stranger.token, after(3))).ok).toBe(true);
});

test("confirming the password is throttled like a login, and the session stores it", async () => {
  const { customer, token } = await makeCustomer({ now: NOW });
  const ask = (password: string, now: Date) =>
    confirmPassword({ customerId: customer.id, password, address: "192.0.2.1", token }, now);

  expect((await ask(PASSWORD, after(60))).ok).toBe(true);
  expect(await findSession(token, after(60))).toMatchObject({
    value: { session: { authAt: after(60).toISOString() } },
  });
  for (let index = 0; index < 5; index += 1)
    expect(await ask("wrong", after(61))).toMatchObject({ code: "password-wrong" });
  expect(await ask(PASSWORD, after(61))).toMatchObject({ code: "login-slow-down" });
});
