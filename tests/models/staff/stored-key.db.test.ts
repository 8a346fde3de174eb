/** What authenticator apps share with the desk: stored in clear, or encrypted by keys of the environment. */
import { randomBytes } from "node:crypto";

import { afterEach, expect, test } from "vitest";

import { config } from "#app/config.server.ts";
import { readAuthenticatorKeys } from "#app/config/secret-config.server.ts";
import { db } from "#app/db/db.server.ts";
import { authenticatorLine } from "#app/models/health/accounts.server.ts";
import { secondStepsOf } from "#app/models/staff/factors.server.ts";
import { confirmLogin, setUpFactor } from "#app/models/staff/login.server.ts";
import { confirmOwnApp, startOwnApp } from "#app/models/staff/own-app.server.ts";
import { findDeskSession } from "#app/models/staff/session.server.ts";
import { encryptStoredKeys, fromStored } from "#app/models/staff/stored-key.server.ts";
import { findTotpSetup } from "#app/models/staff/totp.server.ts";
import {
  actorAt,
  AT_DESK,
  deskLogin,
  deskPerson,
  halfLogin,
  invitedPerson,
  later,
} from "#tests/support/people/desk/desk.ts";
import { NOW } from "#tests/support/now.ts";
import { appCode } from "#tests/support/people/desk/desk-codes.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const [OLD, NEW] = [randomBytes(32).toString("base64"), randomBytes(32).toString("hex")];

function useKeys(...texts: ReadonlyArray<string>): void {
  Object.assign(config, { authenticatorKeys: readAuthenticatorKeys(texts) });
}

afterEach(() => useKeys());

async function storedOf(staffId: string): Promise<string> {
  const row = await db()
    .selectFrom("staff_factors")
    .select("secret")
    .where("staff_id", "=", staffId)
    .where("kind", "=", "totp")
    .executeTakeFirstOrThrow();
  return row.secret;
}

async function logInWith(email: string, code: string, now: Date) {
  const { visit } = await halfLogin({ email }, now);
  return confirmLogin({ ...visit, code, stays: false, ...AT_DESK }, now);
}

test("with a key, neither a new app nor one that is set up has its key in clear, and both log in", async () => {
  useKeys(OLD);

  const person = await deskPerson("owner");

  const stored = await storedOf(person.id);
  expect(stored).not.toContain(person.secret);
  expect(fromStored(stored, person.id)).toBe(person.secret);
  expect(await deskLogin(person)).toMatchObject({ ok: true });
});

test("what was stored in clear is encrypted once there is a key, and logs in as before", async () => {
  const person = await deskPerson("owner");
  expect(await storedOf(person.id)).toBe(person.secret);
  await encryptStoredKeys();
  expect(await storedOf(person.id)).toBe(person.secret);
  expect((await authenticatorLine()).words).toContain("AUTHENTICATOR_KEYS is not set");

  useKeys(OLD);
  expect((await authenticatorLine()).words).toContain("1 of them within a minute");
  expect(await deskLogin(person, later(1))).toMatchObject({ ok: true });
  await encryptStoredKeys();

  const stored = await storedOf(person.id);
  expect(stored).not.toContain(person.secret);
  expect(await authenticatorLine()).toMatchObject({
    verdict: "ok",
    words: expect.stringContaining("are encrypted") as string,
  });
  expect(await deskLogin(person, later(3))).toMatchObject({ ok: true });
  await encryptStoredKeys();
  expect(await storedOf(person.id)).toBe(stored);
});

test("a new key takes the place of an earlier one, which can go then", async () => {
  useKeys(OLD);
  const person = await deskPerson("owner");

  useKeys(NEW, OLD);
  expect(await deskLogin(person)).toMatchObject({ ok: true });
  await encryptStoredKeys();

  useKeys(NEW);
  expect(await deskLogin(person, later(2))).toMatchObject({ ok: true });
});

test("what is stored belongs to one person, and a changed byte opens nothing", async () => {
  useKeys(OLD);
  const [one, other] = [await deskPerson("owner"), await deskPerson("packer")];
  const stored = await storedOf(one.id);

  expect(fromStored(stored, other.id)).toBeNull();
  for (const at of [12, 30, stored.length - 2]) {
    const changed = stored.slice(0, at) + (stored[at] === "A" ? "B" : "A") + stored.slice(at + 1);
    expect(fromStored(changed, one.id)).toBeNull();
  }
  expect(fromStored(stored.slice(0, 20), one.id)).toBeNull();
});

test("without the key the log-in says so, and a recovery code opens the desk and sets the app up anew", async () => {
  useKeys(OLD);
  const person = await deskPerson("owner");
  const [first = "", second = ""] = person.recoveryCodes;
  useKeys();

  expect(await secondStepsOf(person.id)).toEqual({ hasTotp: false, hasPasskey: false });
  expect(await authenticatorLine()).toMatchObject({
    verdict: "warn",
    remedy: expect.stringContaining("staff invite") as string,
  });
  expect(await logInWith(person.email, appCode(person.secret, NOW), NOW)).toMatchObject({
    code: "desk-app-unreadable",
  });
  const opened = await logInWith(person.email, first, NOW);
  if (!opened.ok) throw new Error(opened.code);

  const actor = await actorAt(opened.value);
  await startOwnApp(actor);
  const setup = await findTotpSetup(person.id, { issuer: "", label: "" });
  expect(await confirmOwnApp(actor, appCode(setup?.secret ?? "", NOW))).toMatchObject({ ok: true });
  expect(await deskLogin({ ...person, secret: setup?.secret ?? "" }, later(2))).toMatchObject({ ok: true });
  expect(await logInWith(person.email, second, later(4))).toMatchObject({ ok: true });
});

test("without the key a password alone sets no new app up", async () => {
  useKeys(OLD);
  const person = await deskPerson("owner");
  useKeys();

  const { visit } = await halfLogin(person);

  expect(visit.session.state).toBe("code");
  expect(await setUpFactor({ ...visit, code: "123456", ...AT_DESK }, NOW)).toMatchObject({
    code: "desk-session-over",
  });
});

test("without the key a new invitation sets somebody up from the beginning", async () => {
  useKeys(OLD);
  const person = await deskPerson("owner");
  useKeys();

  const again = await invitedPerson("owner");

  expect(again.visit.staff.id).toBe(person.id);
  const setup = await findTotpSetup(person.id, { issuer: "", label: "" });
  const code = appCode(setup?.secret ?? "", NOW);
  expect(await setUpFactor({ ...again.visit, code, ...AT_DESK }, NOW)).toMatchObject({ ok: true });
  expect((await findDeskSession(again.token, NOW))?.session.state).toBe("open");
});
