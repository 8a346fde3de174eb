import { db, inTransaction, transact } from "#app/db/db.server.ts";
import { emailKey } from "#app/models/email/address.ts";
import { dropPasskeys } from "#app/models/passkey/passkey.server.ts";
import { record } from "#app/models/platform/audit.server.ts";
import { type CustomerId, isCustomerId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { hashOfToken } from "#app/models/shared/secret-token.server.ts";

import { queueCustomerEmail } from "./customer-email.server.ts";
import {
  type CustomerRow,
  findCustomerRow,
  findCustomerRowByEmail,
  readCustomer,
} from "./customer.server.ts";
import { passwordReset, passwordResetStarted } from "./events.server.ts";
import { deviceIdOf, type KnownDevice } from "./known-device.ts";
import { limitReset, resetLoginAttempts, tryPassword } from "./login-throttle.server.ts";
import { hashPassword, isPasswordRight, newPasswordRefusal } from "./password-hash.server.ts";
import type { PasswordCode } from "./password.ts";
import { dropSessions, insertSession } from "./session.server.ts";
import { consumeToken, dropTokens, findToken } from "./token.server.ts";
import type { TokenPurpose } from "./token.ts";

export type ConfirmCode = "password-wrong" | "login-slow-down" | "busy" | "NOT_FOUND";

type Confirmation = Readonly<{
  customerId: CustomerId;
  password: string;
  address: string;
  /** Its row notes when the password was typed. */
  token?: string;
}>;

/** Counted for the customer's own session, so that strangers' failed logins do not block it. */
export async function confirmPassword(
  { customerId, password, address, token }: Confirmation,
  now: Date,
): Promise<Result<null, ConfirmCode>> {
  const row = await findCustomerRow(customerId);
  if (!row) return refused("NOT_FOUND");
  const confirmed = await checkPassword(row, { password, address, token }, now);
  if (confirmed.ok && token) {
    await db()
      .updateTable("customer_sessions")
      .set({ auth_at: now.toISOString() })
      .where("token_hash", "=", hashOfToken(token))
      .where("customer_id", "=", customerId)
      .execute();
  }
  return confirmed;
}

async function checkPassword(
  row: CustomerRow,
  { password, address, token }: Omit<Confirmation, "customerId">,
  now: Date,
): Promise<Result<null, ConfirmCode>> {
  const customerId = readCustomer(row).id;
  const deviceId = token && (await isSessionOf(customerId, token)) ? hashOfToken(token) : null;
  const who = { emailKey: row.email_key, address, deviceId };
  const right = await tryPassword(who, () => isPasswordRight(row.password_hash, password), now);
  if (!right.ok) return right;
  if (!right.value) {
    await record("password-refused", { customerId, address }, now);
    return refused("password-wrong");
  }
  await record("password-confirmed", { customerId, address }, now);
  return ok(null);
}

async function isSessionOf(customerId: CustomerId, token: string): Promise<boolean> {
  const row = await db()
    .selectFrom("customer_sessions")
    .select("id")
    .where("token_hash", "=", hashOfToken(token))
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  return row !== undefined;
}

type Change = Readonly<{
  current: string;
  next: string;
  keepToken: string;
  address: string;
}>;

/** Ends every session; returns the token of a new one for this browser. */
export async function changePassword(
  customerId: CustomerId,
  { current, next, keepToken, address }: Change,
  now: Date,
): Promise<Result<{ token: string }, ConfirmCode | PasswordCode>> {
  const row = await findCustomerRow(customerId);
  if (!row) return refused("NOT_FOUND");
  const confirmed = await checkPassword(row, { password: current, address, token: keepToken }, now);
  if (!confirmed.ok) return confirmed;
  const refusal = await newPasswordRefusal(next, row.email);
  if (refusal) return refusal;
  const hashed = await hashPassword(next);
  if (!hashed.ok) return hashed;
  const changed = await transact(async () => {
    if (!(await storePassword(row, hashed.value, now))) return refused("password-wrong");
    const userAgent = await userAgentOf(keepToken);
    await dropSessions(customerId);
    await dropTokens(customerId, ["reset-password", "invitation", "change-email"]);
    await record("password-changed", { customerId, address }, now);
    await queueCustomerEmail("password-changed", { customerId });
    return ok({ token: await insertSession({ customerId, address, userAgent }, now) });
  });
  return changed;
}

async function storePassword(row: CustomerRow, hash: string, now: Date): Promise<boolean> {
  const at = now.toISOString();
  const stored = await db()
    .updateTable("customers")
    .set({ password_hash: hash, password_changed_at: at, updated_at: at })
    .where("id", "=", row.id)
    .where("password_hash", "=", row.password_hash)
    .returning("id")
    .executeTakeFirst();
  return stored !== undefined;
}

async function userAgentOf(token: string): Promise<string> {
  const row = await db()
    .selectFrom("customer_sessions")
    .select("user_agent")
    .where("token_hash", "=", hashOfToken(token))
    .executeTakeFirst();
  return row?.user_agent ?? "";
}

export type TokenProof = Readonly<{ visitorId: CustomerId | null; password: string; address: string }>;

/** The link alone proves only who reads the inbox. */
export async function proveAccount(
  customerId: CustomerId,
  { visitorId, password, address }: TokenProof,
  now: Date,
): Promise<Result<null, ConfirmCode>> {
  return customerId === visitorId ? ok(null) : confirmPassword({ customerId, password, address }, now);
}

type Asker = Readonly<{
  address: string;
  devices: ReadonlyArray<KnownDevice>;
}>;

/** Same work and answer without an account; refused only for too many requests from one network address. */
export async function requestReset(
  email: string,
  now: Date,
  { address, devices }: Asker,
): Promise<Result<null, "rate-limited">> {
  const row = await findCustomerRowByEmail(email);
  const customerId = isCustomerId(row?.id) ? row.id : null;
  const deviceId = deviceIdOf(devices, customerId);
  const allowed = await limitReset({ emailKey: emailKey(email), address, deviceId }, now);
  if (!allowed.ok) return allowed;
  if (!allowed.value) return ok(null);
  await inTransaction(async () => {
    await queueCustomerEmail("reset-password", { customerId });
    await record("password-reset-requested", { customerId, address }, now);
  });
  return ok(null);
}

/** In the caller's transaction. */
export async function sendPasswordLink(customerId: CustomerId, now: Date): Promise<void> {
  await queueCustomerEmail("reset-password", { customerId });
  await record("password-reset-requested", { customerId }, now);
}

const PASSWORD_PURPOSES: ReadonlyArray<TokenPurpose> = ["reset-password", "invitation"];

/** Also confirms the address; all sessions end and nobody is logged in. */
export async function setPassword(
  token: string,
  password: string,
  now: Date,
): Promise<Result<CustomerId, PasswordCode | "link-invalid">> {
  const found = await findToken(token, now);
  if (!found || !(PASSWORD_PURPOSES as ReadonlyArray<string>).includes(found.purpose))
    return refused("link-invalid");
  const refusal = await newPasswordRefusal(password, found.email);
  if (refusal) return refusal;
  const hashed = await hashPassword(password);
  if (!hashed.ok) return hashed;
  const done = await transact(async () => {
    const used = await consumeToken(token, PASSWORD_PURPOSES, now);
    if (!used) return refused("link-invalid");
    const { customerId } = used;
    await passwordResetStarted.publish({ customerId, now });
    const at = now.toISOString();
    await db()
      .updateTable("customers")
      .set((customer) => ({
        password_hash: hashed.value,
        password_changed_at: at,
        verified_at: customer.fn.coalesce("verified_at", customer.val(at)),
        updated_at: at,
      }))
      .where("id", "=", customerId)
      .execute();
    await dropSessions(customerId);
    // Whoever was in the account before may have added one.
    await dropPasskeys({ customerId });
    await dropTokens(customerId, [...PASSWORD_PURPOSES, "verify-email", "change-email"]);
    await record("password-reset", { customerId }, now);
    await queueCustomerEmail("password-changed", { customerId });
    await passwordReset.publish({ customerId, now });
    return ok(customerId);
  });
  if (done.ok) await resetLoginAttempts(emailKey(found.email));
  return done;
}
