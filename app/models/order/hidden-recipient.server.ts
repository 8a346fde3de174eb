/**
 * The buyer of a gift must not learn where it goes: the address is in a table of its own that only packing and the
 * owner's commands read, so nothing that shows an order can show it.
 */
import { db } from "#app/db/db.server.ts";
import type { Address } from "#app/models/customer/address.ts";
import type { OrderId } from "#app/models/shared/ids.ts";

import type { Order } from "./order.ts";

export async function hideRecipient(orderId: OrderId, address: Address): Promise<void> {
  await db()
    .insertInto("order_recipients")
    .values({ order_id: orderId, address: JSON.stringify(address) })
    .onConflict((conflict) => conflict.column("order_id").doUpdateSet({ address: JSON.stringify(address) }))
    .execute();
}

/** For packing and for the owner, never for its buyer. */
export async function withRecipient(order: Order): Promise<Order> {
  const [found = order] = await withRecipients([order]);
  return found;
}

/** As `withRecipient`, for some hundreds at a time. */
export async function withRecipients(orders: ReadonlyArray<Order>): Promise<ReadonlyArray<Order>> {
  const gifts = orders.filter(({ delivery }) => delivery.giftList?.sentTo).map(({ id }) => id);
  if (gifts.length === 0) return orders;
  const query = db().selectFrom("order_recipients").selectAll().where("order_id", "in", gifts);
  const addresses = new Map((await query.execute()).map((row) => [row.order_id, row.address]));
  return orders.map((order) => {
    const address = addresses.get(order.id);
    return address ? { ...order, deliveryAddress: JSON.parse(address) as Address } : order;
  });
}

/** After the last change of a finished order: parcels come back within them. */
const RECIPIENT_DAYS = 30;
const DAY_MS = 86_400_000;
const FINISHED = ["delivered", "cancelled", "declined", "refunded"];

export async function cleanUpRecipients(now: Date): Promise<void> {
  const before = new Date(now.getTime() - RECIPIENT_DAYS * DAY_MS).toISOString();
  await db()
    .deleteFrom("order_recipients")
    .where("order_id", "in", (recipients) =>
      recipients
        .selectFrom("orders")
        .select("orders.id")
        .where("orders.status", "in", FINISHED)
        .where("orders.updated_at", "<=", before),
    )
    .execute();
}
