/** Answers do not tell whether an account exists. */
import { db, inTransaction, transact } from "#app/db/db.server.ts";
import {
  consumeAttempt,
  counterOf,
  type LimitRule,
  resetAttempts,
  returnAttempt,
} from "#app/db/rate-limits.server.ts";
import { isPasswordRight } from "#app/models/customer/password-hash.server.ts";
import { emailKey } from "#app/models/email/address.ts";
import type { PasskeyRefusal, PasskeySite } from "#app/models/passkey/passkey.ts";
import { notePasskeyUse } from "#app/models/passkey/passkey.server.ts";
import { checkPasskey } from "#app/models/passkey/webauthn.server.ts";
import type { StaffId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { pastedCode } from "#app/models/shared/text.ts";

import { hasSecondStep } from "./factors.server.ts";
import { type DeskActor, type DeskLogEntry, writeDeskLog, writeStaffLog } from "./log.server.ts";
import { findRecoveryCode, renewRecoveryCodes, takeRecoveryCode } from "./recovery-codes.server.ts";
import { dropDeskSessions, insertDeskSession } from "./session.server.ts";
import { findPasswordHash, findStaffByEmail, lockStaff } from "./staff.server.ts";
import { type DeskSession, NEW_DEVICE, type StaffMember } from "./staff.ts";
import { factorsOf, startTotp, takeTotpCode } from "./totp.server.ts";

/** Five wrong tries, then a quarter of an hour from the last one. */
const TRIES = { points: 5, seconds: 15 * 60, slides: true } as const satisfies LimitRule;
/** Passwords typed in browsers that the account has never been used in: more than one network may use up. */
const STRANGERS_TRIES = { ...TRIES, points: 20 } as const satisfies LimitRule;

type Counting = Readonly<{ own: readonly [key: string, rule: LimitRule]; address: string | null }>;

/** Browsers that have been used by this person count for themselves, so that no stranger can lock anybody out. */
function passwordCounters(staff: StaffMember | null, email: string, address: string | null): Counting {
  return staff && address === null
    ? { own: [counterOf("desk-device-password", staff.id), TRIES], address: null }
    : { own: [counterOf("desk-account", emailKey(email)), STRANGERS_TRIES], address };
}

/** Whoever is a stranger here knows the password: five tries for all networks together. */
function codeCounters(staffId: StaffId, address: string | null): Counting {
  return { own: [counterOf(address === null ? "desk-device-code" : "desk-code", staffId), TRIES], address };
}

async function takeTry({ own, address }: Counting, now: Date): Promise<Result<null, "desk-wait">> {
  const here = address === null ? [] : [[counterOf("desk-address", address), TRIES] as const];
  for (const [key, rule] of [...here, own])
    if ((await consumeAttempt(key, rule, now)) > 0) return refused("desk-wait");
  return ok(null);
}

async function forgiveTry({ own: [key], address }: Counting): Promise<void> {
  await resetAttempts(key);
  if (address !== null) await returnAttempt(counterOf("desk-address", address));
}

type Source = Readonly<{ address: string; userAgent: string }>;
type PasswordTry = Source &
  Readonly<{
    email: string;
    password: string;
    /** Those who have logged in with this browser. */
    knownPeople?: ReadonlyArray<StaffId>;
  }>;

export type HalfLogin = Readonly<{
  token: string;
  staffId: StaffId;
  /** "code" is the usual one; "factor": no app is set up yet. */
  next: "code" | "factor";
}>;

type PasswordCode = "desk-log-in-refused" | "desk-wait" | "busy";

/** The session that it starts opens nothing but the second step. */
export async function logInAtDesk(
  { email, password, address, userAgent, knownPeople = [] }: PasswordTry,
  now: Date,
): Promise<Result<HalfLogin, PasswordCode>> {
  const staff = await findStaffByEmail(email);
  const isKnown = staff !== null && knownPeople.includes(staff.id);
  const counting = passwordCounters(staff, email, isKnown ? null : address);
  const allowed = await takeTry(counting, now);
  if (!allowed.ok) return allowed;
  const right = await isPasswordRight(staff && (await findPasswordHash(staff.id)), password);
  if (!right.ok) return right;
  if (!staff || !right.value) {
    await noteFailure(staff, { address, userAgent, now });
    return refused("desk-log-in-refused");
  }
  await forgiveTry(counting);
  return startHalfLogin(staff, { address, userAgent }, now);
}

/** Wrong ones count like those of log-ins. */
export async function checkOwnPassword(
  password: string,
  actor: DeskActor & Readonly<{ staff: StaffMember }>,
): Promise<Result<null, "password-wrong" | "desk-wait" | "busy">> {
  const { staff, now } = actor;
  const counting = passwordCounters(staff, staff.email, null);
  const allowed = await takeTry(counting, now);
  if (!allowed.ok) return allowed;
  const right = await isPasswordRight(await findPasswordHash(staff.id), password);
  if (!right.ok) return right;
  if (!right.value) {
    await noteFailure(staff, actor);
    return refused("password-wrong");
  }
  await forgiveTry(counting);
  return ok(null);
}

async function noteFailure(
  staff: StaffMember | null,
  { address, userAgent, now }: Source & Readonly<{ now: Date }>,
): Promise<void> {
  const actor: DeskActor = { staff: null, sessionId: "", factor: "", address, userAgent, now };
  await noteRefusal(actor, { action: "log-in-failed", subject: { kind: "staff", id: staff?.id ?? "" } });
}

/** In a transaction of its own, so that failures at once are counted one after the other. */
async function noteRefusal(actor: DeskActor, entry: DeskLogEntry): Promise<void> {
  await inTransaction(async () => {
    await writeDeskLog(actor, entry);
  });
}

async function startHalfLogin(
  staff: StaffMember,
  source: Source,
  now: Date,
): Promise<Result<HalfLogin, never>> {
  return transact(async () => {
    await lockStaff(staff.id);
    const state = (await hasSecondStep(staff.id)) ? "code" : "factor";
    if (state === "factor") await startTotp(staff.id, now);
    const token = await insertDeskSession(
      { staffId: staff.id, state, factor: "", stays: false, ...source },
      now,
    );
    return ok({ token, staffId: staff.id, next: state });
  });
}

export type DeskProof = Readonly<{ code: string; passkey?: PasskeyText | null }>;

/** JSON text of a browser, and the site whose passkey it must be. */
export type PasskeyText = Readonly<{ text: string; site: PasskeySite }>;

type ProofRefusal = "desk-code-wrong" | "desk-app-unreadable" | PasskeyRefusal;
type Factor = "totp" | "recovery" | "passkey";

type CodeTry = Source &
  DeskProof &
  Readonly<{
    staff: StaffMember;
    session: DeskSession;
    stays: boolean;
    isNewDevice?: boolean;
  }>;

/** Replaces the half session by an open one, and answers with its token. */
export async function confirmLogin(
  { staff, session, code, passkey, stays, isNewDevice = false, ...source }: CodeTry,
  now: Date,
): Promise<Result<string, ProofRefusal | "desk-wait" | "desk-session-over">> {
  if (session.state !== "code") return refused("desk-session-over");
  const actor = { staff, sessionId: session.id, factor: "", ...source, now };
  const opening = { session, staff, stays, source, isNewDevice, now };
  const trying = {
    actor,
    proof: { code, passkey },
    isStranger: isNewDevice,
    purpose: "desk-log-in",
  } as const;
  return whileTriesLast(trying, (factor) => openSession(factor, opening));
}

type Opening = Readonly<{
  session: DeskSession;
  staff: StaffMember;
  stays: boolean;
  source: Source;
  isNewDevice: boolean;
  now: Date;
}>;

async function openSession(
  factor: Factor,
  { session, staff, stays, source, isNewDevice, now }: Opening,
): Promise<Result<string, "desk-session-over">> {
  const { numDeletedRows } = await db()
    .deleteFrom("staff_sessions")
    .where("id", "=", session.id)
    .executeTakeFirst();
  if (Number(numDeletedRows) === 0) return refused("desk-session-over");
  const token = await insertDeskSession({ staffId: staff.id, state: "open", factor, stays, ...source }, now);
  const actor: DeskActor = { staff, sessionId: session.id, factor, ...source, now };
  await writeStaffLog(actor, staff.id, { action: "logged-in", reason: isNewDevice ? NEW_DEVICE : "" });
  return ok(token);
}

type TypedCode = Readonly<{
  code: string;
  isSetUp: boolean;
  recoveryId: string | null;
}>;

/** "totp" or "recovery", or null for a code that is wrong or used. */
async function takeCode(
  staffId: StaffId,
  { code, isSetUp, recoveryId }: TypedCode,
  now: Date,
): Promise<"totp" | "recovery" | null> {
  const digits = pastedCode(code).replace(/\s/g, "");
  if (await takeTotpCode(staffId, { code: digits, isSetUp }, now)) return "totp";
  return recoveryId !== null && (await takeRecoveryCode(recoveryId, now)) ? "recovery" : null;
}

type Trying = Readonly<{
  actor: DeskActor & Readonly<{ staff: StaffMember }>;
  proof: DeskProof;
  /** False: the code must be of the app that is being set up. */
  isSetUp?: boolean;
  /** True: neither the session nor the browser has been this person's before. */
  isStranger?: boolean;
  purpose: "desk-log-in" | "desk-confirm";
}>;

/** Codes and passkeys are counted together, outside the transaction, so that a roll-back forgets none. */
export async function whileTriesLast<Value, Code extends string>(
  trying: Trying,
  attempt: (factor: Factor) => Promise<Result<Value, Code>>,
): Promise<Result<Value, Code | ProofRefusal | "desk-wait">> {
  const { actor, isStranger = false } = trying;
  const staffId = actor.staff.id;
  const counting = codeCounters(staffId, isStranger ? actor.address : null);
  const allowed = await takeTry(counting, actor.now);
  if (!allowed.ok) return allowed;
  const take = await proofOf(trying);
  const done = await transact<Result<Value, Code | ProofRefusal>>(async () => {
    const factor = await take();
    return factor.ok ? attempt(factor.value) : factor;
  });
  if (!done.ok) {
    const reason = REASONS.get(done.code);
    if (reason !== undefined)
      await noteRefusal(actor, { action: "code-refused", subject: { kind: "staff", id: staffId }, reason });
    return done;
  }
  await forgiveTry(counting);
  return done;
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ["desk-code-wrong", ""],
  ["desk-app-unreadable", "Codes of the app cannot be checked"],
  ["passkey-refused", "A passkey"],
  ["passkey-counter", "A passkey that may have been copied: it has counted fewer uses than the desk"],
]);

