/** Passkeys of staff: what is checked, what counts once, and what is told to whom. */
import { expect, test, vi } from "vitest";

import { cleanUpChallenges } from "#app/models/passkey/challenge.server.ts";
import { PASSKEYS_MAX } from "#app/models/passkey/passkey.ts";
import { dropFactors, secondStepsOf } from "#app/models/staff/factors.server.ts";
import { acceptInvitation } from "#app/models/staff/invitation.server.ts";
import { listDeskLog } from "#app/models/staff/log.server.ts";
import { confirmAtDesk, confirmLogin, setUpFactor } from "#app/models/staff/login.server.ts";
import {
  addStaffPasskey,
  listStaffPasskeys,
  newStaffPasskeyOptions,
  removeStaffPasskey,
  renameStaffPasskey,
  setUpPasskey,
  staffPasskeyOptions,
} from "#app/models/staff/passkeys.server.ts";
import { findDeskSession } from "#app/models/staff/session.server.ts";
import { endStaff } from "#app/models/staff/team.server.ts";
import { factorsOf, findTotpSetup } from "#app/models/staff/totp.server.ts";
import { NOW } from "#tests/support/now.ts";
import {
  actorAt,
  AT_DESK,
  deskLogin,
  deskPerson,
  halfLogin,
  invitation,
  later,
  invitedPerson,
  visitOf,
} from "#tests/support/people/desk/desk.ts";
import { appCode, DESK_PASSWORD } from "#tests/support/people/desk/desk-codes.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { payloadsOf, rowOf, rowsOf } from "#tests/support/shops/rows.ts";
import { Authenticator, type Lies } from "#tests/support/vendors/authenticator.ts";

useTestDatabase();

const SITE = { rpId: "desk.shop.example", origins: ["https://desk.shop.example"] };
const ORIGIN = "https://desk.shop.example";

type Person = Awaited<ReturnType<typeof deskPerson>>;

/** Adds `device` to the account of `person`. */
async function add(person: Pick<Person, "token">, device: Authenticator, lies: Lies = {}, now = NOW) {
  const options = await newStaffPasskeyOptions(await visitOf(person.token, now), SITE, now);
  const made = { text: device.create(options, lies), site: SITE, name: "Phone" };
  return addStaffPasskey(made, await actorAt(person.token, now));
}

async function personWithPasskey(role: "owner" | "packer" = "packer") {
  const person = await deskPerson(role);
  const device = new Authenticator(ORIGIN);
  expect(await add(person, device)).toMatchObject({ ok: true });
  return { person, device };
}

/** The second step of a log-in with what `answer` makes of the options. */
async function logInWith(person: Pick<Person, "email">, answer: (options: unknown) => string, now: Date) {
  const { visit } = await halfLogin(person, now);
  const text = answer(await staffPasskeyOptions(visit, SITE, now));
  return confirmLogin({ ...visit, code: "", passkey: { text, site: SITE }, stays: false, ...AT_DESK }, now);
}

/** What sets a new passkey up as the second step of somebody who has none. */
async function setUpAt({ visit, token }: Awaited<ReturnType<typeof invitedPerson>>) {
  const options = await newStaffPasskeyOptions(visit, SITE, NOW);
  const made = { text: new Authenticator(ORIGIN).create(options), site: SITE, name: "Key" };
  const actor = await actorAt(token);
  return () => setUpPasskey(visit, made, actor);
}

const logIn = (person: Person, device: Authenticator, now: Date, lies: Lies = {}) =>
  logInWith(person, (options) => device.get(options, lies), now);

const firstOf = async (id: Person["id"]) => (await listStaffPasskeys(id))[0]?.id ?? "";
const lastLogRow = async () => (await listDeskLog({ staffId: null, limit: 1 }))[0];

test("a passkey is added, logs in as the second step, and says when it was used", async () => {
  const { person, device } = await personWithPasskey();
  expect(await listStaffPasskeys(person.id)).toMatchObject([
    { name: "Phone", createdAt: NOW.toISOString(), usedAt: null, isBackedUp: false },
  ]);

  const opened = await logIn(person, device, later(1));

  expect((await findDeskSession(opened.ok ? opened.value : "", later(1)))?.session).toMatchObject({
    state: "open",
    factor: "passkey",
    confirmedAt: later(1).toISOString(),
  });
  expect((await listStaffPasskeys(person.id))[0]?.usedAt).toBe(later(1).toISOString());
  expect(await lastLogRow()).toMatchObject({ action: "logged-in", factor: "passkey" });
  // The app goes on to work.
  expect(await deskLogin(person, later(2))).toMatchObject({ ok: true });
});

