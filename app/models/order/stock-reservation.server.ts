/** Stock of an order: reserved when placed, released when ended, taken when paid. */
import { db } from "#app/db/db.server.ts";
import {
  releaseStock,
  reserveStock,
  type StockLine,
  takeStock,
} from "#app/models/catalogue/inventory/stock.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import type { Result } from "#app/models/shared/result.ts";

/**
 * Reserves stock for the order, in the transaction that places it. It comes last, because other buyers wait for these
 * rows until the commit.
 */
export async function holdStock(
  orderId: OrderId,
  lines: ReadonlyArray<StockLine>,
): Promise<Result<null, "insufficient-stock">> {
  const quantities = new Map<number, number>();
  for (const line of lines) {
    quantities.set(line.variantId, (quantities.get(line.variantId) ?? 0) + line.quantity);
  }
  const rows = [...quantities].map(([variant_id, quantity]) => ({ order_id: orderId, variant_id, quantity }));
  await db().insertInto("reservations").values(rows).execute();
  return reserveStock(lines);
}

export async function holdsStock(orderId: OrderId): Promise<boolean> {
  const held = await db()
    .selectFrom("reservations")
    .select("variant_id")
    .where("order_id", "=", orderId)
    .limit(1)
    .executeTakeFirst();
  return held !== undefined;
}

export async function releaseHeldStock(orderId: OrderId): Promise<void> {
  const lines = await endReservations(orderId);
  if (lines.length > 0) await releaseStock(lines);
}

export async function takeHeldStock(
  orderId: OrderId,
  sale: Readonly<{ reason: string; now: Date }>,
): Promise<void> {
  const lines = await endReservations(orderId);
  if (lines.length > 0) await takeStock(lines, sale);
}

/** Deletes the reservations and returns them. Of two callers at once one gets them. */
async function endReservations(orderId: OrderId): Promise<ReadonlyArray<StockLine>> {
  const rows = await db()
    .deleteFrom("reservations")
    .where("order_id", "=", orderId)
    .returning(["variant_id", "quantity"])
    .execute();
  return rows.map((row) => ({ variantId: row.variant_id, quantity: row.quantity }));
}
