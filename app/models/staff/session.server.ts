/** A session is a random token in the browser, and its hash in a row. */
import type { Selectable } from "kysely";

import { db, transact } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { isTokenText } from "#app/models/customer/token.ts";
import { hashOfAddress } from "#app/models/platform/audit.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import type { StaffId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { hashOfToken, newSecretToken } from "#app/models/shared/secret-token.server.ts";

import { type DeskActor, writeDeskLog } from "./log.server.ts";
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
  const row = await db()
    .selectFrom("staff_sessions")
    .selectAll()
    .where("token_hash", "=", hash)
    .executeTakeFirst();
  if (!row) return null;
  const session = readDeskSession(row);
  const staff = await findStaff(row.staff_id);
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
    .selectAll()
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
    await writeDeskLog(actor, { action, subject: { kind: "staff", id: staffId } });
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

function readDeskSession(row: Selectable<Database["staff_sessions"]>): DeskSession {
  return {
    id: row.id,
    state: row.state,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    confirmedAt: row.confirmed_at,
    factor: row.factor,
    stays: row.stays === 1,
    userAgent: row.user_agent,
  };
}
