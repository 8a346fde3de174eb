import type { Selectable } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { emailHashes } from "#app/models/email/hash.server.ts";

export type SubscriptionRow = Selectable<Database["subscriptions"]>;

export async function findSubscriptionRow(email: string): Promise<SubscriptionRow | null> {
  const hashes = emailHashes("newsletter", email);
  const rows = await db().selectFrom("subscriptions").selectAll().where("email_hash", "in", hashes).execute();
  return rows.find((row) => row.email_hash === hashes[0]) ?? rows[0] ?? null;
}
