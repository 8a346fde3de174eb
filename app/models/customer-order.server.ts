/** One order of one customer: asked for by both, so that a foreign order is as good as none. */
import { db } from "#app/db/db.server.ts";

import type { CustomerOrder, OrderEvent, Parcel } from "./customer-order.ts";
import type { CustomerId, OrderId } from "./ids.ts";
import type { VatRates } from "./invoice.ts";
import { isOrderStatus } from "./order-status.ts";
import { findOrder } from "./order.server.ts";

/** The customer's own order with its history and parcels, or null: also when it is somebody else's. */
export async function findCustomerOrder(customerId: CustomerId, id: OrderId): Promise<CustomerOrder | null> {
  if (!(await isOrderOf(customerId, id))) return null;
  const [order, history, parcels] = await Promise.all([findOrder(id), listEvents(id), listParcels(id)]);
  return order && { order, history, parcels };
}

/** True for the customer's own order; false for somebody else's and for none. */
export async function isOrderOf(customerId: CustomerId, id: OrderId): Promise<boolean> {
  const own = await db()
    .selectFrom("orders")
    .select("id")
    .where("id", "=", id)
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  return own !== undefined;
}

/** The customer's latest order that is on its way or being packed, with its history, or null. */
export async function findNextDelivery(customerId: CustomerId): Promise<CustomerOrder | null> {
  const row = await db()
    .selectFrom("orders")
    .select("id")
    .where("customer_id", "=", customerId)
    .where("status", "in", ["paid", "dispatched"])
    .orderBy("placed_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? findCustomerOrder(customerId, row.id as OrderId) : null;
}

/** The rate of VAT of each line of the customer's own order, by variant id. */
export async function findVatRates(customerId: CustomerId, id: OrderId): Promise<VatRates> {
  const rows = await db()
    .selectFrom("order_lines")
    .innerJoin("orders", "orders.id", "order_lines.order_id")
    .select(["order_lines.variant_id", "order_lines.tax_rate_basis_points"])
    .where("orders.id", "=", id)
    .where("orders.customer_id", "=", customerId)
    .execute();
  return new Map(rows.map((row) => [row.variant_id, row.tax_rate_basis_points]));
}

async function listEvents(id: OrderId): Promise<ReadonlyArray<OrderEvent>> {
  const rows = await db()
    .selectFrom("order_history")
    .select(["to_status", "at"])
    .where("order_id", "=", id)
    .orderBy("id")
    .execute();
  return rows.flatMap(({ to_status: status, at }) => (isOrderStatus(status) ? [{ status, at }] : []));
}

async function listParcels(id: OrderId): Promise<ReadonlyArray<Parcel>> {
  const rows = await db()
    .selectFrom("order_parcels")
    .select(["carrier", "tracking_number", "tracking_url"])
    .where("order_id", "=", id)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    carrier: row.carrier,
    number: row.tracking_number,
    // Whoever fed the table: only a web page is linked to.
    url: row.tracking_url?.startsWith("https://") ? row.tracking_url : null,
  }));
}
