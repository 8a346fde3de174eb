import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { acceptInvitation, findInvitee, inviteStaff } from "#app/models/staff/invitation.server.ts";
import { cleanUpDeskLog, commandLineActor, listDeskLog, writeDeskLog } from "#app/models/staff/log.server.ts";
import { confirmAtDesk, confirmLogin, logInAtDesk } from "#app/models/staff/login.server.ts";
import { cleanUpDeskAccess, endDeskSession, findDeskSession } from "#app/models/staff/session.server.ts";
import { findStaff, hasDesk } from "#app/models/staff/staff.server.ts";
import { changeStaff, endStaff, logOutStaff } from "#app/models/staff/team.server.ts";
import { factorsOf, takeTotpCode } from "#app/models/staff/totp.server.ts";
import { NOW } from "#tests/support/now.ts";
import {
  actorAt,
  AT_DESK,
  deskLogin,
  deskPerson,
  halfLogin,
  invitation,
  later,
  roleOf,
  visitOf,
} from "#tests/support/people/desk/desk.ts";
import { appCode, DESK_PASSWORD } from "#tests/support/people/desk/desk-codes.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { changeRows, rowOf, rowsOf } from "#tests/support/shops/rows.ts";

useTestDatabase({ catalogue: "none" });

const HOURS = 60;

const actions = async () =>
  (await listDeskLog({ staffId: null, limit: 100 })).map(({ action }) => action).reverse();

test("there is a desk from the first invitation on", async () => {
  expect(await hasDesk()).toBe(false);
  await invitation("owner");
  expect(await hasDesk()).toBe(true);
});

test("an invitation works once, for 48 hours, and opening it does nothing", async () => {
  const secret = await invitation("owner");
  const accept = (now: Date) => acceptInvitation({ secret, password: DESK_PASSWORD, ...AT_DESK }, now);

  expect((await findInvitee(secret, later(48 * HOURS - 1)))?.role).toBe("owner");
  expect(await findInvitee(secret, later(48 * HOURS))).toBeNull();
  expect(await accept(later(48 * HOURS))).toMatchObject({ code: "invitation-over" });
  const done = await Promise.all([accept(NOW), accept(NOW)]);

  expect(done.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await findInvitee(secret, NOW)).toBeNull();
  expect(await findInvitee("x".repeat(43), NOW)).toBeNull();
});

test.each([
  ["short", "password-too-short"],
  ["passwordpassword", "password-common"],
])("an invitation refuses the password %s, and still works afterwards", async (password, code) => {
  const secret = await invitation("owner");

  expect(await acceptInvitation({ secret, password, ...AT_DESK }, NOW)).toMatchObject({ code });
  expect(await findInvitee(secret, NOW)).not.toBeNull();
});

test("a newer invitation ends the earlier one, and a role is not changed by one", async () => {
  const first = await invitation("packer");
  const second = await invitation("packer");

  expect(await findInvitee(first, NOW)).toBeNull();
  expect(await findInvitee(second, NOW)).not.toBeNull();
  const other = { email: "packer@example.com", name: "The packer", role: "owner" } as const;
  expect(await inviteStaff(other, commandLineActor(NOW))).toMatchObject({ code: "staff-known" });
});

test("a new invitation takes sessions, app and recovery codes away only when it is accepted", async () => {
  const person = await deskPerson("owner");
  const secret = await invitation("owner");
  expect(await findDeskSession(person.token, NOW)).not.toBeNull();

  await acceptInvitation({ secret, password: DESK_PASSWORD, ...AT_DESK }, NOW);

  expect(await findDeskSession(person.token, NOW)).toBeNull();
  expect(await factorsOf(person.id)).toMatchObject({ hasTotp: false, codesLeft: 0 });
  const code = appCode(person.secret, NOW);
  expect(await takeTotpCode(person.id, { code, isSetUp: true }, NOW)).toBe(false);
});

