/** A session is a random token in the browser and its hash in a row (decision 0010). */
import type { Selectable } from "kysely";
import { db, transact } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { emailKey } from "#app/models/email/address.ts";
import { hashOfAddress, record } from "#app/models/platform/audit.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { type CustomerId, isCustomerId, isSessionId, type SessionId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { hashOfToken, newSecretToken } from "#app/models/shared/secret-token.server.ts";
import {
  type CustomerRow,
  findCustomerRow,
  findCustomerRowByEmail,
  readCustomer,
} from "./customer.server.ts";
import type { Customer } from "./customer.ts";
import { customerLoggedIn } from "./events.server.ts";
import { deviceIdOf, type KnownDevice } from "./known-device.ts";
import { tryPassword } from "./login-throttle.server.ts";
import { hashPassword, isOutdatedHash, isPasswordRight } from "./password-hash.server.ts";
import {
  type CustomerSession,
  isSessionOver,
  SEEN_STEP_MS,
  SESSION_IDLE_MS,
  SESSION_LIFE_MS,
} from "./session.ts";
import { isTokenText } from "./token.ts";

type LogIn = Readonly<{
  email: string;
  password: string;
  address: string;
  userAgent: string;
  devices?: ReadonlyArray<KnownDevice>;
}>;

type LoggedIn = Readonly<{ customer: Customer; token: string }>;
type LogInCode = "login-refused" | "login-slow-down" | "busy";

/** The refusal never says what was wrong. */
export async function logIn(
  { email, password, address, userAgent, devices = [] }: LogIn,
  now: Date,
): Promise<Result<LoggedIn, LogInCode>> {
  const row = await findCustomerRowByEmail(email);
  const deviceId = deviceIdOf(devices, row && readCustomer(row).id);
  const who = { emailKey: emailKey(email), address, deviceId };
  const right = await tryPassword(who, () => isPasswordRight(row?.password_hash ?? null, password), now);
  if (!right.ok) return right;
  if (!row || !right.value) {
    await record("login-failed", { customerId: row ? readCustomer(row).id : null, address }, now);
    return refused("login-refused");
  }
  return startSession(row, { password, address, userAgent }, now);
}

async function startSession(
  row: CustomerRow,
  { password, address, userAgent }: Omit<LogIn, "email" | "devices">,
  now: Date,
): Promise<Result<LoggedIn, "login-refused">> {
  const customer = readCustomer(row);
  const better = await strongerHash(row, password);
  return transact(async () => {
    // The password may have been changed since it was checked.
    const current = await db()
      .updateTable("customers")
      .set({ password_hash: better ?? row.password_hash })
      .where("id", "=", customer.id)
      .where("password_hash", "=", row.password_hash)
      .returning("id")
      .executeTakeFirst();
    if (!current) return refused("login-refused");
    const token = await insertSession({ customerId: customer.id, address, userAgent }, now);
    await record("login", { customerId: customer.id, address }, now);
    if (customer.isVerified) await customerLoggedIn.publish({ customerId: customer.id, now });
    return ok({ customer, token });
  });
}

async function strongerHash(
  { password_hash: stored }: CustomerRow,
  password: string,
): Promise<string | null> {
  if (stored === null || !isOutdatedHash(stored)) return null;
  const hashed = await hashPassword(password);
  return hashed.ok ? hashed.value : null;
}

export type FoundSession = Readonly<{ customer: Customer; session: CustomerSession }>;

/** "CUSTOMER_EXPIRED": the token was valid once; "NOT_FOUND": it never was. */
export async function findSession(
  token: string,
  now: Date,
): Promise<Result<FoundSession, "CUSTOMER_EXPIRED" | "NOT_FOUND">> {
  if (!isTokenText(token)) return refused("NOT_FOUND");
  const hash = hashOfToken(token);
  const row = await db()
    .selectFrom("customer_sessions")
    .selectAll()
    .where("token_hash", "=", hash)
    .executeTakeFirst();
  if (!row || !isCustomerId(row.customer_id)) return refused("CUSTOMER_EXPIRED");
  const session = readSessionRow(row);
  const customer = await findCustomerRow(row.customer_id);
  if (!customer || isSessionOver(session, now)) return refused("CUSTOMER_EXPIRED");
  if (now.getTime() >= Date.parse(session.lastSeenAt) + SEEN_STEP_MS) await noteVisit(hash, now);
  return ok({ customer: readCustomer(customer), session });
}

async function noteVisit(hash: string, now: Date): Promise<void> {
  await db()
    .updateTable("customer_sessions")
    .set({ last_seen_at: now.toISOString() })
    .where("token_hash", "=", hash)
    .execute();
}

export async function logOut(token: string, now: Date = new Date()): Promise<void> {
  const row = await db()
    .deleteFrom("customer_sessions")
    .where("token_hash", "=", hashOfToken(token))
    .returning("customer_id")
    .executeTakeFirst();
  if (isCustomerId(row?.customer_id)) await record("logout", { customerId: row.customer_id }, now);
}

export async function listSessions(
  customerId: CustomerId,
  now: Date = new Date(),
): Promise<ReadonlyArray<CustomerSession>> {
  const rows = await db()
    .selectFrom("customer_sessions")
    .selectAll()
    .where("customer_id", "=", customerId)
    .orderBy("last_seen_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map(readSessionRow).filter((session) => !isSessionOver(session, now));
}

export async function endSession(
  customerId: CustomerId,
  sessionId: SessionId,
  now: Date = new Date(),
): Promise<Result<null, "NOT_FOUND">> {
  const row = await db()
    .deleteFrom("customer_sessions")
    .where("id", "=", sessionId)
    .where("customer_id", "=", customerId)
    .returning("id")
    .executeTakeFirst();
  if (!row) return refused("NOT_FOUND");
  await record("session-ended", { customerId, detail: { sessions: 1 } }, now);
  return ok(null);
}

export async function endOtherSessions(
  customerId: CustomerId,
  exceptToken: string,
  now: Date = new Date(),
): Promise<number> {
  const rows = await db()
    .deleteFrom("customer_sessions")
    .where("customer_id", "=", customerId)
    .where("token_hash", "<>", hashOfToken(exceptToken))
    .returning("id")
    .execute();
  await record("session-ended", { customerId, detail: { sessions: rows.length } }, now);
  return rows.length;
}

/** In the caller's transaction; returns how many there were. */
export async function endEverySession(customerId: CustomerId, now: Date): Promise<number> {
  const rows = await db()
    .deleteFrom("customer_sessions")
    .where("customer_id", "=", customerId)
    .returning("id")
    .execute();
  await record("session-ended", { customerId, detail: { sessions: rows.length } }, now);
  return rows.length;
}

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

export async function cleanUpSessions(now: Date): Promise<void> {
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

function readSessionRow(row: SessionRow): CustomerSession {
  if (!isSessionId(row.id)) throw new Error("A customer session is damaged");
  return {
    id: row.id,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    authAt: row.auth_at,
    userAgent: row.user_agent,
  };
}
