import { db } from "#app/db/db.server.ts";

import { OPEN_ORDERS } from "./pseudonymise.server.ts";

/** By the key of the method, as the order was placed or as a part of it was booked. */
export async function hasOpenOrderBy(method: string): Promise<boolean> {
  const booked = db().selectFrom("delivery_bookings").select("order_id").where("method", "=", method);
  const open = await db()
    .selectFrom("orders")
    .select("id")
    .where("status", "in", OPEN_ORDERS)
    .where((row) => row.or([row("delivery", "like", `%"method":"${method}"%`), row("id", "in", booked)]))
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}
