/** The rows of the newsletter: one for each address, known by its hash. */
import { createHash } from "node:crypto";

import type { Selectable } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";

import { emailKey } from "./customer.ts";
import type { CustomerId } from "./ids.ts";

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

/** What a customer's export says of the newsletter. An address that was never confirmed may be a stranger's. */
export async function listOwnSubscription(id: CustomerId) {
  const owner = await db()
    .selectFrom("customers")
    .select("email")
    .where("id", "=", id)
    .where("verified_at", "is not", null)
    .executeTakeFirst();
  if (!owner) return [];
  return db()
    .selectFrom("subscriptions")
    .select(["email", "state", "topics", "source", "wording", "consent_at", "confirmed_at", "left_at"])
    .where("email_hash", "=", subscriptionHash(owner.email))
    .execute();
}