test("a log-in takes a password and then a code, and each code counts once", async () => {
  const person = await deskPerson("packer");
  const code = appCode(person.secret, NOW);
  const take = () => takeTotpCode(person.id, { code, isSetUp: true }, NOW);
  const half = await logInAtDesk({ email: person.email, password: DESK_PASSWORD, ...AT_DESK }, NOW);
  expect(half).toMatchObject({ value: { next: "code" } });
  expect((await visitOf(half.ok ? half.value.token : "")).session.state).toBe("code");

  expect((await Promise.all([take(), take(), take()])).filter(Boolean)).toHaveLength(1);
  expect(await deskLogin(person, NOW)).toMatchObject({ code: "desk-code-wrong" });
  const opened = await deskLogin(person, later(1));

  expect((await findDeskSession(opened.ok ? opened.value : "", later(1)))?.session.state).toBe("open");
  // An older code is not taken after a newer one, though the clock would allow it.
  const older = appCode(person.secret, later(0.5));
  expect(await takeTotpCode(person.id, { code: older, isSetUp: true }, later(1))).toBe(false);
});

test("a half session lasts a quarter of an hour, and confirms nothing twice", async () => {
  const person = await deskPerson("packer");
  const { token, visit } = await halfLogin(person);
  const code = appCode(person.secret, NOW);

  expect(await findDeskSession(token, later(15))).toBeNull();
  expect(await confirmLogin({ ...visit, code, stays: false, ...AT_DESK }, NOW)).toMatchObject({ ok: true });
  expect(await findDeskSession(token, NOW)).toBeNull();
});

test("a recovery code counts once, however it is typed, also twice at once", async () => {
  const person = await deskPerson("owner");
  const [code = "", next = ""] = person.recoveryCodes;
  const actor = await actorAt(person.token);
  expect(person.recoveryCodes).toHaveLength(10);

  expect(await confirmAtDesk(actor, ` ${code.toUpperCase().replace("-", " ")} `)).toMatchObject({ ok: true });
  expect(await confirmAtDesk(actor, code)).toMatchObject({ code: "desk-code-wrong" });
  expect((await factorsOf(person.id)).codesLeft).toBe(9);

  const atOnce = await Promise.all([confirmAtDesk(actor, next), confirmAtDesk(actor, next)]);
  expect(atOnce.filter(({ ok }) => ok)).toHaveLength(1);
  expect((await factorsOf(person.id)).codesLeft).toBe(8);
});

test("recovery codes are stored as argon2id hashes, each with a salt of its own", async () => {
  await deskPerson("owner");

  const rows = await rowsOf("staff_factors", { kind: "recovery" });

  const salts = rows.map(({ secret }) => /^\$argon2id\$v=19\$m=19456,t=2,p=1\$([^$]+)\$/.exec(secret)?.[1]);
  expect(salts).not.toContain(undefined);
  expect(new Set(salts).size).toBe(10);
});

test("after five wrong passwords a network waits a quarter of an hour, for an account that exists and for one that does not", async () => {
  await deskPerson("owner");
  for (const [index, email] of ["owner@example.com", "nobody@example.com"].entries()) {
    const source = { ...AT_DESK, address: `192.0.2.${100 + index}` };
    const wrong = { ...source, email, password: "not the password at all" };
    for (const code of [...Array<string>(5).fill("desk-log-in-refused"), "desk-wait"])
      expect(await logInAtDesk(wrong, NOW)).toMatchObject({ code });
    const other = { email: "other@example.com", password: "x", ...source };
    expect(await logInAtDesk(other, later(14))).toMatchObject({ code: "desk-wait" });
  }
  const elsewhere = { email: "owner@example.com", password: DESK_PASSWORD, ...AT_DESK };
  expect(await logInAtDesk(elsewhere, later(14))).toMatchObject({ ok: true });
});

