/** Orders that somebody placed as a guest, and that are theirs once their e-mail address is confirmed. */
import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import { findCustomerRow } from "#app/models/customer/customer.server.ts";
import { isChangeFresh, ownsAddressSince } from "#app/models/customer/email-ownership.ts";
import { hasUndoToken } from "#app/models/customer/token-queries.server.ts";
import type { CustomerId } from "#app/models/shared/ids.ts";

/**
 * Attaches guest orders with the customer's confirmed e-mail address, and answers how many. After a change of address
 * only those that were placed since, and none before the change can no longer be undone: so an undo has none to take
 * back.
 */
export async function attachOrders(customerId: CustomerId, now: Date): Promise<number> {
  const customer = await findCustomerRow(customerId);
  const since = customer && ownsAddressSince(customer);
  if (!customer || since === null) return 0;
  if (isChangeFresh(customer, now) || (await hasUndoToken(customerId, now))) return 0;
  const attached = await db()
    .updateTable("orders")
    .set({ customer_id: customerId, updated_at: now.toISOString() })
    .where("customer_id", "is", null)
    .where(sql`lower(email)`, "=", customer.email_key)
    .where("placed_at", ">=", since)
    .executeTakeFirst();
  return Number(attached.numUpdatedRows);
}
