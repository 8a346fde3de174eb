import { db } from "#app/db/db.server.ts";

import { OPEN_ORDERS } from "./pseudonymise.server.ts";

/** By the key of the method, as the order was placed or as a part of it was booked. */
export async function hasOpenOrderBy(method: string): Promise<boolean> {
  const open = await db()
    .selectFrom("orders")
    .select("id")
    .where("status", "in", OPEN_ORDERS)
    .where((row) =>
      row.or([
        row("delivery", "like", `%"method":"${method}"%`),
        row.exists(
          row
            .selectFrom("delivery_bookings")
            .select("day")
            .whereRef("order_id", "=", "orders.id")
            .where("method", "=", method),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}