test("whatever strangers try, an account is open to the browsers that it is used in", async () => {
  const person = await deskPerson("owner");
  const right = { email: person.email, password: DESK_PASSWORD, ...AT_DESK };
  const stolen = await halfLogin(person);
  for (let network = 0; network < 5; network += 1)
    for (let count = 0; count < 5; count += 1)
      await logInAtDesk({ ...right, password: "wrong", address: `192.0.2.${network}` }, NOW);
  // The password is known to a stranger too, who shares the owner's network address.
  for (let count = 0; count < 6; count += 1)
    await confirmLogin({ ...stolen.visit, code: "000000", isNewDevice: true, stays: false, ...AT_DESK }, NOW);

  expect(await logInAtDesk(right, NOW)).toMatchObject({ code: "desk-wait" });
  const half = await logInAtDesk({ ...right, knownPeople: [person.id] }, later(1));
  const visit = await visitOf(half.ok ? half.value.token : "", later(1));
  const proof = { code: appCode(person.secret, later(1)), stays: false, ...AT_DESK };
  expect(await confirmLogin({ ...visit, ...proof, isNewDevice: true }, later(1))).toMatchObject({
    code: "desk-wait",
  });
  expect(await confirmLogin({ ...visit, ...proof }, later(1))).toMatchObject({ ok: true });
  expect(await confirmAtDesk(await actorAt(person.token), person.recoveryCodes[0] ?? "")).toMatchObject({
    ok: true,
  });
});

test("in a browser of its own five wrong passwords and five wrong codes wait too", async () => {
  const person = await deskPerson("packer");
  const right = { email: person.email, password: DESK_PASSWORD, knownPeople: [person.id], ...AT_DESK };
  for (let count = 0; count < 5; count += 1) {
    const { visit } = await halfLogin(person);
    const source = { ...AT_DESK, address: `192.0.2.${50 + count}` };
    await confirmLogin({ ...visit, code: "000000", stays: false, ...source }, NOW);
    await logInAtDesk({ ...right, password: "wrong", ...source }, NOW);
  }

  expect(await logInAtDesk(right, later(14))).toMatchObject({ code: "desk-wait" });
  expect(await deskLogin(person, later(1))).toMatchObject({ code: "desk-wait" });
  expect(await deskLogin(person, later(16))).toMatchObject({ ok: true });
});

test("a session ends after half an hour without a click, after 12 hours on a chosen device, after 7 days anyway", async () => {
  const person = await deskPerson("owner");
  expect(await findDeskSession(person.token, later(24))).not.toBeNull();
  expect(await findDeskSession(person.token, later(24 + 30))).toBeNull();

  await changeRows("staff_sessions", {}, { stays: 1 });
  for (let hour = 11; hour < 7 * 24; hour += 11)
    expect(await findDeskSession(person.token, later(hour * HOURS))).not.toBeNull();
  expect(await findDeskSession(person.token, later(7 * 24 * HOURS))).toBeNull();
  await cleanUpDeskAccess(later(7 * 24 * HOURS));
  expect(await rowsOf("staff_sessions")).toEqual([]);
});

test("sessions are ended by their own person only", async () => {
  const [owner, packer] = [await deskPerson("owner"), await deskPerson("packer")];
  const session = (await findDeskSession(packer.token, NOW))?.session.id ?? "";

  expect(await endDeskSession(owner.id, session, await actorAt(owner.token))).toMatchObject({ ok: false });
  expect(await endDeskSession(packer.id, session, await actorAt(packer.token))).toMatchObject({ ok: true });
  expect(await findDeskSession(packer.token, NOW)).toBeNull();
});

