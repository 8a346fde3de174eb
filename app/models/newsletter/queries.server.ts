import { createHash } from "node:crypto";

import type { Selectable } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { ownsAddressSince } from "#app/models/customer/email-ownership.ts";
import { emailKey } from "#app/models/email/address.ts";
import type { CustomerId } from "#app/models/shared/ids.ts";

export type SubscriptionRow = Selectable<Database["subscriptions"]>;

/** The hash of an address. It has no key, so that a rotation of secrets does not forget who unsubscribed. */
export function subscriptionHash(email: string): string {
  return createHash("sha256")
    .update(`newsletter ${emailKey(email)}`)
    .digest("base64url");
}

export async function findSubscriptionRow(email: string): Promise<SubscriptionRow | null> {
  const row = await db()
    .selectFrom("subscriptions")
    .selectAll()
    .where("email_hash", "=", subscriptionHash(email))
    .executeTakeFirst();
  return row ?? null;
}

/**
 * The row of the customer's address, or null if it is not theirs (`ownsAddressSince`). An earlier decision of the
 * address becomes theirs once they ask for emails themselves.
 */
export async function findOwnSubscriptionRow(id: CustomerId): Promise<SubscriptionRow | null> {
  const owner = await db()
    .selectFrom("customers")
    .select(["email", "verified_at", "email_changed_at", "wants_newsletter"])
    .where("id", "=", id)
    .executeTakeFirst();
  const since = owner ? ownsAddressSince(owner) : null;
  if (!owner || since === null) return null;
  const row = await findSubscriptionRow(owner.email);
  return row && (owner.wants_newsletter === 1 || settledAt(row) >= since) ? row : null;
}

/** When the address last agreed or unsubscribed. ISO 8601, UTC. */
function settledAt({ consent_at, confirmed_at, left_at }: SubscriptionRow): string {
  return [consent_at, confirmed_at ?? "", left_at ?? ""].sort().at(-1) ?? "";
}

export async function listOwnSubscription(id: CustomerId) {
  const row = await findOwnSubscriptionRow(id);
  if (!row) return [];
  const { email, state, topics, source, wording, consent_at, confirmed_at, left_at } = row;
  return [{ email, state, topics, source, wording, consent_at, confirmed_at, left_at }];
}
