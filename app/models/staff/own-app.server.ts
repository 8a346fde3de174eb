import { db, inTransaction, transact } from "#app/db/db.server.ts";
import { listPasskeys } from "#app/models/passkey/passkey.server.ts";
import type { StaffId } from "#app/models/shared/ids.ts";
import { ok, type Refusal, refused, type Result } from "#app/models/shared/result.ts";

import { type DeskActor, writeStaffLog } from "./log.server.ts";
import { whileTriesLast } from "./login.server.ts";
import { dropDeskSessions } from "./session.server.ts";
import { lockStaff } from "./staff.server.ts";
import type { StaffMember } from "./staff.ts";
import { dropTotp, dropTotpSetup, factorsOf, findTotpSetup, startTotp } from "./totp.server.ts";

type Actor = DeskActor & Readonly<{ staff: StaffMember }>;

/** ISO 8601, UTC. */
export async function findOwnApp(staffId: StaffId): Promise<string | null> {
  const row = await db()
    .selectFrom("staff_factors")
    .select("confirmed_at")
    .where("staff_id", "=", staffId)
    .where("kind", "=", "totp")
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
  return row?.confirmed_at ?? null;
}

/** An earlier app works until the first code of the new one. Ask for a code before. */
export async function startOwnApp({ staff, now }: Actor): Promise<void> {
  await inTransaction(async () => {
    await lockStaff(staff.id);
    await startTotp(staff.id, now);
  });
}

export async function dropOwnAppSetup({ staff }: Actor): Promise<void> {
  await dropTotpSetup(staff.id);
}

/** An earlier app stops counting and the other sessions end. Wrong codes count like those of a log-in. */
export async function confirmOwnApp(
  actor: Actor,
  code: string,
): Promise<Awaited<ReturnType<typeof whileTriesLast<null, never>>> | Refusal<"app-setup-over">> {
  const { staff, sessionId } = actor;
  if ((await findTotpSetup(staff.id, { issuer: "", label: "" })) === null) return refused("app-setup-over");
  const isReplaced = (await findOwnApp(staff.id)) !== null;
  return whileTriesLast<null, never>(
    { actor, proof: { code }, isSetUp: false, purpose: "desk-confirm" },
    async () => {
      await dropDeskSessions(staff.id, sessionId);
      await writeStaffLog(actor, staff.id, { action: isReplaced ? "app-replaced" : "app-added" });
      return ok(null);
    },
  );
}

/** Never the last factor, also beside the removal of a passkey. Ends the person's other sessions. Ask for a code before. */
export async function removeOwnApp(actor: Actor): Promise<Result<null, "app-not-found" | "app-last">> {
  const { staff, sessionId } = actor;
  return transact<Result<null, "app-not-found" | "app-last">>(async () => {
    await lockStaff(staff.id);
    if (!(await factorsOf(staff.id)).hasTotp) return refused("app-not-found");
    if ((await listPasskeys({ staffId: staff.id })).length === 0) return refused("app-last");
    await dropTotp(staff.id);
    await dropDeskSessions(staff.id, sessionId);
    await writeStaffLog(actor, staff.id, { action: "app-removed" });
    return ok(null);
  });
}