/** Answers with what uses it up in the transaction. */
async function proofOf({
  actor,
  proof: { code, passkey },
  isSetUp = true,
  purpose,
}: Trying): Promise<() => Promise<Result<Factor, ProofRefusal>>> {
  const { staff, sessionId, now } = actor;
  if (!passkey) {
    const recoveryId = isSetUp ? await findRecoveryCode(staff.id, code) : null;
    return async () => {
      await lockStaff(staff.id);
      const factor = await takeCode(staff.id, { code, isSetUp, recoveryId }, now);
      return factor === null ? refused(await codeRefusal(staff.id, isSetUp)) : ok(factor);
    };
  }
  const use = { purpose, subject: sessionId };
  const checked = await checkPasskey({ ...passkey, use, owner: { staffId: staff.id } }, now);
  if (!checked.ok) return () => Promise.resolve(checked);
  return async () => {
    const noted = await notePasskeyUse(checked.value, now);
    return noted.ok ? ok("passkey") : noted;
  };
}

async function codeRefusal(staffId: StaffId, isSetUp: boolean) {
  const { hasTotp, isTotpReadable } = await factorsOf(staffId);
  return isSetUp && hasTotp && !isTotpReadable ? "desk-app-unreadable" : "desk-code-wrong";
}

type Setup = Source & Readonly<{ staff: StaffMember; session: DeskSession; code: string }>;

