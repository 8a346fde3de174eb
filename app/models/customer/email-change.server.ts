import { db, inTransaction, transact } from "#app/db/db.server.ts";
import { emailKey } from "#app/models/email/address.ts";
import { dropPasskeys } from "#app/models/passkey/passkey.server.ts";
import { record } from "#app/models/platform/audit.server.ts";
import type { CustomerId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

import { queueCustomerEmail } from "./customer-email.server.ts";
import {
  type CustomerRow,
  findCustomerId,
  findCustomerRow,
  findCustomerRowByEmail,
  lockCustomer,
} from "./customer.server.ts";
import { accountName } from "./email-ownership.ts";
import { customerEmailChanged } from "./events.server.ts";
import { limitAccount } from "./login-throttle.server.ts";
import { type ConfirmCode, proveAccount, type TokenProof } from "./password.server.ts";
import { dropSessions } from "./session.server.ts";
import {
  consumeToken,
  dropTokens,
  findToken,
  isReserved,
  issueToken,
  type UsedToken,
} from "./token.server.ts";
import { KEEPS_OLDER } from "./token.ts";

/**
 * Nothing changes until the link is used; the owner of a taken address gets an email, with the same answer. Check the
 * password first.
 */
export async function requestEmailChange(
  customerId: CustomerId,
  newEmail: string,
  now: Date,
): Promise<Result<null, "rate-limited" | "email-unchanged" | "NOT_FOUND">> {
  const row = await findCustomerRow(customerId);
  if (!row) return refused("NOT_FOUND");
  if (row.email_key === emailKey(newEmail)) return refused("email-unchanged");
  const allowed = await limitAccount("change-email-account", customerId, now);
  if (!allowed.ok) return allowed;
  await inTransaction(async () => {
    const owner = await findCustomerId(newEmail);
    if (owner) await queueCustomerEmail("account-exists", { customerId: owner });
    else await queueCustomerEmail("change-email", { customerId, to: newEmail });
    await record("email-change-requested", { customerId }, now);
  });
  return ok(null);
}

export type PendingChange = Readonly<{
  customerId: CustomerId;
  account: string | null;
}>;

export async function findEmailChange(token: string, now: Date): Promise<PendingChange | null> {
  const found = await findToken(token, now);
  const row = found?.purpose === "change-email" ? await findCustomerRow(found.customerId) : null;
  return found && row && { customerId: found.customerId, account: accountName(row) };
}

type ChangeProof = TokenProof & Readonly<{ keepToken: string | null }>;

/**
 * All other browsers are logged out (OWASP ASVS 5.0, 7.4.3); what is keyed by the new address stays where it is: see
 * `ownsAddressSince`.
 */
export async function confirmEmailChange(
  token: string,
  { keepToken, ...proof }: ChangeProof,
  now: Date,
): Promise<Result<null, ConfirmCode | "link-invalid">> {
  const pending = await findEmailChange(token, now);
  if (!pending) return refused("link-invalid");
  const proven = await proveAccount(pending.customerId, proof, now);
  if (!proven.ok) return proven;
  return transact(async () => {
    const used = await consumeToken(token, ["change-email"], now);
    if (!used || !(await isFree(used.email, used.customerId, now))) return refused("link-invalid");
    const before = await replaceEmail(used, now.toISOString(), now);
    if (!before) return refused("link-invalid");
    await dropTokens(used.customerId, ["reset-password", "verify-email", "invitation", "change-email"]);
    await dropSessions(used.customerId, keepToken);
    await record("email-changed", { customerId: used.customerId }, now);
    // An address that was never confirmed may be a stranger's and gets no notice.
    if (before.verified_at) await notifyFormerAddress(used.customerId, before.email, now);
    return ok(null);
  });
}

/** The token reserves the address until the email is sent, which brings one of its own in its place. */
async function notifyFormerAddress(customerId: CustomerId, email: string, now: Date): Promise<void> {
  await issueToken({ customerId, purpose: KEEPS_OLDER, email }, now);
  await queueCustomerEmail("email-changed", { customerId, to: email });
}

/**
 * After a takeover: all sessions end, password and passkeys are void, and the former address gets a link for a new
 * password.
 */
export async function undoEmailChange(token: string, now: Date): Promise<Result<null, "link-invalid">> {
  return transact(async () => {
    const used = await consumeToken(token, ["undo-email-change"], now);
    if (!used || !(await isFree(used.email, used.customerId, now))) return refused("link-invalid");
    const { customerId } = used;
    if (!(await replaceEmail(used, null, now))) return refused("link-invalid");
    await db().updateTable("customers").set({ password_hash: null }).where("id", "=", customerId).execute();
    await dropSessions(customerId);
    await dropPasskeys({ customerId });
    await db().deleteFrom("customer_tokens").where("customer_id", "=", customerId).execute();
    await record("email-change-undone", { customerId }, now);
    await queueCustomerEmail("reset-password", { customerId });
    return ok(null);
  });
}

async function isFree(email: string, forCustomer: CustomerId, now: Date): Promise<boolean> {
  const owner = await findCustomerRowByEmail(email);
  if (owner && owner.id !== forCustomer) return false;
  return !(await isReserved(emailKey(email), forCustomer, now));
}

/** `changedAt` is ISO 8601, UTC, or null to leave it; returns the customer as before, or null. */
async function replaceEmail(
  { customerId, email }: UsedToken,
  changedAt: string | null,
  now: Date,
): Promise<CustomerRow | null> {
  await lockCustomer(customerId, now);
  const before = await findCustomerRow(customerId);
  await db()
    .updateTable("customers")
    .set({ email, email_key: emailKey(email), verified_at: now.toISOString() })
    .$if(changedAt !== null, (row) => row.set({ email_changed_at: changedAt }))
    .where("id", "=", customerId)
    .execute();
  await customerEmailChanged.publish({ customerId, before, email, now });
  return before;
}
