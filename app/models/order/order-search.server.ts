/** The desk's search has an order as it was taken in. Changes beside its own row are marked here. */
import { db } from "#app/db/db.server.ts";

export const STALE = "";

export async function markSearchStale(orderId: string): Promise<void> {
  await db()
    .updateTable("order_search")
    .set({ order_updated_at: STALE })
    .where("order_id", "=", orderId)
    .execute();
}
