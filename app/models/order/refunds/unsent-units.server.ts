/** Units that are not sent, and units that go back in stock. */
import { db } from "#app/db/db.server.ts";
import { returnStock } from "#app/models/catalogue/inventory/stock.server.ts";
import { orderReduced } from "#app/models/order/events.server.ts";
import { findFulfilmentHistory } from "#app/models/order/fulfilment.server.ts";
import { type FulfilmentHistory, unitsToSend } from "#app/models/order/fulfilment.ts";
import type { Order } from "#app/models/order/order.ts";
import { isLineRestocked, type RestockChoice } from "#app/models/order/refund-shares.ts";

/**
 * Units that a refund of nothing takes out of the order. Null: none, or only a part of a line, which the same request
 * would take a part of again, because nothing stores its key. `isOnce`: the caller asks once.
 */
export function unitsToDrop(
  order: Order,
  life: Pick<FulfilmentHistory, "lines">,
  { units: requested, isOnce = false }: Readonly<{ units: ReadonlyArray<number>; isOnce?: boolean }>,
): ReadonlyArray<number> | null {
  const toSend = unitsToSend(order, life);
  const units = toSend.map((count, index) => Math.min(count, requested[index] ?? 0));
  const isWhole = toSend.every((count, index) => !requested[index] || requested[index] >= count);
  return (isOnce || isWhole) && units.some((count) => count > 0) ? units : null;
}

type Units = Readonly<{ units: ReadonlyArray<number>; isRestocked: RestockChoice; now: Date }>;

/**
 * No money is due for these units, so there is no refund that could count them; call it in the transaction that holds
 * the paid order.
 */
export async function dropUnits(
  order: Order,
  life: Pick<FulfilmentHistory, "lines">,
  dropped: Units,
): Promise<void> {
  for (const [index, { id }] of life.lines.entries()) {
    const units = dropped.units[index] ?? 0;
    if (units === 0) continue;
    await db()
      .updateTable("order_lines")
      .set((line) => ({ dropped_quantity: line("dropped_quantity", "+", units) }))
      .where("id", "=", id)
      .execute();
  }
  await publishReduced(order, dropped.now);
  await restock(order, dropped);
}

export async function publishReduced({ id: orderId, lines }: Order, now: Date): Promise<void> {
  const life = await findFulfilmentHistory(orderId);
  const sent = lines.map(({ variantId, quantity }, index) => ({
    variantId,
    units: quantity - (life.lines[index]?.unsent ?? 0),
  }));
  await orderReduced.publish({ orderId, lines: sent, now });
}

export async function restock(order: Order, { units, isRestocked, now }: Units): Promise<void> {
  const lines = order.lines.flatMap(({ variantId }, index) => {
    const quantity = isLineRestocked(isRestocked, index) ? (units[index] ?? 0) : 0;
    return quantity > 0 ? [{ variantId, quantity }] : [];
  });
  if (lines.length > 0) await returnStock(lines, { reason: `back from order ${order.number}`, now });
}
