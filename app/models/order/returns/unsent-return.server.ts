/** Returns of units that are never sent: nothing arrives for them. */
import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";

type Ending = Readonly<{
  /** The order is cancelled. */
  isAll: boolean;
  now: Date;
}>;

/** Call it in the transaction that takes the units out of the order's parcels. */
export async function closeUnsentReturns(orderId: OrderId, { isAll, now }: Ending): Promise<void> {
  await db()
    .updateTable("order_returns")
    .set({ status: "received", received_at: now.toISOString() })
    .where("order_id", "=", orderId)
    .where("status", "=", "requested")
    .$if(!isAll, (returns) => returns.where(sql<boolean>`NOT EXISTS (${MAY_ARRIVE})`))
    .execute();
}

const MAY_ARRIVE = sql`SELECT 1 FROM order_return_lines
  JOIN order_lines ON order_lines.id = order_return_lines.order_line_id
  WHERE order_return_lines.return_id = order_returns.id AND order_lines.quantity > order_lines.dropped_quantity
    + (SELECT COALESCE(SUM(unshipped_quantity), 0) FROM refund_lines WHERE order_line_id = order_lines.id)`;
