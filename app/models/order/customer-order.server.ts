/** A foreign order is answered like one that does not exist. */
import { db } from "#app/db/db.server.ts";
import { listAddresses, saveAddressIfNew } from "#app/models/customer/address-book.server.ts";
import { findCustomerRow } from "#app/models/customer/customer.server.ts";
import { isChangeFresh, ownsAddressSince } from "#app/models/customer/email-ownership.ts";
import { hasUndoToken } from "#app/models/customer/token.server.ts";
import type { CustomerId, OrderId } from "#app/models/shared/ids.ts";

import { type CustomerOrder, UNDER_WAY } from "./customer-order.ts";
import { isGuestOrder, isOrderOfAddress } from "./email-keys.server.ts";
import { findFulfilmentHistory } from "./fulfilment.server.ts";
import type { VatRates } from "./invoice.ts";
import { findOrder } from "./order.server.ts";

export async function findCustomerOrder(customerId: CustomerId, id: OrderId): Promise<CustomerOrder | null> {
  if (!(await isOrderOf(customerId, id))) return null;
  const [order, life] = await Promise.all([findOrder(id), findFulfilmentHistory(id)]);
  return order && { order, life };
}

export async function isOrderOf(customerId: CustomerId, id: OrderId): Promise<boolean> {
  const own = await db()
    .selectFrom("orders")
    .select("id")
    .where("id", "=", id)
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  return own !== undefined;
}

export async function findNextDelivery(customerId: CustomerId): Promise<CustomerOrder | null> {
  const row = await newestOrder(customerId).where("status", "in", UNDER_WAY).executeTakeFirst();
  return row ? findCustomerOrder(customerId, row.id as OrderId) : null;
}

function newestOrder(customerId: CustomerId) {
  const own = db().selectFrom("orders").select("id").where("customer_id", "=", customerId);
  return own.orderBy("placed_at", "desc").limit(1);
}

export async function findVatRates(id: OrderId): Promise<VatRates> {
  const rows = await db()
    .selectFrom("order_lines")
    .select(["variant_id", "tax_rate_basis_points"])
    .where("order_id", "=", id)
    .execute();
  return new Map(rows.map((row) => [row.variant_id, row.tax_rate_basis_points]));
}

/**
 * By the confirmed address; after a change of address only orders placed since count, once the change can no longer be
 * undone (decision 0022).
 */
export async function attachOrders(customerId: CustomerId, now: Date): Promise<void> {
  const customer = await findCustomerRow(customerId);
  const since = customer && ownsAddressSince(customer);
  if (!customer || since === null) return;
  if (isChangeFresh(customer, now) || (await hasUndoToken(customerId, now))) return;
  await db()
    .updateTable("orders")
    .set({ customer_id: customerId, updated_at: now.toISOString() })
    .where(isGuestOrder)
    .where(isOrderOfAddress([customer.email_key]))
    .where("placed_at", ">=", since)
    .execute();
}

/** Into an empty address book: the billing address of the latest paid order, and where it was sent. */
export async function saveAddressesOfOrders(customerId: CustomerId, now: Date): Promise<void> {
  if ((await listAddresses(customerId)).length > 0) return;
  const row = await newestOrder(customerId).where("paid_at", "is not", null).executeTakeFirst();
  const order = row && (await findOrder(row.id as OrderId));
  if (!order) return;
  const { billingAddress, deliveryAddress, delivery } = order;
  // Of a gift the buyer does not know where it goes, and a collected order went nowhere.
  const isOwn = !delivery.giftList && !delivery.collection;
  for (const address of [billingAddress, ...(isOwn ? [deliveryAddress] : [])])
    if (address.address1 !== "") await saveAddressIfNew(customerId, address, now);
}