test("adding and removing one ends the other sessions, stands in the log, and emails its person once", async () => {
  const { person } = await personWithPasskey();
  const other = await deskLogin(person, later(1));
  const id = await firstOf(person.id);
  const actor = await actorAt(person.token, later(2));
  expect(await lastLogRow()).toMatchObject({ action: "logged-in" });

  expect(await renameStaffPasskey(id, "Blue phone", actor)).toMatchObject({ ok: true });
  expect(await removeStaffPasskey(id, actor)).toMatchObject({ ok: true });

  expect(await findDeskSession(other.ok ? other.value : "", later(2))).toBeNull();
  expect(await findDeskSession(person.token, later(2))).not.toBeNull();
  const rows = await listDeskLog({ staffId: person.id, limit: 2 });
  expect(rows.map(({ action, changes }) => [action, changes["passkey"]])).toEqual([
    ["passkey-removed", ["Blue phone", ""]],
    ["passkey-renamed", ["Phone", "Blue phone"]],
  ]);
  const emails = await payloadsOf<{ template: string; staffId: string }>("staff-email");
  expect(emails.filter(({ staffId }) => staffId === person.id).map(({ template }) => template)).toEqual([
    "staff-passkey-added",
    "staff-passkey-removed",
  ]);
});

test("an invitation is set up with a passkey alone, and it is never the last to go", async () => {
  const person = await invitedPerson("owner");
  const { visit, token } = person;

  const codes = await (await setUpAt(person))();

  expect(codes.ok && codes.value).toHaveLength(10);
  expect((await visitOf(token)).session).toMatchObject({ state: "open", factor: "passkey" });
  expect(await secondStepsOf(visit.staff.id)).toEqual({ hasTotp: false, hasPasskey: true });
  const half = await halfLogin(visit.staff, later(1));
  expect(half.visit.session.state).toBe("code");
  const id = await firstOf(visit.staff.id);
  const open = await actorAt(token);
  expect(await removeStaffPasskey(id, open)).toMatchObject({ code: "passkey-last" });
  expect(await listStaffPasskeys(visit.staff.id)).toHaveLength(1);

  // Of two that are removed at once one stays.
  expect(await add({ token }, new Authenticator(ORIGIN))).toMatchObject({ ok: true });
  const ids = (await listStaffPasskeys(visit.staff.id)).map((each) => each.id);
  const removed = await Promise.all(ids.map((each) => removeStaffPasskey(each, open)));
  expect(removed.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await listStaffPasskeys(visit.staff.id)).toHaveLength(1);
});

/** Somebody whose second step is asked for in two browsers, each of which has a new passkey at hand. */
async function twoSetUps() {
  const first = await invitedPerson("packer");
  const second = await halfLogin(first.visit.staff);
  return Promise.all([first, second].map(async (each) => ({ ...each, setUp: await setUpAt(each) })));
}

test("once a second step is set up, another half log-in sets up none", async () => {
  const [one, other] = await twoSetUps();
  const { staff } = one!.visit;
  const setup = await findTotpSetup(staff.id, { issuer: "", label: "" });

  expect(await one!.setUp()).toMatchObject({ ok: true });

  expect(await other!.setUp()).toMatchObject({ code: "desk-session-over" });
  const code = appCode(setup?.secret ?? "", NOW);
  expect(await setUpFactor({ ...other!.visit, code, ...AT_DESK }, NOW)).toMatchObject({
    code: "desk-session-over",
  });
  expect(await secondStepsOf(staff.id)).toEqual({ hasTotp: false, hasPasskey: true });
  expect(await rowOf("staff_sessions", { staff_id: staff.id })).toMatchObject({
    id: one!.visit.session.id,
    state: "open",
  });
});

test("of two browsers that set up a second step at once one does", async () => {
  const made = await twoSetUps();

  const done = await Promise.all(made.map(({ setUp }) => setUp()));

  expect(done.filter(({ ok }) => ok)).toHaveLength(1);
  const { staff } = made[0]!.visit;
  expect(await listStaffPasskeys(staff.id)).toHaveLength(1);
  expect((await rowOf("staff_sessions", { staff_id: staff.id })).state).toBe("open");
});

