import { db } from "#app/db/db.server.ts";
import type { FulfilmentHistory } from "#app/models/order/fulfilment.ts";
import type { Order } from "#app/models/order/order.ts";

/**
 * The units of a return that can go back in stock: those that were refunded before, without a return, may be there
 * already. Call it before the return itself is refunded.
 */
export async function unitsForStock(
  order: Order,
  { lines }: Pick<FulfilmentHistory, "lines">,
  returned: ReadonlyArray<number>,
): Promise<ReadonlyArray<number>> {
  const restocked = await restockedWithoutReturn(order);
  return order.lines.map(({ quantity }, index) => {
    const { id = "", requested = 0, unsent = 0 } = lines[index] ?? {};
    const units = returned[index] ?? 0;
    const others = requested - units + unsent + (restocked.get(id) ?? 0);
    return Math.min(units, Math.max(0, quantity - others));
  });
}

async function restockedWithoutReturn({ id }: Order): Promise<ReadonlyMap<string, number>> {
  const rows = await db()
    .selectFrom("refund_lines")
    .innerJoin("refunds", "refunds.id", "refund_lines.refund_id")
    .select(["order_line_id", "quantity", "unshipped_quantity"])
    .where("refunds.order_id", "=", id)
    .where("is_restocked", "=", 1)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom("order_returns")
            .select("order_returns.id")
            .whereRef("order_returns.refund_id", "=", "refunds.id"),
        ),
      ),
    )
    .execute();
  const units = new Map<string, number>();
  for (const { order_line_id: lineId, quantity, unshipped_quantity: unsent } of rows)
    units.set(lineId, (units.get(lineId) ?? 0) + quantity - unsent);
  return units;
}
