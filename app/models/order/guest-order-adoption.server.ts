import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import { findCustomerRow } from "#app/models/customer/customer.server.ts";
import { isChangeFresh, ownsAddressSince } from "#app/models/customer/email-ownership.ts";
import { hasUndoToken } from "#app/models/customer/token.server.ts";
import type { CustomerId } from "#app/models/shared/ids.ts";

/**
 * Links guest orders with the customer's confirmed email address. After a change of address only
 * orders placed since count, once the change can no longer be undone (decision 0022).
 */
export async function attachOrders(customerId: CustomerId, now: Date): Promise<void> {
  const customer = await findCustomerRow(customerId);
  const since = customer && ownsAddressSince(customer);
  if (!customer || since === null) return;
  if (isChangeFresh(customer, now) || (await hasUndoToken(customerId, now))) return;
  await db()
    .updateTable("orders")
    .set({ customer_id: customerId, updated_at: now.toISOString() })
    .where("customer_id", "is", null)
    .where(sql`lower(email)`, "=", customer.email_key)
    .where("placed_at", ">=", since)
    .execute();
}
