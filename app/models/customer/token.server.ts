import { db, inTransaction, transact } from "#app/db/db.server.ts";
import { emailKey } from "#app/models/email/address.ts";
import { dropPasskeys } from "#app/models/passkey/passkey.server.ts";
import { record } from "#app/models/platform/audit.server.ts";
import { type CustomerId, isCustomerId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { hashOfToken, newSecretToken } from "#app/models/shared/secret-token.server.ts";
import { queueAccountEmail } from "./account-email.server.ts";
import { findCustomerRow, findCustomerRowByEmail, insertCustomer, newRow } from "./customer.server.ts";
import { customerVerified, passwordReset, passwordResetStarted } from "./events.server.ts";
import { deviceIdOf, type KnownDevice } from "./known-device.ts";
import { resetLoginAttempts, limitAccount, limitReset } from "./login-throttle.server.ts";
import { hashPassword, newPasswordRefusal } from "./password-hash.server.ts";
import { type ConfirmCode, confirmPassword } from "./password.server.ts";
import type { PasswordCode } from "./password.ts";
import { dropSessions } from "./session.server.ts";
import { isTokenText, KEEPS_OLDER, TOKEN_LIFE_MS, type TokenPurpose } from "./token.ts";

export async function isTokenUsable(token: string, purpose: TokenPurpose, now: Date): Promise<boolean> {
  const found = await findToken(token, now);
  return found?.purpose === purpose;
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
    await queueAccountEmail("reset-password", { customerId });
    await record("password-reset-requested", { customerId, address }, now);
  });
  return ok(null);
}

/** In the caller's transaction. */
export async function sendPasswordLink(customerId: CustomerId, now: Date): Promise<void> {
  await queueAccountEmail("reset-password", { customerId });
  await record("password-reset-requested", { customerId }, now);
}

export async function invite(
  person: Readonly<{ email: string; firstName: string; lastName: string }>,
  now: Date,
): Promise<Result<CustomerId, "email-known">> {
  const invited = await transact(async () => {
    const customerId = await insertCustomer(newRow(person, now), now);
    if (!customerId) return refused("email-known");
    await queueAccountEmail("invitation", { customerId });
    await record("invited", { customerId }, now);
    return ok(customerId);
  });
  return invited;
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
    await queueAccountEmail("password-changed", { customerId });
    await passwordReset.publish({ customerId, now });
    return ok(customerId);
  });
  if (done.ok) await resetLoginAttempts(emailKey(found.email));
  return done;
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

/**
 * Also links guest orders placed with the address; the link alone is not enough, because a stranger may have made the
 * account.
 */
export async function verifyEmail(
  token: string,
  proof: TokenProof,
  now: Date,
): Promise<Result<{ email: string }, ConfirmCode | "link-invalid">> {
  const found = await findToken(token, now);
  if (found?.purpose !== "verify-email") return refused("link-invalid");
  const proven = await proveAccount(found.customerId, proof, now);
  return proven.ok ? markVerified(token, now) : proven;
}

async function markVerified(token: string, now: Date): Promise<Result<{ email: string }, "link-invalid">> {
  return transact(async () => {
    const used = await consumeToken(token, ["verify-email"], now);
    if (!used) return refused("link-invalid");
    await db()
      .updateTable("customers")
      .set({ verified_at: now.toISOString() })
      .where("id", "=", used.customerId)
      .where("email_key", "=", emailKey(used.email))
      .execute();
    await customerVerified.publish({ customerId: used.customerId, now });
    await record("email-verified", { customerId: used.customerId }, now);
    return ok({ email: used.email });
  });
}

export async function resendVerification(
  customerId: CustomerId,
  now: Date,
): Promise<Result<null, "rate-limited" | "NOT_FOUND">> {
  const row = await findCustomerRow(customerId);
  if (!row) return refused("NOT_FOUND");
  if (row.verified_at) return ok(null);
  const allowed = await limitAccount("verify-account", customerId, now);
  if (!allowed.ok) return allowed;
  await queueAccountEmail("verify-email", { customerId });
  return ok(null);
}

type NewToken = Readonly<{ customerId: CustomerId; purpose: TokenPurpose; email: string }>;

/** The older one of this purpose becomes invalid; call it inside a transaction. */
export async function issueToken({ customerId, purpose, email }: NewToken, now: Date): Promise<string> {
  const token = newSecretToken();
  if (purpose !== KEEPS_OLDER) await dropTokens(customerId, [purpose]);
  const row = {
    token_hash: hashOfToken(token),
    email,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + TOKEN_LIFE_MS[purpose]).toISOString(),
  };
  await db()
    .insertInto("customer_tokens")
    .values({ ...row, customer_id: customerId, purpose, email_key: emailKey(email) })
    .onConflict((conflict) => conflict.columns(["customer_id", "purpose", "email_key"]).doUpdateSet(row))
    .execute();
  return token;
}

export type UsedToken = Readonly<{ customerId: CustomerId; purpose: string; email: string }>;

/** Of several callers at once one gets it; call it in the transaction of its effect. */
export async function consumeToken(
  token: string,
  purposes: ReadonlyArray<TokenPurpose>,
  now: Date,
): Promise<UsedToken | null> {
  if (!isTokenText(token)) return null;
  const row = await db()
    .deleteFrom("customer_tokens")
    .where("token_hash", "=", hashOfToken(token))
    .where("purpose", "in", purposes)
    .where("expires_at", ">", now.toISOString())
    .returning(["customer_id", "purpose", "email"])
    .executeTakeFirst();
  return row && isCustomerId(row.customer_id)
    ? { customerId: row.customer_id, purpose: row.purpose, email: row.email }
    : null;
}

export async function findToken(token: string, now: Date): Promise<UsedToken | null> {
  if (!isTokenText(token)) return null;
  const row = await db()
    .selectFrom("customer_tokens")
    .select(["customer_id", "purpose", "email"])
    .where("token_hash", "=", hashOfToken(token))
    .where("expires_at", ">", now.toISOString())
    .executeTakeFirst();
  return row && isCustomerId(row.customer_id)
    ? { customerId: row.customer_id, purpose: row.purpose, email: row.email }
    : null;
}

export async function dropTokens(
  customerId: CustomerId,
  purposes: ReadonlyArray<TokenPurpose>,
): Promise<void> {
  await db()
    .deleteFrom("customer_tokens")
    .where("customer_id", "=", customerId)
    .where("purpose", "in", purposes)
    .execute();
}

/** A former owner of the address can still take it back. */
export async function isReserved(key: string, exceptFor: CustomerId | null, now: Date): Promise<boolean> {
  const row = await db()
    .selectFrom("customer_tokens")
    .select("customer_id")
    .where("email_key", "=", key)
    .where("purpose", "=", KEEPS_OLDER)
    .where("expires_at", ">", now.toISOString())
    .where("customer_id", "<>", exceptFor ?? "")
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasUndoToken(customerId: CustomerId, now: Date): Promise<boolean> {
  const row = await db()
    .selectFrom("customer_tokens")
    .select("token_hash")
    .where("customer_id", "=", customerId)
    .where("purpose", "=", KEEPS_OLDER)
    .where("expires_at", ">", now.toISOString())
    .executeTakeFirst();
  return row !== undefined;
}
