/** What the links in e-mails do: confirm an address, choose a password, change an address and take that back. */
import { db, transact } from "#app/db/db.server.ts";
import { emailKey } from "#app/models/email/address.ts";
import { wakeWorker } from "#app/models/jobs/worker.server.ts";
import { noteCartsOf } from "#app/models/marketing/sync-outbox.server.ts";
import { doubtWish, takeUpWish } from "#app/models/newsletter/customer-newsletter.server.ts";
import { attachOrders } from "#app/models/order/guest-order-adoption.server.ts";
import { record } from "#app/models/platform/audit.server.ts";
import { type CustomerId, isCustomerId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

import { queueAccountEmail } from "./account-email.server.ts";
import { findCustomerRow, findCustomerRowByEmail, insertCustomer, newRow } from "./customer.server.ts";
import { deviceIdOf, type KnownDevice } from "./known-device.ts";
import { forgiveAccount, limitAccount, limitReset } from "./login-throttle.server.ts";
import { newPasswordRefusal } from "./new-password.server.ts";
import { hashPassword } from "./password-hash.server.ts";
import { type ConfirmCode, confirmPassword } from "./password.server.ts";
import type { PasswordCode } from "./password.ts";
import { dropSessions } from "./session-queries.server.ts";
import { consumeToken, dropTokens, findToken } from "./token-queries.server.ts";
import type { TokenPurpose } from "./token.ts";

/** True when `token` would work now for `purpose`. Only looks. */
export async function peekToken(token: string, purpose: TokenPurpose, now: Date): Promise<boolean> {
  const found = await findToken(token, now);
  return found?.purpose === purpose;
}

type Asker = Readonly<{
  /** The visitor's network address. */
  address: string;
  /** The accounts that the browser has logged in to before. */
  devices: ReadonlyArray<KnownDevice>;
}>;

/**
 * Sends the link for a new password where there is an account; the work and the answer are the same where not. Refused
 * only for too many requests from one network address, whatever they were about.
 */
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
  await transact(async () => {
    await queueAccountEmail("reset-password", { customerId });
    await record("password-reset-requested", { customerId, address }, now);
    return ok(null);
  });
  wakeWorker();
  return ok(null);
}

/** Invites somebody who has no account to choose a password. */
export async function invite(
  person: Readonly<{ email: string; firstName: string; lastName: string }>,
  now: Date,
): Promise<Result<CustomerId, "email-known">> {
  const invited = await transact(async () => {
    const customerId = await insertCustomer(newRow(person, now));
    if (!customerId) return refused("email-known");
    await queueAccountEmail("invitation", { customerId });
    await record("invited", { customerId }, now);
    return ok(customerId);
  });
  wakeWorker();
  return invited;
}

const PASSWORD_PURPOSES: ReadonlyArray<TokenPurpose> = ["reset-password", "invitation"];

/**
 * Sets the password of whoever holds the link, and confirms their e-mail address, which the link came to. All their
 * sessions end, and nobody is logged in. Answers with whose it is.
 */
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
    await doubtWish(customerId, now);
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
    await dropTokens(customerId, [...PASSWORD_PURPOSES, "verify-email", "change-email"]);
    await noteCartsOf(customerId, now);
    await record("password-reset", { customerId }, now);
    await queueAccountEmail("password-changed", { customerId });
    await attachOrders(customerId, now);
    return ok(customerId);
  });
  if (done.ok) await forgiveAccount(emailKey(found.email));
  wakeWorker();
  return done;
}

/** Who presses the button: the customer logged in here, or somebody who types the account's password. */
export type Proof = Readonly<{ visitorId: CustomerId | null; password: string; address: string }>;

/** Whether the holder of a link to `customerId` is that customer. The link alone proves only who reads the inbox. */
export async function proveAccount(
  customerId: CustomerId,
  { visitorId, password, address }: Proof,
  now: Date,
): Promise<Result<null, ConfirmCode>> {
  return customerId === visitorId ? ok(null) : confirmPassword({ customerId, password, address }, now);
}

/**
 * Confirms the e-mail address; orders that were placed with it as a guest are the customer's from now on. The link
 * alone is not enough: a stranger may have made the account with this address, and knows its password.
 */
export async function verifyEmail(
  token: string,
  proof: Proof,
  now: Date,
): Promise<Result<null, ConfirmCode | "link-invalid">> {
  const found = await findToken(token, now);
  if (found?.purpose !== "verify-email") return refused("link-invalid");
  const proven = await proveAccount(found.customerId, proof, now);
  return proven.ok ? markVerified(token, now) : proven;
}

async function markVerified(token: string, now: Date): Promise<Result<null, "link-invalid">> {
  const done = await transact(async () => {
    const used = await consumeToken(token, ["verify-email"], now);
    if (!used) return refused("link-invalid");
    await db()
      .updateTable("customers")
      .set({ verified_at: now.toISOString() })
      .where("id", "=", used.customerId)
      .where("email_key", "=", emailKey(used.email))
      .execute();
    await noteCartsOf(used.customerId, now);
    const orders = await attachOrders(used.customerId, now);
    await takeUpWish(used.customerId, now);
    await record("email-verified", { customerId: used.customerId, detail: { orders } }, now);
    return ok(null);
  });
  wakeWorker();
  return done;
}

/** Sends the link that confirms the address once more; nothing where it is confirmed already. */
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
  wakeWorker();
  return ok(null);
}