test("only owners change people, nobody themselves, and a new role ends the sessions", async () => {
  const [owner, packer] = [await deskPerson("owner"), await deskPerson("packer")];
  const [boss, tom] = [await actorAt(owner.token), await actorAt(packer.token)];
  const change = {
    role: "editor",
    refundLimitMinor: 5_000,
    version: (await findStaff(packer.id))?.version ?? 0,
  } as const;

  expect(await changeStaff(packer.id, change, tom)).toMatchObject({ code: "desk-not-allowed" });
  expect(await changeStaff(owner.id, change, boss)).toMatchObject({ code: "staff-own-account" });
  expect(await changeStaff(packer.id, { ...change, version: 99 }, boss)).toMatchObject({
    code: "staff-changed",
  });
  expect(await changeStaff(packer.id, change, boss)).toMatchObject({ ok: true });
  expect(await roleOf(packer.id)).toBe("editor");
  expect(await findDeskSession(packer.token, NOW)).toBeNull();
  const invitee = { email: "new@example.com", name: "New", role: "reader" } as const;
  expect(await inviteStaff(invitee, tom)).toMatchObject({ code: "desk-not-allowed" });
});

test("of two owners who end each other at once, one stays", async () => {
  const [first, second] = [await deskPerson("owner"), await deskPerson("owner", "second@example.com")];
  const [one, other] = [await actorAt(first.token), await actorAt(second.token)];

  const done = await Promise.all([endStaff(second.id, one), endStaff(first.id, other)]);

  expect(done.filter(({ ok }) => ok)).toHaveLength(1);
  const left = (await rowsOf("staff")).filter(({ ended_at: endedAt }) => endedAt === null);
  expect(left).toHaveLength(1);
  expect(await endStaff(left[0]?.id ?? "", commandLineActor(NOW))).toMatchObject({
    code: "staff-last-owner",
  });
});

test("an owner logs somebody out on every device, who can log in again, and nobody else can", async () => {
  const [owner, packer] = [await deskPerson("owner"), await deskPerson("packer")];
  const elsewhere = await deskLogin(packer, later(1));
  expect(elsewhere.ok).toBe(true);

  expect(await logOutStaff(owner.id, await actorAt(packer.token))).toMatchObject({
    code: "desk-not-allowed",
  });
  expect(await logOutStaff(packer.id, await actorAt(owner.token))).toMatchObject({ ok: true });

  expect((await rowOf("staff_sessions")).staff_id).toBe(owner.id);
  expect(await findDeskSession(packer.token, NOW)).toBeNull();
  expect(await deskLogin(packer, later(2))).toMatchObject({ ok: true });
  expect(await rowsOf("desk_log", { action: "staff-logged-out" })).toHaveLength(1);
});

test("a former member cannot log in, and returns only by an invitation", async () => {
  const [owner, packer] = [await deskPerson("owner"), await deskPerson("packer")];
  await endStaff(packer.id, await actorAt(owner.token));

  expect(await findDeskSession(packer.token, NOW)).toBeNull();
  expect(await deskLogin(packer, later(1))).toMatchObject({ code: "desk-log-in-refused" });
  const secret = await invitation("packer");
  expect(await deskLogin(packer, later(2))).toMatchObject({ code: "desk-log-in-refused" });
  expect(await acceptInvitation({ secret, password: DESK_PASSWORD, ...AT_DESK }, NOW)).toMatchObject({
    ok: true,
  });
});

test("each step stands in the log, which takes no changes and ends with its period", async () => {
  const owner = await deskPerson("owner");
  const actor = await actorAt(owner.token);
  await confirmAtDesk(actor, appCode(owner.secret, NOW));
  const amount = { minor: 4_600, currency: "GBP" };
  await writeDeskLog(actor, { action: "order-refunded", subject: { kind: "order", id: "100482" }, amount });

  expect(await actions()).toEqual([
    "staff-invited",
    "invitation-accepted",
    "second-factor-added",
    "code-confirmed",
    "order-refunded",
  ]);
  await expect(db().updateTable("desk_log").set({ staff_name: "X" }).execute()).rejects.toThrow(
    /append-only/,
  );
  await cleanUpDeskLog(later(2.1 * 366 * 24 * HOURS));
  expect(await actions()).toEqual(["order-refunded"]);
  await cleanUpDeskLog(later(6.1 * 366 * 24 * HOURS));
  expect(await actions()).toEqual([]);
});
