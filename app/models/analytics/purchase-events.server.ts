import { db } from "#app/db/db.server.ts";
import type { Order } from "#app/models/order/order.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import type { Money } from "#app/models/shared/money.ts";
import { analytics } from "#app/services/analytics/analytics.server.ts";

import { queueSending } from "./event-batch.server.ts";
import { purchaseEvent, refundEvent } from "./events.ts";

const purchaseId = (orderId: string) => `purchase-${orderId}`;

/** Call it only with consent. */
export async function holdPurchase(orderId: OrderId, visitorId: string, now: Date): Promise<void> {
  if (analytics().name === "off") return;
  await db()
    .insertInto("analytics_events")
    .values({
      id: purchaseId(orderId),
      visitor_id: visitorId,
      name: "purchase",
      properties: "{}",
      occurred_at: now.toISOString(),
      status: "held",
      leased_until: null,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

/** Call it in the transaction that pays the order. */
export async function countPurchase(order: Order, now: Date): Promise<void> {
  const { name, properties } = purchaseEvent(order);
  const counted = await db()
    .updateTable("analytics_events")
    .set({
      name,
      properties: JSON.stringify(properties),
      occurred_at: now.toISOString(),
      status: newStatus(),
    })
    .where("id", "=", purchaseId(order.id))
    .where("status", "=", "held")
    .executeTakeFirst();
  if (Number(counted.numUpdatedRows) === 1) await queueSending();
}

/** Call it in the transaction that notes the refund. */
export async function countRefund(orderId: OrderId, amount: Money, now: Date): Promise<void> {
  const purchase = await db()
    .selectFrom("analytics_events")
    .select("visitor_id")
    .where("id", "=", purchaseId(orderId))
    .where("status", "<>", "held")
    .executeTakeFirst();
  if (!purchase) return;
  const { name, properties } = refundEvent(orderId, amount);
  await db()
    .insertInto("analytics_events")
    .values({
      id: newId("refund"),
      visitor_id: purchase.visitor_id,
      name,
      properties: JSON.stringify(properties),
      occurred_at: now.toISOString(),
      status: newStatus(),
      leased_until: null,
    })
    .execute();
  await queueSending();
}

function newStatus() {
  return analytics().isOutside ? ("waiting" as const) : ("sent" as const);
}

export async function cutFromOrder(orderId: string): Promise<void> {
  const rows = await db()
    .selectFrom("analytics_events")
    .select(["id", "visitor_id"])
    .where("id", "=", purchaseId(orderId))
    .execute();
  for (const { id, visitor_id: visitorId } of rows) {
    const other = newId("visitor");
    await db()
      .updateTable("analytics_events")
      .set({ visitor_id: other })
      .where("visitor_id", "=", visitorId)
      .execute();
    await db()
      .updateTable("analytics_events")
      .set({ id: newId("purchase"), properties: "{}" })
      .where("id", "=", id)
      .execute();
    await db()
      .updateTable("analytics_events")
      .set({ properties: "{}" })
      .where("visitor_id", "=", other)
      .where("name", "=", "refund")
      .execute();
  }
}
