/** An authenticator app beside a passkey: added, replaced and removed, and recovery codes made anew. */
import { expect, test } from "vitest";

import { insertPasskey } from "#app/models/passkey/passkey.server.ts";
import { secondStepsOf } from "#app/models/staff/factors.server.ts";
import { listDeskLog } from "#app/models/staff/log.server.ts";
import { confirmAtDesk, renewOwnRecoveryCodes, setUpFactor } from "#app/models/staff/login.server.ts";
import {
  confirmOwnApp,
  dropOwnAppSetup,
  findOwnApp,
  removeOwnApp,
  startOwnApp,
} from "#app/models/staff/own-app.server.ts";
import { listStaffPasskeys, removeStaffPasskey } from "#app/models/staff/passkeys.server.ts";
import { cleanUpDeskAccess, findDeskSession } from "#app/models/staff/session.server.ts";
import { factorsOf, findTotpSetup } from "#app/models/staff/totp.server.ts";
import { NOW } from "#tests/support/now.ts";
import {
  actorAt,
  AT_DESK,
  deskLogin,
  deskPerson,
  halfLogin,
  later,
  invitedPerson,
} from "#tests/support/people/desk/desk.ts";
import { appCode } from "#tests/support/people/desk/desk-codes.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { payloadsOf, rowOf, rowsOf } from "#tests/support/shops/rows.ts";

useTestDatabase();

type Person = Awaited<ReturnType<typeof deskPerson>>;

/** A packer with an app and a passkey. */
async function personWithBoth() {
  const person = await deskPerson("packer");
  const credential = { credentialId: "a", publicKey: "b", counter: 0, transports: [], isBackedUp: false };
  await insertPasskey({ staffId: person.id }, { ...credential, name: "Phone" }, NOW);
  return person;
}

/** A packer with a passkey alone. */
async function personWithPasskey() {
  const person = await personWithBoth();
  expect(await removeOwnApp(await actorAt(person.token))).toMatchObject({ ok: true });
  return person;
}

const setupOf = async ({ id }: Person) => (await findTotpSetup(id, { issuer: "", label: "" }))?.secret ?? "";
const firstPasskey = async ({ id }: Person) => (await listStaffPasskeys(id))[0]?.id ?? "";
const emailsTo = async ({ id }: Person) =>
  (await payloadsOf<{ template: string; staffId: string }>("staff-email"))
    .filter(({ staffId }) => staffId === id)
    .map(({ template }) => template)
    .sort();
const actionsOf = async ({ id }: Person, limit: number) =>
  (await listDeskLog({ staffId: id, limit })).map(({ action }) => action);
const codesOf = (done: ReadonlyArray<Readonly<{ ok: boolean; code?: string }>>) =>
  done.map((each) => (each.ok ? "done" : each.code)).sort();

test("somebody with a passkey adds an app, which logs in and confirms from its first code on", async () => {
  const person = await personWithPasskey();
  expect(await secondStepsOf(person.id)).toEqual({ hasTotp: false, hasPasskey: true });
  const [first = "", second = ""] = person.recoveryCodes;
  await confirmAtDesk(await actorAt(person.token, later(1)), first);

  await startOwnApp(await actorAt(person.token, later(1)));
  const secret = await setupOf(person);
  const actor = await actorAt(person.token, later(1));
  // A key alone opens nothing, and no recovery code confirms it.
  expect(await confirmAtDesk(actor, appCode(secret, later(1)))).toMatchObject({ code: "desk-code-wrong" });
  expect(await confirmOwnApp(actor, second)).toMatchObject({ code: "desk-code-wrong" });
  expect(await findOwnApp(person.id)).toBeNull();

  expect(await confirmOwnApp(actor, appCode(secret, later(1)))).toMatchObject({ ok: true });

  expect(await findOwnApp(person.id)).toBe(later(1).toISOString());
  expect(await deskLogin({ ...person, secret }, later(3))).toMatchObject({ ok: true });
  expect(await actionsOf(person, 2)).toEqual(["logged-in", "app-added"]);
  expect(await emailsTo(person)).toEqual([
    "staff-app-added",
    "staff-app-removed",
    "staff-recovery-code-used",
  ]);
});

test("an app is replaced: the earlier one works until the first code of the new one, and other devices are logged out", async () => {
  const person = await personWithBoth();
  const other = await deskLogin(person, later(1));
  const otherToken = other.ok ? other.value : "";
  const actor = await actorAt(person.token, later(3));
  await startOwnApp(actor);
  const secret = await setupOf(person);
  expect(await confirmAtDesk(actor, appCode(person.secret, later(3)))).toMatchObject({ ok: true });
  expect(await findDeskSession(otherToken, later(3))).not.toBeNull();

  expect(await confirmOwnApp(actor, appCode(secret, later(3)))).toMatchObject({ ok: true });

  expect(await findDeskSession(otherToken, later(3))).toBeNull();
  expect(await findDeskSession(person.token, later(3))).not.toBeNull();
  expect(await confirmAtDesk(actor, appCode(person.secret, later(5)))).toMatchObject({
    code: "desk-code-wrong",
  });
  expect(await deskLogin({ ...person, secret }, later(5))).toMatchObject({ ok: true });
  expect(await emailsTo(person)).toEqual(["staff-app-replaced"]);
  expect((await factorsOf(person.id)).codesLeft).toBe(10);
});

