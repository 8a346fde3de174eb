import { expect, test } from "vitest";

import { listDeskLog } from "#app/models/staff/log.server.ts";
import { logInAtDesk } from "#app/models/staff/login.server.ts";
import { changeOwnPassword } from "#app/models/staff/own-password.server.ts";
import { findDeskSession } from "#app/models/staff/session.server.ts";
import { NOW } from "#tests/support/now.ts";
import { actorAt, AT_DESK, deskLogin, deskPerson, later } from "#tests/support/people/desk/desk.ts";
import { DESK_PASSWORD } from "#tests/support/people/desk/desk-codes.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { payloadsOf } from "#tests/support/shops/rows.ts";

useTestDatabase();

const NEXT = "nine owls under the hazel";

async function logIn(password: string): Promise<string> {
  const done = await logInAtDesk({ email: "packer@example.com", password, ...AT_DESK }, NOW);
  return done.ok ? "in" : done.code;
}

const emails = async () =>
  (await payloadsOf<{ template: string }>("staff-email")).map(({ template }) => template);

test("a new password ends the other sessions of its person, is logged without it, and sends an email", async () => {
  const person = await deskPerson("packer");
  const other = await deskLogin(person);
  const actor = await actorAt(person.token);

  expect((await changeOwnPassword({ present: DESK_PASSWORD, next: NEXT }, actor)).ok).toBe(true);

  expect(await logIn(DESK_PASSWORD)).toBe("desk-log-in-refused");
  expect(await logIn(NEXT)).toBe("in");
  expect(await findDeskSession(person.token, NOW)).not.toBeNull();
  expect(other.ok && (await findDeskSession(other.value, NOW))).toBeNull();
  expect(await emails()).toEqual(["staff-password-changed"]);
  const rows = await listDeskLog({ staffId: person.id, limit: 10 });
  expect(rows.map(({ action }) => action)).toContain("password-changed");
  expect(JSON.stringify(rows)).not.toContain("owls");
});

test("a wrong present password, and a new one that the rules refuse, change nothing", async () => {
  const person = await deskPerson("packer");
  const actor = await actorAt(person.token);
  const change = async (present: string, next: string) => {
    const done = await changeOwnPassword({ present, next }, actor);
    return done.ok ? "changed" : done.code;
  };

  expect(await change("something else", NEXT)).toBe("password-wrong");
  expect(await change(DESK_PASSWORD, "too short")).toBe("password-too-short");
  expect(await change(DESK_PASSWORD, "packer.packer1")).toBe("password-own-email");
  expect(await logIn(DESK_PASSWORD)).toBe("in");
  expect(await emails()).toEqual([]);
});

test("five wrong present passwords make browsers that the account is used in wait, and are an alert to its owners", async () => {
  await deskPerson("owner");
  const person = await deskPerson("packer");
  const actor = await actorAt(person.token);
  const tried = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const done = await changeOwnPassword({ present: "a wrong password", next: NEXT }, actor);
      return done.ok ? "changed" : done.code;
    }),
  );

  expect(tried.filter((code) => code === "password-wrong")).toHaveLength(5);
  expect(tried.filter((code) => code === "desk-wait")).toHaveLength(1);
  const right = { email: person.email, password: DESK_PASSWORD, knownPeople: [person.id], ...AT_DESK };
  expect(await logInAtDesk(right, NOW)).toMatchObject({ code: "desk-wait" });
  expect(await logInAtDesk(right, later(16))).toMatchObject({ ok: true });
  expect(await emails()).toContain("owner-log-ins-failed");
});

test("of two changes at once one counts, and the other is refused", async () => {
  const person = await deskPerson("packer");
  const actor = await actorAt(person.token);
  const texts = [NEXT, "eleven wrens in the thatch"];

  const done = await Promise.all(
    texts.map((next) => changeOwnPassword({ present: DESK_PASSWORD, next }, actor)),
  );

  expect(done.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await logIn(texts[done.findIndex(({ ok }) => ok)] ?? "")).toBe("in");
  expect(await emails()).toEqual(["staff-password-changed"]);
});
