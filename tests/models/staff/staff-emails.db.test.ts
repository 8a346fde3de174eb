/** Emails that rows of the desk's log send: to their person, and to the owners. */
import { rmSync } from "node:fs";
import { join } from "node:path";

import { beforeEach, expect, test } from "vitest";

import { config } from "#app/config.server.ts";
import { db } from "#app/db/db.server.ts";
import { openExport } from "#app/models/desk/files/exports.server.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { sendStaffEmail } from "#app/models/staff/email.server.ts";
import { confirmAtDesk, confirmLogin, logInAtDesk } from "#app/models/staff/login.server.ts";
import { findStaff } from "#app/models/staff/staff.server.ts";
import { changeStaff, endStaff } from "#app/models/staff/team.server.ts";
import { NOW } from "#tests/support/now.ts";
import {
  actorAt,
  AT_DESK,
  deskLogin,
  deskPerson,
  halfLogin,
  later,
} from "#tests/support/people/desk/desk.ts";
import { appCode, DESK_PASSWORD } from "#tests/support/people/desk/desk-codes.ts";
import { readEmails } from "#tests/support/people/gift-lists.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { payloadsOf } from "#tests/support/shops/rows.ts";

useTestDatabase();

const MAIL_FOLDER = join(config.dataDir, "mail");
const SITE = { origin: "https://shop.example", deskOrigin: "https://desk.shop.example" };

beforeEach(() => {
  rmSync(MAIL_FOLDER, { recursive: true, force: true });
});

/** What was queued so far: "template to address", in order; the queue is empty afterwards. */
async function queued(): Promise<ReadonlyArray<string>> {
  const emails = await payloadsOf<{ template: string; staffId: string }>("staff-email");
  await db().deleteFrom("jobs").execute();
  const named = emails.map(
    async ({ template, staffId }) => `${template} ${(await findStaff(staffId))?.email}`,
  );
  return (await Promise.all(named)).sort();
}

/** Sends what is queued, and answers with each email's address, subject and text. */
async function deliver(): Promise<ReadonlyArray<readonly [string, string, string]>> {
  const onError = (error: unknown) => {
    throw error;
  };
  await runDueJobs({ "staff-email": sendStaffEmail(SITE) }, { onError });
  const mails = await readEmails();
  return mails.map(({ to, subject = "", text = "" }) => [to?.[0]?.address ?? "", subject, text] as const);
}

/** Two owners and a packer, whose joining is not what a test is about. */
async function team() {
  const [owner, second] = [await deskPerson("owner"), await deskPerson("owner", "second@example.com")];
  const packer = await deskPerson("packer");
  const joined = await queued();
  const version = (await findStaff(packer.id))?.version ?? 0;
  return { owner, second, packer, joined, version, boss: await actorAt(owner.token) };
}

test("owners hear of everybody who joins, but not of themselves", async () => {
  const { joined } = await team();

  expect(joined).toEqual([
    "owner-staff-joined owner@example.com",
    "owner-staff-joined owner@example.com",
    "owner-staff-joined second@example.com",
  ]);
});

test("an owner hears of a new device of their own, and of no known one and of nobody else's", async () => {
  const { owner, packer } = await team();
  const logIn = async (person: typeof owner, isNewDevice: boolean, now: Date) => {
    const { visit } = await halfLogin(person, now);
    const code = appCode(person.secret, now);
    return confirmLogin({ ...visit, code, isNewDevice, stays: false, ...AT_DESK }, now);
  };

  await logIn(owner, false, later(1));
  await logIn(packer, true, later(1));
  expect(await queued()).toEqual([]);
  await logIn(owner, true, later(3));

  const [mail, ...others] = await deliver();
  expect(others).toEqual([]);
  expect(mail?.slice(0, 2)).toEqual(["owner@example.com", "New device at your Hollybough desk"]);
  expect(mail?.[2]).toContain("with Firefox on Android");
  expect(mail?.[2]).toContain("https://desk.shop.example/desk/account");
});

