/** There is always an owner. */
import { sql } from "kysely";

import { db, transact } from "#app/db/db.server.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

import { staffEnded } from "./events.server.ts";
import { dropFactors } from "./factors.server.ts";
import { type DeskActor, writeStaffLog } from "./log.server.ts";
import { can, type StaffRole } from "./role.ts";
import { dropDeskSessions } from "./session.server.ts";
import { findStaff } from "./staff.server.ts";
import type { StaffMember } from "./staff.ts";

export type TeamRefusal =
  "desk-not-allowed" | "staff-not-found" | "staff-last-owner" | "staff-changed" | "staff-own-account";

type TeamChange = Readonly<{
  role: StaffRole;
  /** Minor units a day; of no effect for other roles than a packer's. */
  refundLimitMinor: number;
  version: number;
}>;

/** A changed role ends the person's sessions. */
export function changeStaff(id: string, change: TeamChange, actor: DeskActor) {
  return onTeam(id, actor, async (staff) => {
    if (staff.version !== change.version) return refused("staff-changed");
    const isDemoted = staff.role === "owner" && change.role !== "owner";
    if (isDemoted && (await isLastOwner())) return refused("staff-last-owner");
    await db()
      .updateTable("staff")
      .set({
        role: change.role,
        refund_limit_minor: change.refundLimitMinor,
        version: staff.version + 1,
      })
      .where("id", "=", staff.id)
      .execute();
    if (staff.role !== change.role) {
      await dropDeskSessions(staff.id, null);
      await writeStaffLog(actor, staff.id, {
        action: "role-changed",
        changes: { role: [staff.role, change.role] },
      });
    }
    if (staff.refundLimitMinor !== change.refundLimitMinor)
      await writeStaffLog(actor, staff.id, {
        action: "refund-limit-changed",
        changes: { limit: [String(staff.refundLimitMinor), String(change.refundLimitMinor)] },
      });
    return ok(staff);
  });
}

export function logOutStaff(id: string, actor: DeskActor) {
  return onTeam(id, actor, async (staff) => {
    await dropDeskSessions(staff.id, null);
    await writeStaffLog(actor, staff.id, { action: "staff-logged-out" });
    return ok(staff);
  });
}

/** No log-in, session or invitation works any more, and no batch goes on. The log stays. */
export function endStaff(id: string, actor: DeskActor) {
  return onTeam(id, actor, async (staff) => {
    if (staff.endedAt !== null) return ok(staff);
    if (staff.role === "owner" && (await isLastOwner())) return refused("staff-last-owner");
    await db()
      .updateTable("staff")
      .set({ ended_at: actor.now.toISOString(), password_hash: null, version: staff.version + 1 })
      .where("id", "=", staff.id)
      .execute();
    await dropDeskSessions(staff.id, null);
    await dropFactors(staff.id);
    await db().deleteFrom("staff_invites").where("staff_id", "=", staff.id).execute();
    await writeStaffLog(actor, staff.id, { action: "staff-ended" });
    await staffEnded.publish({ staffId: staff.id, now: actor.now });
    return ok(staff);
  });
}

/** Runs `change` while the rows of all owners are locked, so that two of them cannot end each other at once. */
function onTeam(
  id: string,
  actor: DeskActor,
  change: (staff: StaffMember) => Promise<Result<StaffMember, TeamRefusal>>,
): Promise<Result<StaffMember, TeamRefusal>> {
  return transact<Result<StaffMember, TeamRefusal>>(async () => {
    if (actor.staff && !can(actor.staff.role, "manage-staff")) return refused("desk-not-allowed");
    if (actor.staff?.id === id) return refused("staff-own-account");
    await lockOwners();
    // The actor may have lost the role while this waited.
    if (actor.staff && (await findStaff(actor.staff.id))?.role !== "owner")
      return refused("desk-not-allowed");
    const staff = await findStaff(id);
    return staff ? change(staff) : refused("staff-not-found");
  });
}

async function lockOwners(): Promise<void> {
  await db()
    .updateTable("staff")
    .set({ version: sql<number>`version` })
    .where("role", "=", "owner")
    .execute();
}

async function isLastOwner(): Promise<boolean> {
  const { owners } = await db()
    .selectFrom("staff")
    .select(({ fn }) => fn.countAll<number | string>().as("owners"))
    .where("role", "=", "owner")
    .where("ended_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(owners) <= 1;
}
