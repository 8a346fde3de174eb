import { db } from "#app/db/db.server.ts";
import { enqueue } from "#app/models/jobs/outbox.server.ts";
import type { JobHandler } from "#app/models/jobs/worker.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { startOfDay } from "#app/models/shared/date-window.ts";
import { isOrderId, type OrderId } from "#app/models/shared/ids.ts";
import { dateText } from "#app/models/store/format-date.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { email } from "#app/services/email/email.server.ts";

import { newOrdersEmail } from "./new-orders.ts";

/** As often as the settings say. Call it once, when the order was paid. */
export async function queueNewOrderEmail(orderId: OrderId, now: Date): Promise<void> {
  const { contact, timeZone } = await findStore();
  if (contact.orderEmails === "none") return;
  const kind = "new-order-email";
  if (contact.orderEmails === "each") {
    await enqueue({ key: `${kind}:${orderId}`, kind, payload: { orderId } });
    return;
  }
  const [from, until] = [startOfDay(now, 0, timeZone), startOfDay(now, -1, timeZone)];
  await enqueue({ key: `${kind}:${from}`, kind, payload: { from, until }, runAt: until });
}

type Site = Readonly<{ origin: string; deskOrigin: string }>;

/** Handles "new-order-email": {orderId}, or {from, until} for the orders that were paid between, ISO 8601 in UTC. */
export function sendNewOrders(site: Site): JobHandler {
  return async ({ id, kind, payload: { orderId, from, until } }) => {
    const store = await findStore();
    if (store.contact.orderEmails === "none") return;
    const ids = isOrderId(orderId) ? [orderId] : await paidBetween(String(from), String(until));
    const orders = (await Promise.all(ids.map(findOrder))).flatMap((order) =>
      order && order.status !== "cancelled" ? [order] : [],
    );
    if (orders.length === 0) return;
    const day = isOrderId(orderId) ? null : dateText(String(from), store);
    const { name, contact } = store;
    await email().send({
      ...{ key: `${kind}-${id}`, from: { name, address: contact.email }, to: contact.email },
      ...newOrdersEmail({ ...site, store, orders, day }),
    });
  };
}

async function paidBetween(from: string, until: string): Promise<ReadonlyArray<OrderId>> {
  const orders = db().selectFrom("orders").select("id").orderBy("paid_at");
  const rows = await orders.where("paid_at", ">=", from).where("paid_at", "<", until).execute();
  return rows.map(({ id }) => id).filter(isOrderId);
}
