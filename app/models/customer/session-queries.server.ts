import type { Selectable } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { hashOfAddress } from "#app/models/platform/audit.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { type CustomerId, isSessionId } from "#app/models/shared/ids.ts";
import { hashOfToken, newSecretToken } from "#app/models/shared/secret-token.server.ts";

import { type CustomerSession, SESSION_IDLE_MS, SESSION_LIFE_MS } from "./session.ts";

/** Longest stored User-Agent, in characters. */
const USER_AGENT_MAX = 300;

type NewSession = Readonly<{ customerId: CustomerId; address: string; userAgent: string }>;

export async function insertSession(
  { customerId, address, userAgent }: NewSession,
  now: Date,
): Promise<string> {
  const token = newSecretToken();
  const at = now.toISOString();
  await db()
    .insertInto("customer_sessions")
    .values({
      token_hash: hashOfToken(token),
      id: newId("session"),
      customer_id: customerId,
      created_at: at,
      last_seen_at: at,
      auth_at: at,
      address_hash: hashOfAddress(address),
      user_agent: userAgent.slice(0, USER_AGENT_MAX),
    })
    .execute();
  return token;
}

export async function dropSessions(customerId: CustomerId, exceptToken: string | null = null): Promise<void> {
  await db()
    .deleteFrom("customer_sessions")
    .where("customer_id", "=", customerId)
    .$if(exceptToken !== null, (rows) => rows.where("token_hash", "<>", hashOfToken(exceptToken ?? "")))
    .execute();
}

export async function dropOldSessions(now: Date): Promise<void> {
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString();
  await db()
    .deleteFrom("customer_sessions")
    .where((session) =>
      session.or([
        session("last_seen_at", "<=", before(SESSION_IDLE_MS)),
        session("created_at", "<=", before(SESSION_LIFE_MS)),
      ]),
    )
    .execute();
}

type SessionRow = Pick<
  Selectable<Database["customer_sessions"]>,
  "id" | "created_at" | "last_seen_at" | "auth_at" | "user_agent"
>;

export function readSessionRow(row: SessionRow): CustomerSession {
  if (!isSessionId(row.id)) throw new Error("A customer session is damaged");
  return {
    id: row.id,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    authAt: row.auth_at,
    userAgent: row.user_agent,
  };
}
