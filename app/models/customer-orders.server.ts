/** Orders that somebody placed as a guest, and that are theirs once their e-mail address is confirmed. */
import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";

import { findCustomerRow } from "./customer.server.ts";
import type { CustomerId } from "./ids.ts";

/** Attaches guest orders with the customer's confirmed e-mail address, and answers how many. */
export async function attachOrders(customerId: CustomerId, now: Date): Promise<number> {
  const customer = await findCustomerRow(customerId);
  if (!customer?.verified_at) return 0;
  const attached = await db()
    .updateTable("orders")
    .set({ customer_id: customerId, updated_at: now.toISOString() })
    .where("customer_id", "is", null)
    .where(sql`lower(email)`, "=", customer.email_key)
    .executeTakeFirst();
  return Number(attached.numUpdatedRows);
}
