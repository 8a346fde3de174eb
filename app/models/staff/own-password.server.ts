import { db, transact } from "#app/db/db.server.ts";
import { hashPassword, newPasswordRefusal } from "#app/models/customer/password-hash.server.ts";
import type { PasswordRuleCode } from "#app/models/customer/password.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

import { type DeskActor, writeStaffLog } from "./log.server.ts";
import { checkOwnPassword } from "./login.server.ts";
import { dropDeskSessions } from "./session.server.ts";
import { findPasswordHash } from "./staff.server.ts";
import type { StaffMember } from "./staff.ts";

type Passwords = Readonly<{ present: string; next: string }>;

export type OwnPasswordRefusal = PasswordRuleCode | "password-wrong" | "desk-wait" | "busy";

/** Ends the other sessions. Of two changes at once the second is refused: the present password is another by then. */
export async function changeOwnPassword(
  { present, next }: Passwords,
  actor: DeskActor & Readonly<{ staff: StaffMember }>,
): Promise<Result<null, OwnPasswordRefusal>> {
  const { staff, sessionId } = actor;
  const before = await findPasswordHash(staff.id);
  const right = await checkOwnPassword(present, actor);
  if (!right.ok) return right;
  const refusal = await newPasswordRefusal(next, staff.email);
  if (refusal) return refusal;
  const hashed = await hashPassword(next);
  if (!hashed.ok) return hashed;
  return transact<Result<null, "password-wrong">>(async () => {
    const changed = await db()
      .updateTable("staff")
      .set({ password_hash: hashed.value })
      .where("id", "=", staff.id)
      .where("password_hash", "=", before)
      .executeTakeFirst();
    if (Number(changed.numUpdatedRows) === 0) return refused("password-wrong");
    await dropDeskSessions(staff.id, sessionId);
    await writeStaffLog(actor, staff.id, { action: "password-changed" });
    return ok(null);
  });
}
