/** The rows of the newsletter: one for each address, known by its hash. */
import { createHash } from "node:crypto";

import type { Selectable } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { ownsAddressSince } from "#app/models/customer/email-ownership.ts";
import { emailKey } from "#app/models/email/address.ts";
import type { CustomerId } from "#app/models/shared/ids.ts";

export type SubscriptionRow = Selectable<Database["subscriptions"]>;

/**
 * What stays of an address. Without a key on purpose: changing the shop's secrets must not forget who wants no letters.
 */
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
 * The row of the customer's address, or null when it is not the customer's: see `ownsAddressSince`. What the address
 * settled before the account came by it is theirs once they wish for letters themselves.
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

/** When the address last said something about letters. ISO 8601, UTC. */
function settledAt({ consent_at, confirmed_at, left_at }: SubscriptionRow): string {
  return [consent_at, confirmed_at ?? "", left_at ?? ""].sort().at(-1) ?? "";
}

/** What a customer's export says of the newsletter. */
export async function listOwnSubscription(id: CustomerId) {
  const row = await findOwnSubscriptionRow(id);
  if (!row) return [];
  const { email, state, topics, source, wording, consent_at, confirmed_at, left_at } = row;
  return [{ email, state, topics, source, wording, consent_at, confirmed_at, left_at }];
}