test.each<readonly [string, Lies]>([
  ["another origin", { origin: "https://desk.shop.example.evil.test" }],
  ["another host", { rpId: "shop.example" }],
  ["a person whom the device has not checked", { isVerified: false }],
  ["another challenge", { challenge: "AAAA" }],
  ["another account", { userHandle: Buffer.from("staff_somebody").toString("base64url") }],
])("an answer for %s is refused and stands in the log", async (_, lies) => {
  const { person, device } = await personWithPasskey();

  expect(await logIn(person, device, later(1), lies)).toMatchObject({ code: "passkey-refused" });
  expect(await lastLogRow()).toMatchObject({ action: "code-refused", reason: "A passkey" });
  expect(await logIn(person, device, later(1))).toMatchObject({ ok: true });
});

test.each<readonly [string, Lies]>([
  ["another origin", { origin: "https://evil.test" }],
  ["another host", { rpId: "evil.test" }],
  ["a person whom the device has not checked", { isVerified: false }],
  ["another challenge", { challenge: "AAAA" }],
])("a new passkey for %s is not stored", async (_, lies) => {
  const person = await deskPerson("packer");

  expect(await add(person, new Authenticator(ORIGIN), lies)).toMatchObject({ code: "passkey-refused" });
  expect(await listStaffPasskeys(person.id)).toEqual([]);
});

test("a certificate of the maker is refused before anything is looked up at its address", async () => {
  const person = await deskPerson("packer");
  const fetched = vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("no network"));

  const done = await add(person, new Authenticator(ORIGIN), { certificate: new Uint8Array(100) });

  expect(done).toMatchObject({ code: "passkey-refused" });
  expect(fetched).not.toHaveBeenCalled();
  fetched.mockRestore();
});

test("a challenge is answered once, for one purpose, in its session, within five minutes", async () => {
  const { person, device } = await personWithPasskey();
  const { visit } = await halfLogin(person, later(1));
  const text = device.get(await staffPasskeyOptions(visit, SITE, later(1)));
  const proof = { code: "", passkey: { text, site: SITE }, stays: false, ...AT_DESK };

  // Somebody else's half session, and the session that is open, had another challenge.
  const { visit: second } = await halfLogin(person, later(1));
  expect(await confirmLogin({ ...second, ...proof }, later(1))).toMatchObject({ code: "passkey-refused" });
  // The failed try has used it up.
  expect(await confirmLogin({ ...visit, ...proof }, later(1))).toMatchObject({ code: "passkey-refused" });

  const { visit: third } = await halfLogin(person, later(2));
  const answer = device.get(await staffPasskeyOptions(third, SITE, later(2)));
  const late = { ...third, ...proof, passkey: { text: answer, site: SITE } };
  expect(await confirmLogin(late, later(7))).toMatchObject({ code: "passkey-refused" });

  const open = await visitOf(person.token, later(8));
  const again = device.get(await staffPasskeyOptions(open, SITE, later(8)));
  const { visit: fourth } = await halfLogin(person, later(8));
  const foreign = { ...fourth, ...proof, passkey: { text: again, site: SITE } };
  expect(await confirmLogin(foreign, later(8))).toMatchObject({ code: "passkey-refused" });
  await staffPasskeyOptions(open, SITE, later(8));
  await cleanUpChallenges(later(13));
  expect(await rowsOf("passkey_challenges")).toEqual([]);
});

test("of the same answer at once one counts", async () => {
  const { person, device } = await personWithPasskey();
  const visit = await visitOf(person.token);
  const actor = await actorAt(person.token);
  const passkey = { text: device.get(await staffPasskeyOptions(visit, SITE, NOW)), site: SITE };

  const done = await Promise.all([confirmAtDesk(actor, "", passkey), confirmAtDesk(actor, "", passkey)]);

  expect(done.filter(({ ok }) => ok)).toHaveLength(1);
});

test("a count that does not go up is refused, and the log says that the key may have been copied", async () => {
  const { person, device } = await personWithPasskey();
  await logIn(person, device, later(1), { counter: 5 });

  for (const counter of [5, 4, 0])
    expect(await logIn(person, device, later(2), { counter })).toMatchObject({ code: "passkey-counter" });
  expect((await lastLogRow())?.reason).toMatch(/may have been copied/);
  // A forged answer with a low count is only a wrong one.
  const forger = new Authenticator(ORIGIN);
  const forged = (options: unknown) =>
    forger.get(options, { counter: 1, credentialId: device.credentialId, userHandle: "" });
  expect(await logInWith(person, forged, later(2))).toMatchObject({ code: "passkey-refused" });
});

