/** Invitations to the desk: a link that works once, for 48 hours. Opening it does nothing. */
import { db, transact } from "#app/db/db.server.ts";
import { hashPassword, newPasswordRefusal } from "#app/models/customer/password-hash.server.ts";
import type { PasswordCode } from "#app/models/customer/password.ts";
import { isTokenText } from "#app/models/customer/token.ts";
import { emailKey } from "#app/models/email/address.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { isStaffId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { hashOfToken, newSecretToken } from "#app/models/shared/secret-token.server.ts";

import { dropFactors } from "./factors.server.ts";
import { type DeskActor, writeStaffLog } from "./log.server.ts";
import { can, type StaffRole } from "./role.ts";
import { dropDeskSessions, insertDeskSession } from "./session.server.ts";
import { findStaff, findStaffByEmail } from "./staff.server.ts";
import { INVITATION_HOURS, REFUND_LIMIT_MINOR, type StaffMember } from "./staff.ts";
import { startTotp } from "./totp.server.ts";

const HOUR_MS = 3_600_000;

type Invitee = Readonly<{ email: string; name: string; role: StaffRole }>;

export type Invited = Readonly<{
  staff: StaffMember;
  /** Shown this once. */
  secret: string;
}>;

/** An account stays as it is until the invitation is accepted. "staff-known" if the role would change by it. */
export async function inviteStaff(
  invitee: Invitee,
  actor: DeskActor,
): Promise<Result<Invited, "desk-not-allowed" | "staff-known">> {
  if (actor.staff && !can(actor.staff.role, "manage-staff")) return refused("desk-not-allowed");
  return transact<Result<Invited, "desk-not-allowed" | "staff-known">>(async () => {
    const known = await findStaffByEmail(invitee.email);
    if (known && known.endedAt === null && known.role !== invitee.role) return refused("staff-known");
    const staff = known ? await renewed(known, invitee) : await inserted(invitee, actor.now);
    if (!staff) return refused("staff-known");
    const secret = newSecretToken();
    await db().deleteFrom("staff_invites").where("staff_id", "=", staff.id).execute();
    await db()
      .insertInto("staff_invites")
      .values({
        token_hash: hashOfToken(secret),
        staff_id: staff.id,
        created_at: actor.now.toISOString(),
        expires_at: new Date(actor.now.getTime() + INVITATION_HOURS * HOUR_MS).toISOString(),
        used_at: null,
      })
      .execute();
    await writeStaffLog(actor, staff.id, { action: "staff-invited", changes: { role: ["", staff.role] } });
    return ok({ staff, secret });
  });
}

/** Null if somebody was invited under the same address in this moment. */
async function inserted({ email, name, role }: Invitee, now: Date): Promise<StaffMember | null> {
  const id = newId("staff");
  await db()
    .insertInto("staff")
    .values({
      id,
      email,
      email_key: emailKey(email),
      name,
      role,
      password_hash: null,
      refund_limit_minor: REFUND_LIMIT_MINOR,
      created_at: now.toISOString(),
      ended_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return findStaff(id);
}

/** Somebody who had left comes back without a password, so that nothing opens before the invitation is accepted. */
async function renewed(known: StaffMember, { name, role }: Invitee): Promise<StaffMember | null> {
  if (known.endedAt === null) return known;
  await db()
    .updateTable("staff")
    .set({ name, role, password_hash: null, ended_at: null, version: known.version + 1 })
    .where("id", "=", known.id)
    .execute();
  await dropFactors(known.id);
  return findStaff(known.id);
}

export async function findInvitee(secret: string, now: Date): Promise<StaffMember | null> {
  if (!isTokenText(secret)) return null;
  const row = await db()
    .selectFrom("staff_invites")
    .select("staff_id")
    .where("token_hash", "=", hashOfToken(secret))
    .where("used_at", "is", null)
    .where("expires_at", ">", now.toISOString())
    .executeTakeFirst();
  const staff = row ? await findStaff(row.staff_id) : null;
  return staff?.endedAt === null ? staff : null;
}

type Acceptance = Readonly<{ secret: string; password: string; address: string; userAgent: string }>;

/** Once for each invitation. Ends sessions, app and recovery codes; the new session opens only the set-up of an app. */
export async function acceptInvitation(
  { secret, password, address, userAgent }: Acceptance,
  now: Date,
): Promise<Result<string, "invitation-over" | PasswordCode>> {
  const staff = await findInvitee(secret, now);
  if (!staff) return refused("invitation-over");
  const refusal = await newPasswordRefusal(password, staff.email);
  if (refusal) return refusal;
  const hashed = await hashPassword(password);
  if (!hashed.ok) return hashed;
  return transact<Result<string, "invitation-over">>(async () => {
    const used = await db()
      .updateTable("staff_invites")
      .set({ used_at: now.toISOString() })
      .where("token_hash", "=", hashOfToken(secret))
      .where("used_at", "is", null)
      .returning("staff_id")
      .executeTakeFirst();
    if (!isStaffId(used?.staff_id)) return refused("invitation-over");
    await db()
      .updateTable("staff")
      .set({ password_hash: hashed.value, version: staff.version + 1 })
      .where("id", "=", staff.id)
      .execute();
    await dropFactors(staff.id);
    await dropDeskSessions(staff.id, null);
    await startTotp(staff.id, now);
    const actor: DeskActor = { staff, sessionId: "", factor: "", address, userAgent, now };
    await writeStaffLog(actor, staff.id, { action: "invitation-accepted" });
    const session = { staffId: staff.id, state: "factor", factor: "", stays: false } as const;
    return ok(await insertDeskSession({ ...session, address, userAgent }, now));
  });
}
