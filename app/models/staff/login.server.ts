/** Logging in at the desk: a password, then a code. Answers do not tell whether an account exists. */
import { db, transact } from "#app/db/db.server.ts";
import { hmac } from "#app/db/hmac.server.ts";
import { consumeAttempt, type LimitRule, resetAttempts, returnAttempt } from "#app/db/rate-limits.server.ts";
import { isPasswordRight } from "#app/models/customer/password-hash.server.ts";
import { emailKey } from "#app/models/email/address.ts";
import type { StaffId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

import { type DeskActor, writeDeskLog } from "./log.server.ts";
import { insertDeskSession } from "./session.server.ts";
import { findPasswordHash, findStaffByEmail } from "./staff.server.ts";
import type { DeskSession, StaffMember } from "./staff.ts";
import { factorsOf, renewRecoveryCodes, startTotp, takeRecoveryCode, takeTotpCode } from "./totp.server.ts";

/** Five wrong tries, then a quarter of an hour from the last one. */
const TRIES = { points: 5, seconds: 15 * 60, slides: true } as const satisfies LimitRule;

type Counter = "desk-account" | "desk-address" | "desk-code";

function counterOf(name: Counter, key: string): string {
  return `${name}:${hmac(`limit ${name}`, key)}`;
}

type Source = Readonly<{ address: string; userAgent: string }>;
type PasswordTry = Source & Readonly<{ email: string; password: string }>;

export type HalfLogin = Readonly<{
  token: string;
  /** "code" is the usual one; "factor": no app is set up yet. */
  next: "code" | "factor";
}>;

type PasswordCode = "desk-log-in-refused" | "desk-wait" | "busy";

/** The first step. The session that it starts opens nothing but the second. */
export async function logInAtDesk(
  { email, password, address, userAgent }: PasswordTry,
  now: Date,
): Promise<Result<HalfLogin, PasswordCode>> {
  const [account, here] = [counterOf("desk-account", emailKey(email)), counterOf("desk-address", address)];
  if ((await consumeAttempt(here, TRIES, now)) > 0) return refused("desk-wait");
  if ((await consumeAttempt(account, TRIES, now)) > 0) return refused("desk-wait");
  const staff = await findStaffByEmail(email);
  const right = await isPasswordRight(staff && (await findPasswordHash(staff.id)), password);
  if (!right.ok) return right;
  if (!staff || !right.value) {
    await noteFailure(staff, { address, userAgent, now });
    return refused("desk-log-in-refused");
  }
  await resetAttempts(account);
  await returnAttempt(here);
  return startHalfLogin(staff, { address, userAgent }, now);
}

async function noteFailure(
  staff: StaffMember | null,
  { address, userAgent, now }: Source & Readonly<{ now: Date }>,
): Promise<void> {
  const actor: DeskActor = { staff: null, sessionId: "", factor: "", address, userAgent, now };
  await writeDeskLog(actor, { action: "log-in-failed", subject: { kind: "staff", id: staff?.id ?? "" } });
}

async function startHalfLogin(
  staff: StaffMember,
  source: Source,
  now: Date,
): Promise<Result<HalfLogin, never>> {
  return transact(async () => {
    const { hasTotp } = await factorsOf(staff.id);
    const state = hasTotp ? "code" : "factor";
    if (!hasTotp) await startTotp(staff.id, now);
    const token = await insertDeskSession(
      { staffId: staff.id, state, factor: "", stays: false, ...source },
      now,
    );
    return ok({ token, next: state });
  });
}

type CodeTry = Source & Readonly<{ staff: StaffMember; session: DeskSession; code: string; stays: boolean }>;

/** The second step: replaces the half session by an open one, and answers with its token. */
export async function confirmLogin(
  { staff, session, code, stays, ...source }: CodeTry,
  now: Date,
): Promise<Result<string, "desk-code-wrong" | "desk-wait" | "desk-session-over">> {
  if (session.state !== "code") return refused("desk-session-over");
  const actor: DeskActor = { staff, sessionId: session.id, factor: "", ...source, now };
  return whileTriesLast(staff.id, actor, () => openSession(session, { staff, code, stays, source, now }));
}

type Opening = Readonly<{ staff: StaffMember; code: string; stays: boolean; source: Source; now: Date }>;

async function openSession(
  session: DeskSession,
  { staff, code, stays, source, now }: Opening,
): Promise<Result<string, "desk-code-wrong">> {
  const factor = await takeCode(staff.id, { code, isSetUp: true }, now);
  if (factor === null) return refused("desk-code-wrong");
  await db().deleteFrom("staff_sessions").where("id", "=", session.id).execute();
  const token = await insertDeskSession({ staffId: staff.id, state: "open", factor, stays, ...source }, now);
  const actor: DeskActor = { staff, sessionId: session.id, factor, ...source, now };
  await writeDeskLog(actor, { action: "logged-in", subject: { kind: "staff", id: staff.id } });
  return ok(token);
}

/** "totp" or "recovery", or null for a code that is wrong or used. */
async function takeCode(
  staffId: StaffId,
  { code, isSetUp }: Readonly<{ code: string; isSetUp: boolean }>,
  now: Date,
): Promise<"totp" | "recovery" | null> {
  const digits = code.replace(/\s/g, "");
  if (await takeTotpCode(staffId, { code: digits, isSetUp }, now)) return "totp";
  return isSetUp && (await takeRecoveryCode(staffId, code, now)) ? "recovery" : null;
}

/**
 * Runs `attempt` in a transaction if fewer than five wrong codes came lately. Wrong ones are counted for the person
 * and for the address outside it, so that a roll-back forgets none.
 */
async function whileTriesLast<Value>(
  staffId: StaffId,
  actor: DeskActor,
  attempt: () => Promise<Result<Value, "desk-code-wrong">>,
): Promise<Result<Value, "desk-code-wrong" | "desk-wait">> {
  const [own, here] = [counterOf("desk-code", staffId), counterOf("desk-address", actor.address)];
  if ((await consumeAttempt(here, TRIES, actor.now)) > 0) return refused("desk-wait");
  if ((await consumeAttempt(own, TRIES, actor.now)) > 0) return refused("desk-wait");
  const done = await transact(attempt);
  if (!done.ok) {
    await writeDeskLog(actor, { action: "code-refused", subject: { kind: "staff", id: staffId } });
    return done;
  }
  await resetAttempts(own);
  await returnAttempt(here);
  return done;
}

type Setup = Source & Readonly<{ staff: StaffMember; session: DeskSession; code: string }>;

/**
 * Confirms the app with its first code, which opens the session. Answers with the ten recovery codes, which are shown
 * this once.
 */
export async function setUpFactor(
  { staff, session, code, ...source }: Setup,
  now: Date,
): Promise<Result<ReadonlyArray<string>, "desk-code-wrong" | "desk-wait" | "desk-session-over">> {
  if (session.state !== "factor") return refused("desk-session-over");
  const actor: DeskActor = { staff, sessionId: session.id, factor: "totp", ...source, now };
  return whileTriesLast<ReadonlyArray<string>>(staff.id, actor, async () => {
    const factor = await takeCode(staff.id, { code, isSetUp: false }, now);
    if (factor === null) return refused("desk-code-wrong");
    const at = now.toISOString();
    await db()
      .updateTable("staff_sessions")
      .set({ state: "open", factor, confirmed_at: at, last_seen_at: at })
      .where("id", "=", session.id)
      .execute();
    await writeDeskLog(actor, { action: "second-factor-added", subject: { kind: "staff", id: staff.id } });
    return ok(await renewRecoveryCodes(staff.id, now));
  });
}

/** Asks for a code again before money or people are moved. It counts for ten minutes in the session. */
export async function confirmAtDesk(
  actor: DeskActor & Readonly<{ staff: StaffMember }>,
  code: string,
): Promise<Result<null, "desk-code-wrong" | "desk-wait" | "desk-code-needed">> {
  const { staff, sessionId, now } = actor;
  if (code.trim() === "") return refused("desk-code-needed");
  return whileTriesLast<null>(staff.id, actor, async () => {
    const factor = await takeCode(staff.id, { code, isSetUp: true }, now);
    if (factor === null) return refused("desk-code-wrong");
    await db()
      .updateTable("staff_sessions")
      .set({ confirmed_at: now.toISOString(), factor })
      .where("id", "=", sessionId)
      .execute();
    await writeDeskLog(
      { ...actor, factor },
      { action: "code-confirmed", subject: { kind: "staff", id: staff.id } },
    );
    return ok(null);
  });
}

/** Ten new recovery codes, shown once; the earlier ones stop working. */
export async function renewOwnRecoveryCodes(
  actor: DeskActor & Readonly<{ staff: StaffMember }>,
): Promise<ReadonlyArray<string>> {
  const made = await transact(async () => {
    const codes = await renewRecoveryCodes(actor.staff.id, actor.now);
    await writeDeskLog(actor, {
      action: "recovery-codes-made",
      subject: { kind: "staff", id: actor.staff.id },
    });
    return ok(codes);
  });
  return made.value;
}
