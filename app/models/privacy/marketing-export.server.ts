/** What a customer is given of what the marketing service was told of them. */
import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { CustomerId } from "#app/models/shared/ids.ts";

/** A query for each of the marketing tables (see EXPORT_RULES). */
export const MARKETING_EXPORT = {
  marketing_contacts: (id: CustomerId) =>
    db()
      .selectFrom("marketing_contacts")
      .innerJoin("customers", "customers.email_key", "marketing_contacts.email_key")
      .select(["marketing_contacts.email", "state", "source", "said_at"])
      .where("customers.id", "=", id)
      .where("customers.verified_at", "is not", null)
      .where(sql<boolean>`said_at >= coalesce(customers.email_changed_at, '')`)
      .execute(),
  marketing_carts: (id: CustomerId) =>
    db()
      .selectFrom("marketing_carts")
      .select(["cart_id", "record", "updated_at"])
      .where("customer_id", "=", id)
      .execute(),
  marketing_orders: (id: CustomerId) =>
    db()
      .selectFrom("marketing_orders")
      .innerJoin("orders", "orders.id", "marketing_orders.order_id")
      .select(["marketing_orders.order_id", "marketing_orders.sent_status"])
      .where("orders.customer_id", "=", id)
      .execute(),
} as const;
