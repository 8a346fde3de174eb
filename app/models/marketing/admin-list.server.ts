/** What the owner sees of the marketing service: whose carts it knows, and what it has not been told yet. */
import { db } from "#app/db/db.server.ts";
import { wakeWorker } from "#app/models/jobs/worker.server.ts";
import type { CartId } from "#app/models/shared/ids.ts";

import { sentRecord } from "./cart-snapshot.server.ts";
import { resendContacts } from "./contact.server.ts";
import { wantCart } from "./sync-outbox.server.ts";

export type ListedRecord = Readonly<{
  cartId: string;
  /** "customer" or "guest". No address is shown. */
  whose: "customer" | "guest";
  status: "sent" | "waiting" | "none";
  /** Lines and sum as they were sent last; null while nothing was. */
  lines: number | null;
  sumMinor: number | null;
  changedAt: string;
}>;

/** The newest `limit` of them. */
export async function listMarketingRecords(limit: number): Promise<ReadonlyArray<ListedRecord>> {
  const rows = await db()
    .selectFrom("marketing_carts")
    .selectAll()
    .orderBy("updated_at", "desc")
    .orderBy("cart_id")
    .limit(limit)
    .execute();
  return rows.map((row) => {
    const record = sentRecord(row);
    return {
      cartId: row.cart_id,
      whose: row.customer_id === null ? "guest" : "customer",
      status: row.sent < row.wanted ? "waiting" : row.is_sent === 1 ? "sent" : "none",
      lines: record?.products.length ?? null,
      sumMinor: record?.cartSum ?? null,
      changedAt: row.updated_at,
    };
  });
}

/**
 * Has the record of every living cart of a customer or a known guest sent anew, and what every address agreed to, at the
 * pace that the service takes. Answers how many carts there are.
 */
export async function resyncMarketing(now: Date): Promise<number> {
  await resendContacts();
  const rows = await db()
    .selectFrom("carts")
    .leftJoin("marketing_carts", "marketing_carts.cart_id", "carts.id")
    .select(["carts.id", "carts.customer_id"])
    .where((row) =>
      row.or([row("carts.customer_id", "is not", null), row("marketing_carts.cart_id", "is not", null)]),
    )
    .where((row) =>
      row.or([row("marketing_carts.is_withdrawn", "is", null), row("marketing_carts.is_withdrawn", "=", 0)]),
    )
    .execute();
  for (const { id, customer_id } of rows) {
    // What was sent before counts for nothing: that is why it is asked for.
    await db()
      .updateTable("marketing_carts")
      .set({ is_sent: 2 })
      .where("cart_id", "=", id)
      .where("is_sent", ">", 0)
      .execute();
    await wantCart(id as CartId, { customer_id }, now);
  }
  wakeWorker();
  return rows.length;
}