/** Answers with the ten recovery codes, which are shown this once. */
export async function setUpFactor(
  { staff, session, code, ...source }: Setup,
  now: Date,
): Promise<Result<ReadonlyArray<string>, ProofRefusal | "desk-wait" | "desk-session-over">> {
  if (session.state !== "factor" || (await hasSecondStep(staff.id))) return refused("desk-session-over");
  const actor = { staff, sessionId: session.id, factor: "totp", ...source, now };
  const trying: Trying = { actor, proof: { code }, isSetUp: false, purpose: "desk-confirm" };
  return whileTriesLast<ReadonlyArray<string>, "desk-session-over">(trying, async () => {
    const opened = await openAfterSetup(actor);
    if (!opened.ok) return opened;
    await writeStaffLog(actor, staff.id, { action: "second-factor-added" });
    return ok(await renewRecoveryCodes(staff.id, now));
  });
}

/** The person's other sessions end, also those that would set up a second step too. In the caller's transaction. */
export async function openAfterSetup({
  staff,
  sessionId,
  factor,
  now,
}: DeskActor & Readonly<{ staff: StaffMember }>): Promise<Result<null, "desk-session-over">> {
  const at = now.toISOString();
  const opened = await db()
    .updateTable("staff_sessions")
    .set({ state: "open", factor, confirmed_at: at, last_seen_at: at })
    .where("id", "=", sessionId)
    .where("state", "=", "factor")
    .executeTakeFirst();
  if (Number(opened.numUpdatedRows) === 0) return refused("desk-session-over");
  await dropDeskSessions(staff.id, sessionId);
  return ok(null);
}

type CodeAgain = ProofRefusal | "desk-wait" | "desk-code-needed";

/** For steps that move money or people. It counts for ten minutes in the session. */
export async function confirmAtDesk(
  actor: DeskActor & Readonly<{ staff: StaffMember }>,
  code: string,
  passkey: PasskeyText | null = null,
): Promise<Result<null, CodeAgain>> {
  const { staff, sessionId, now } = actor;
  if (code.trim() === "" && !passkey) return refused("desk-code-needed");
  return whileTriesLast<null, never>(
    { actor, proof: { code, passkey }, purpose: "desk-confirm" },
    async (factor) => {
      await db()
        .updateTable("staff_sessions")
        .set({ confirmed_at: now.toISOString(), factor })
        .where("id", "=", sessionId)
        .execute();
      await writeStaffLog({ ...actor, factor }, staff.id, { action: "code-confirmed" });
      return ok(null);
    },
  );
}

/** Ends the earlier codes and the person's other sessions. Ask for a code before. */
export async function renewOwnRecoveryCodes(
  actor: DeskActor & Readonly<{ staff: StaffMember }>,
): Promise<ReadonlyArray<string>> {
  const made = await transact(async () => {
    await lockStaff(actor.staff.id);
    await dropDeskSessions(actor.staff.id, actor.sessionId);
    const codes = await renewRecoveryCodes(actor.staff.id, actor.now);
    await writeStaffLog(actor, actor.staff.id, { action: "recovery-codes-made" });
    return ok(codes);
  });
  return made.value;
}