test("the fifth wrong password or code in a row is one email to each owner", async () => {
  const { packer } = await team();
  const wrongPassword = (address: string, now: Date) =>
    logInAtDesk({ ...AT_DESK, email: packer.email, password: "not it at all", address }, now);
  for (let count = 1; count <= 4; count += 1) await wrongPassword(`192.0.2.${count}`, NOW);
  expect(await queued()).toEqual([]);

  await Promise.all([5, 6, 7].map((count) => wrongPassword(`192.0.2.${count}`, NOW)));

  expect(await queued()).toEqual([
    "owner-log-ins-failed owner@example.com",
    "owner-log-ins-failed second@example.com",
  ]);
  // A quarter of an hour later it begins anew, and a right log-in ends the row.
  for (let count = 1; count <= 4; count += 1) await wrongPassword(`192.0.2.1${count}`, later(20));
  await deskLogin(packer, later(21));
  const actor = await actorAt(packer.token, later(21));
  for (let count = 1; count <= 4; count += 1)
    await confirmAtDesk({ ...actor, address: `192.0.2.2${count}` }, "000000");
  expect(await queued()).toEqual([]);
  await confirmAtDesk({ ...actor, address: "192.0.2.30" }, "000000");
  expect(await queued()).toHaveLength(2);
});

test("the email about five failures says who waits, and its person is not kept out", async () => {
  const { packer } = await team();
  const logInWith = (password: string, address: string) =>
    logInAtDesk({ ...AT_DESK, email: packer.email, password, address }, NOW);
  for (let count = 1; count <= 5; count += 1) await logInWith("not it at all", `192.0.2.${count}`);

  const [mail] = await deliver();
  expect(mail?.[2]).toContain("Whoever types five wrong ones waits for 15 minutes.");
  expect(mail?.[2]).not.toMatch(/account (now )?(waits|is locked)/);
  expect(await logInWith(DESK_PASSWORD, "192.0.2.9")).toMatchObject({ ok: true });
});

test("failures at an address without an account tell nobody", async () => {
  await team();
  for (let count = 1; count <= 7; count += 1)
    await logInAtDesk(
      { email: "nobody@example.com", password: "x", address: `192.0.2.${count}`, userAgent: "" },
      NOW,
    );

  expect(await queued()).toEqual([]);
});

test("a changed role and a file with names are emails to each owner", async () => {
  const { boss, packer, version } = await team();

  await changeStaff(packer.id, { role: "editor", refundLimitMinor: 5_000, version }, boss);
  const mails = await deliver();
  expect(mails.map(([to, subject]) => `${to}: ${subject}`).sort()).toEqual([
    "owner@example.com: New role at your Hollybough desk: The packer",
    "second@example.com: New role at your Hollybough desk: The packer",
  ]);
  expect(mails[0]?.[2]).toContain("The owner changed the role of The packer");
  expect(mails[0]?.[2]).toContain("from packer to editor");
  await queued();

  const file = { kind: "newsletter", span: { from: null, to: null }, view: null } as const;
  await openExport({ ...file, hasNames: true }, boss);
  await openExport({ ...file, kind: "stock", hasNames: false }, boss);
  expect(await queued()).toEqual([
    "owner-names-exported owner@example.com",
    "owner-names-exported second@example.com",
  ]);
});

test("a used recovery code is an email to its person, at a log-in and at a step", async () => {
  const { packer } = await team();
  const [first = "", second = ""] = packer.recoveryCodes;

  const { visit } = await halfLogin(packer);
  await confirmLogin({ ...visit, code: first, stays: false, ...AT_DESK }, NOW);
  await confirmAtDesk(await actorAt(packer.token), second);
  await confirmAtDesk(await actorAt(packer.token, later(1)), appCode(packer.secret, later(1)));

  expect(await queued()).toEqual([
    "staff-recovery-code-used packer@example.com",
    "staff-recovery-code-used packer@example.com",
  ]);
});

test("what is rolled back sends nothing, a job sends once, and who has left hears nothing", async () => {
  const { boss, second, packer, version } = await team();
  const change = { role: "editor", refundLimitMinor: 0, version } as const;
  const stale = { ...change, version: version + 7 };
  expect(await changeStaff(packer.id, stale, boss)).toMatchObject({ ok: false });
  expect(await queued()).toEqual([]);

  await changeStaff(packer.id, change, boss);
  await endStaff(second.id, boss);
  expect((await deliver()).map(([to]) => to)).toEqual(["owner@example.com"]);
  rmSync(MAIL_FOLDER, { recursive: true, force: true });
  expect(await deliver()).toEqual([]);
});