test("a set-up that was cancelled or begun anew leaves no second key", async () => {
  const person = await personWithBoth();
  const actor = await actorAt(person.token);
  await startOwnApp(actor);
  const first = await setupOf(person);
  await Promise.all([startOwnApp(actor), startOwnApp(actor)]);
  expect(await rowsOf("staff_factors", { kind: "totp" })).toHaveLength(2);
  expect(await confirmOwnApp(actor, appCode(first, NOW))).toMatchObject({ code: "desk-code-wrong" });

  const last = await setupOf(person);
  await dropOwnAppSetup(actor);
  expect(await confirmOwnApp(actor, appCode(last, NOW))).toMatchObject({ code: "app-setup-over" });
  expect(await deskLogin(person, later(1))).toMatchObject({ ok: true });

  await startOwnApp(actor);
  await cleanUpDeskAccess(later(8 * 24 * 60));
  expect(await setupOf(person)).toBe("");
  expect(await findOwnApp(person.id)).not.toBeNull();
});

test("of two confirmations of one code at once one counts", async () => {
  const person = await personWithBoth();
  const actor = await actorAt(person.token);
  await startOwnApp(actor);
  const code = appCode(await setupOf(person), NOW);

  const done = await Promise.all([confirmOwnApp(actor, code), confirmOwnApp(actor, code)]);

  expect(codesOf(done).filter((each) => each === "done")).toHaveLength(1);
  expect(await emailsTo(person)).toEqual(["staff-app-replaced"]);
  expect(await rowsOf("staff_factors", { kind: "totp" })).toHaveLength(1);
});

test("the last second step stays: without a passkey, and when app and passkey are removed at once", async () => {
  const alone = await deskPerson("editor");
  expect(await removeOwnApp(await actorAt(alone.token))).toMatchObject({ code: "app-last" });
  const person = await personWithBoth();
  const actor = await actorAt(person.token);

  const done = await Promise.all([
    removeOwnApp(actor),
    removeStaffPasskey(await firstPasskey(person), actor),
  ]);

  expect(codesOf(done)).toHaveLength(2);
  expect(codesOf(done).filter((each) => each === "done")).toHaveLength(1);
  const { hasTotp, hasPasskey } = await secondStepsOf(person.id);
  expect([hasTotp, hasPasskey].filter(Boolean)).toHaveLength(1);
  expect(await emailsTo(person)).toHaveLength(1);
  expect(await removeOwnApp(actor)).toMatchObject({ code: hasTotp ? "app-last" : "app-not-found" });
});

test("recovery codes made twice at once are ten, and those of the answer that came last count", async () => {
  const person = await personWithBoth();
  const other = await deskLogin(person, later(1));
  const actor = await actorAt(person.token, later(1));

  const [first, second] = await Promise.all([renewOwnRecoveryCodes(actor), renewOwnRecoveryCodes(actor)]);

  expect((await factorsOf(person.id)).codesLeft).toBe(10);
  const codes = [first[0], second[0], person.recoveryCodes[0]];
  const done = await Promise.all(codes.map((code) => confirmAtDesk(actor, code ?? "")));
  expect(done.slice(0, 2).filter(({ ok }) => ok)).toHaveLength(1);
  expect(done[2]).toMatchObject({ code: "desk-code-wrong" });
  expect(await findDeskSession(other.ok ? other.value : "", later(1))).toBeNull();
  expect((await emailsTo(person)).filter((each) => each === "staff-recovery-codes-made")).toHaveLength(2);
});

test("of two half log-ins that set up an app one does, and the other ends", async () => {
  const { visit: first } = await invitedPerson("packer");
  const { visit: second } = await halfLogin(first.staff);
  const key = async () => (await findTotpSetup(first.staff.id, { issuer: "", label: "" }))?.secret ?? "";
  const code = appCode(await key(), NOW);

  const done = await Promise.all(
    [first, second].map((visit) => setUpFactor({ ...visit, code, ...AT_DESK }, NOW)),
  );

  expect(done.filter(({ ok }) => ok)).toHaveLength(1);
  const session = await rowOf("staff_sessions");
  expect(session.state).toBe("open");
  // The person now sets up another app, and a password alone must not confirm its key.
  const loser = [first, second].find(({ session: each }) => each.id !== session.id);
  const actor = { staff: first.staff, sessionId: session.id, factor: "totp", ...AT_DESK, now: later(1) };
  await startOwnApp(actor);
  const next = appCode(await key(), later(1));
  expect(await setUpFactor({ ...loser!, code: next, ...AT_DESK }, later(1))).toMatchObject({
    code: "desk-session-over",
  });
});
