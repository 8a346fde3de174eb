/** Which rows that only name an email address belong to an account: the export shows them, deletion removes them. */
import type { Expression, ExpressionBuilder, SqlBool } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { ownsAddressSince } from "#app/models/customer/email-ownership.ts";
import type { CustomerId } from "#app/models/shared/ids.ts";

export type Owner = Readonly<{
  customerId: CustomerId;
  emailKey: string;
  /** ISO 8601, UTC, from which on what names the address is the account's; null: nothing is. */
  since: string | null;
}>;

export async function findOwner(customerId: CustomerId): Promise<Owner> {
  const { email_key: emailKey, ...proof } = await db()
    .selectFrom("customers")
    .select(["email_key", "verified_at", "email_changed_at"])
    .where("id", "=", customerId)
    .executeTakeFirstOrThrow();
  return { customerId, emailKey, since: ownsAddressSince(proof) };
}

export function isOwnAlert({ customerId, emailKey, since }: Owner) {
  return (alerts: ExpressionBuilder<Database, "stock_alerts">): Expression<SqlBool> =>
    alerts.or([
      alerts("customer_id", "=", customerId),
      ...(since === null
        ? []
        : [alerts.and([alerts("email_key", "=", emailKey), alerts("created_at", ">=", since)])]),
    ]);
}
