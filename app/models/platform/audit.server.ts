/** Rows of the audit log are never changed. */
import { db } from "#app/db/db.server.ts";
import { hmac } from "#app/db/hmac.server.ts";
import type { CustomerId } from "#app/models/shared/ids.ts";

export type AuditEvent =
  | "registered"
  | "registered-again"
  | "invited"
  | "login"
  | "login-failed"
  | "logout"
  | "session-ended"
  | "passkey-added"
  | "passkey-removed"
  | "passkey-refused"
  | "password-confirmed"
  | "password-refused"
  | "password-changed"
  | "password-reset"
  | "password-reset-requested"
  | "email-verified"
  | "email-change-requested"
  | "email-changed"
  | "email-change-undone"
  | "details-changed"
  | "address-saved"
  | "address-removed"
  | "data-exported"
  | "account-removed"
  | "payment-alert"
  | "invariant-broken"
  | "coupon-created"
  | "coupon-disabled"
  | "coupon-enabled";

export type AuditDetail = Readonly<Record<string, string | number | boolean | null>>;

type About = Readonly<{
  customerId: CustomerId | null;
  /** Ids, codes and counts, nothing that names a person: the log outlives the account. */
  detail?: AuditDetail;
  address?: string | null;
}>;

export async function record(event: AuditEvent, about: About, now: Date): Promise<void> {
  await db()
    .insertInto("audit_log")
    .values({
      customer_id: about.customerId,
      event,
      detail: JSON.stringify(about.detail ?? {}),
      address_hash: about.address ? hashOfAddress(about.address) : "",
      created_at: now.toISOString(),
    })
    .execute();
}

/** Keyed, so that an address is recognised and cannot be read. */
export function hashOfAddress(address: string): string {
  return hmac("network address", address).slice(0, 22);
}
