/** Which orders are those of an email address, also orders that a build without `email_key` has placed. */
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from "kysely";

import { db, inTransaction } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { emailKey } from "#app/models/email/address.ts";

/** Engines lower the case of ASCII alone in the same way, which is enough until the key is filled in. */
export function isOrderOfAddress(keys: ReadonlyArray<string>) {
  return (orders: ExpressionBuilder<Database, "orders">): Expression<SqlBool> =>
    orders.or([
      orders("email_key", "in", keys),
      orders.and([orders("email_key", "=", sql.lit("")), orders(sql<string>`lower(email)`, "in", keys)]),
    ]);
}

/** Written so that no engine reads the orders of all guests for those of one address. */
export const isGuestOrder = sql<SqlBool>`coalesce(orders.customer_id, '') = ''`;

const BATCH = 500;
const BATCHES_MAX = 20;

/** At most 10,000 orders; the rest at the next call. */
export async function fillEmailKeys(): Promise<void> {
  for (let batch = 0; batch < BATCHES_MAX; batch++) if ((await fillBatch()) < BATCH) return;
}

async function fillBatch(): Promise<number> {
  const rows = await db()
    .selectFrom("orders")
    .select(["id", "email"])
    .where("email_key", "=", "")
    .limit(BATCH)
    .execute();
  if (rows.length === 0) return 0;
  await inTransaction(async () => {
    // In one order, so that two at once do not wait for each other.
    for (const { id, email } of rows.toSorted((one, other) => (one.id < other.id ? -1 : 1)))
      await db()
        .updateTable("orders")
        .set({ email_key: emailKey(email) })
        .where("id", "=", id)
        .where("email", "=", email)
        .execute();
  });
  return rows.length;
}