test("of two uses at once with the same count one is taken", async () => {
  const { person, device } = await personWithPasskey();
  const [visit, actor] = [await visitOf(person.token), await actorAt(person.token)];
  const answer = async () => ({
    text: device.get(await staffPasskeyOptions(visit, SITE, NOW), { counter: 9 }),
    site: SITE,
  });
  const [one, other] = [await answer(), await answer()];

  const done = await Promise.all([confirmAtDesk(actor, "", one), confirmAtDesk(actor, "", other)]);

  expect(done.map((each) => (each.ok ? "taken" : each.code)).sort()).toEqual(["passkey-counter", "taken"]);
});

test("a passkey that never counts works again and again", async () => {
  const person = await deskPerson("packer");
  const device = new Authenticator(ORIGIN, false);
  await add(person, device);

  for (const minute of [1, 2]) expect(await logIn(person, device, later(minute))).toMatchObject({ ok: true });
});

test("the passkey of somebody else opens nothing, and nobody else renames or removes it", async () => {
  const { person, device } = await personWithPasskey();
  const owner = await deskPerson("owner");
  const id = await firstOf(person.id);
  const boss = await actorAt(owner.token);

  expect(await logIn(owner, device, later(1))).toMatchObject({ code: "passkey-refused" });
  expect(await renameStaffPasskey(id, "Mine", boss)).toMatchObject({ code: "passkey-not-found" });
  expect(await removeStaffPasskey(id, boss)).toMatchObject({ code: "passkey-not-found" });
  expect(await add(owner, device)).toMatchObject({ code: "passkey-known" });
  expect(await listStaffPasskeys(person.id)).toMatchObject([{ name: "Phone" }]);
});

test("wrong passkeys and wrong codes are counted together", async () => {
  const { person, device } = await personWithPasskey();
  for (let count = 0; count < 5; count += 1) {
    const source = { ...AT_DESK, address: `192.0.2.${60 + count}` };
    const { visit } = await halfLogin(person, later(1));
    const options = await staffPasskeyOptions(visit, SITE, later(1));
    const wrong = { text: device.get(options, { isVerified: false }), site: SITE };
    const passkey = count % 2 === 0 ? wrong : null;
    await confirmLogin({ ...visit, code: "000000", passkey, stays: false, ...source }, later(1));
  }

  expect(await deskLogin(person, later(2))).toMatchObject({ code: "desk-wait" });
  expect(await logIn(person, device, later(2))).toMatchObject({ code: "desk-wait" });
});

test("nonsense in place of an answer is refused", async () => {
  const { person } = await personWithPasskey();
  const nonsense = ["", "null", "[]", "{}", '{"id":1}', '{"id":"x","response":{"clientDataJSON":"?"}}'];

  for (const [index, text] of [...nonsense, "x".repeat(20_000)].entries())
    expect(await logInWith(person, () => text, later(20 * (index + 1))), text.slice(0, 50)).toMatchObject({
      code: "passkey-refused",
    });
});

test("somebody may have ten passkeys", async () => {
  const person = await deskPerson("packer");
  for (let count = 0; count < PASSKEYS_MAX; count += 1)
    expect(await add(person, new Authenticator(ORIGIN))).toMatchObject({ ok: true });

  expect(await add(person, new Authenticator(ORIGIN))).toMatchObject({ code: "passkey-too-many" });
});

test("an account that ends, and one that is invited again, loses its passkeys", async () => {
  const [{ person }, owner] = [await personWithPasskey(), await deskPerson("owner")];
  await acceptInvitation({ secret: await invitation("packer"), password: DESK_PASSWORD, ...AT_DESK }, NOW);
  expect(await listStaffPasskeys(person.id)).toEqual([]);

  await add(owner, new Authenticator(ORIGIN));
  await dropFactors(owner.id);
  expect([await listStaffPasskeys(owner.id), (await factorsOf(owner.id)).hasTotp]).toEqual([[], false]);

  const boss = await deskPerson("owner", "boss@example.com");
  const gone = await deskPerson("packer", "gone@example.com");
  await add(gone, new Authenticator(ORIGIN));
  await endStaff(gone.id, await actorAt(boss.token));
  expect(await listStaffPasskeys(gone.id)).toEqual([]);
});
