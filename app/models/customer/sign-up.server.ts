/** Accounts are made, and their addresses confirmed. */
import { db, inTransaction, transact } from "#app/db/db.server.ts";
import { emailKey } from "#app/models/email/address.ts";
import { record } from "#app/models/platform/audit.server.ts";
import type { CustomerId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

import { queueCustomerEmail } from "./customer-email.server.ts";
import { findCustomerId, findCustomerRow, insertCustomer, newRow } from "./customer.server.ts";
import { customerVerified } from "./events.server.ts";
import { limitAccount } from "./login-throttle.server.ts";
import { hashPassword, newPasswordRefusal } from "./password-hash.server.ts";
import { type ConfirmCode, proveAccount, type TokenProof } from "./password.server.ts";
import type { PasswordCode } from "./password.ts";
import { consumeToken, findToken } from "./token.server.ts";

type NewCustomer = Readonly<{
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  /** Counts once the email address is confirmed. */
  wantsNewsletter?: boolean;
  address?: string;
}>;

/** If there is an account already, its owner gets an email, with the same answer and the same work. */
export async function registerCustomer(
  { firstName, lastName, email, password, wantsNewsletter = false, address }: NewCustomer,
  now: Date,
): Promise<Result<null, PasswordCode>> {
  const refusal = await newPasswordRefusal(password, email);
  if (refusal) return refusal;
  const hashed = await hashPassword(password);
  if (!hashed.ok) return hashed;
  const values = {
    ...newRow({ firstName, lastName, email }, now),
    password_hash: hashed.value,
    password_changed_at: now.toISOString(),
    wants_newsletter: wantsNewsletter ? 1 : 0,
  };
  await inTransaction(async () => {
    const id = await insertCustomer(values, now);
    const customerId = id ?? (await findCustomerId(email));
    await queueCustomerEmail(id ? "verify-email" : "account-exists", { customerId });
    await record(id ? "registered" : "registered-again", { customerId, address }, now);
  });
  return ok(null);
}

export async function invite(
  person: Readonly<{ email: string; firstName: string; lastName: string }>,
  now: Date,
): Promise<Result<CustomerId, "email-known">> {
  const invited = await transact(async () => {
    const customerId = await insertCustomer(newRow(person, now), now);
    if (!customerId) return refused("email-known");
    await queueCustomerEmail("invitation", { customerId });
    await record("invited", { customerId }, now);
    return ok(customerId);
  });
  return invited;
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
  await queueCustomerEmail("verify-email", { customerId });
  return ok(null);
}
