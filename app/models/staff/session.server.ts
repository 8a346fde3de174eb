/** A session is a random token in the browser, and its hash in a row. */
import { db, transact } from "#app/db/db.server.ts";
import { isTokenText } from "#app/models/customer/token.ts";
import { hashOfAddress } from "#app/models/platform/audit.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import type { StaffId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { hashOfToken, newSecretToken } from "#app/models/shared/secret-token.server.ts";

import { type DeskActor, writeStaffLog } from "./log.server.ts";
import { findStaff } from "./staff.server.ts";
import {
  DESK_LIFE_MS,
  DESK_SEEN_MS,
  type DeskSession,
  isDeskSessionOver,
  type StaffMember,
} from "./staff.ts";

const USER_AGENT_MAX = 300;

export type FoundDeskSession = Readonly<{ staff: StaffMember; session: DeskSession }>;

/** Whatever its state. Notes the visit of an open one. */
export async function findDeskSession(token: string, now: Date): Promise<FoundDeskSession | null> {
  if (!isTokenText(token)) return null;
  const hash = hashOfToken(token);
  const found = await db()
    .selectFrom("staff_sessions")
    .select(["staff_id", ...COLUMNS])
    .where("token_hash", "=", hash)
    .executeTakeFirst();
  if (!found) return null;
  const { staff_id: staffId, ...row } = found;
  const session = readDeskSession(row);
  const staff = await findStaff(staffId);
  if (!staff || staff.endedAt !== null || isDeskSessionOver(session, now)) return null;
  if (session.state === "open" && now.getTime() >= Date.parse(session.lastSeenAt) + DESK_SEEN_MS)
    await db()
      .updateTable("staff_sessions")
      .set({ last_seen_at: now.toISOString() })
      .where("token_hash", "=", hash)
      .execute();
  return { staff, session };
}

type NewDeskSession = Readonly<{
  staffId: StaffId;
  state: DeskSession["state"];
  /** The kind of the code that was typed; "" for none. */
  factor: string;
  stays: boolean;
  address: string;
  userAgent: string;
}>;

export async function insertDeskSession(session: NewDeskSession, now: Date): Promise<string> {
  const token = newSecretToken();
  const at = now.toISOString();
  await db()
    .insertInto("staff_sessions")
    .values({
      token_hash: hashOfToken(token),
      id: newId("session"),
      staff_id: session.staffId,
      state: session.state,
      created_at: at,
      last_seen_at: at,
      confirmed_at: session.factor === "" ? null : at,
      factor: session.factor,
      stays: session.stays ? 1 : 0,
      address_hash: hashOfAddress(session.address),
      user_agent: session.userAgent.slice(0, USER_AGENT_MAX),
    })
    .execute();
  return token;
}

export async function listDeskSessions(staffId: StaffId, now: Date): Promise<ReadonlyArray<DeskSession>> {
  const rows = await db()
    .selectFrom("staff_sessions")
    .select(COLUMNS)
    .where("staff_id", "=", staffId)
    .where("state", "=", "open")
    .orderBy("last_seen_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map(readDeskSession).filter((session) => !isDeskSessionOver(session, now));
}

export async function endDeskSession(
  staffId: StaffId,
  sessionId: string,
  actor: DeskActor,
): Promise<Result<null, "not-found">> {
  return transact<Result<null, "not-found">>(async () => {
    const row = await db()
      .deleteFrom("staff_sessions")
      .where("id", "=", sessionId)
      .where("staff_id", "=", staffId)
      .returning("id")
      .executeTakeFirst();
    if (!row) return refused("not-found");
    const action = sessionId === actor.sessionId ? "logged-out" : "session-ended";
    await writeStaffLog(actor, staffId, { action });
    return ok(null);
  });
}

export async function dropDeskSessions(staffId: StaffId, exceptId: string | null): Promise<void> {
  await db()
    .deleteFrom("staff_sessions")
    .where("staff_id", "=", staffId)
    .$if(exceptId !== null, (rows) => rows.where("id", "<>", exceptId ?? ""))
    .execute();
}

/** Deletes what nobody can use any more. Safe to repeat. */
export async function cleanUpDeskAccess(now: Date): Promise<void> {
  const before = new Date(now.getTime() - DESK_LIFE_MS).toISOString();
  await db().deleteFrom("staff_sessions").where("created_at", "<=", before).execute();
  await db().deleteFrom("staff_invites").where("expires_at", "<=", before).execute();
  await db()
    .deleteFrom("staff_factors")
    .where("kind", "=", "totp")
    .where("confirmed_at", "is", null)
    .where("created_at", "<=", before)
    .execute();
}

const COLUMNS = [
  ...(["id", "state", "created_at as createdAt", "last_seen_at as lastSeenAt"] as const),
  ...(["confirmed_at as confirmedAt", "factor", "stays", "user_agent as userAgent"] as const),
] as const;

function readDeskSession(row: Omit<DeskSession, "stays"> & Readonly<{ stays: number }>): DeskSession {
  return { ...row, stays: row.stays === 1 };
}
