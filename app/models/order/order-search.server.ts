/** The desk's search has an order as it was taken in. Changes beside its own row are marked here. */
import { db } from "#app/db/db.server.ts";

/** The time of the last change, of an order that is to be taken in anew. */
export const STALE = "";

/** The desk finds the order by what is new, such as a tracking number, when somebody looks next. */
export async function markSearchStale(orderId: string): Promise<void> {
  await db()
    .updateTable("order_search")
    .set({ order_updated_at: STALE })
    .where("order_id", "=", orderId)
    .execute();
}
