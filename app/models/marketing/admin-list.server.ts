import { db } from "#app/db/db.server.ts";
import { WALK } from "#app/db/sqlite-walks.server.ts";
import { wakeWorker } from "#app/models/jobs/outbox.server.ts";
import { minorOfHundredths } from "#app/models/shared/decimal.ts";
import type { CartId } from "#app/models/shared/ids.ts";
import { type Money, money } from "#app/models/shared/money.ts";

import { sentRecord } from "./cart-snapshot.server.ts";
import { resendContacts } from "./contact.server.ts";
import { queueCartSync } from "./sync-outbox.server.ts";

export type ListedRecord = Readonly<{
  cartId: string;
  subject: "customer" | "guest";
  status: "sent" | "waiting" | "none";
  lines: number | null;
  sum: Money | null;
  changedAt: string;
}>;

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
      subject: row.customer_id === null ? "guest" : "customer",
      status:
        row.synced_version < row.desired_version ? "waiting" : row.sync_state === "synced" ? "sent" : "none",
      lines: record?.products.length ?? null,
      sum: record && money(minorOfHundredths(record.cartSum, record.currency), record.currency),
      changedAt: row.updated_at,
    };
  });
}

/** Also the consent of every address; at the service's pace. */
export async function resyncMarketing(now: Date): Promise<number> {
  await resendContacts();
  const rows = await db()
    .selectFrom("carts")
    .modifyFront(WALK)
    .leftJoin("marketing_carts", "marketing_carts.cart_id", "carts.id")
    .select(["carts.id", "carts.customer_id"])
    .where((row) =>
      row.or([row("carts.customer_id", "is not", null), row("marketing_carts.cart_id", "is not", null)]),
    )
    .where((row) =>
      row.or([
        row("marketing_carts.is_suppressed", "is", null),
        row("marketing_carts.is_suppressed", "=", 0),
      ]),
    )
    .execute();
  for (const { id, customer_id } of rows) {
    // Everything is sent again, whatever was sent before.
    await db()
      .updateTable("marketing_carts")
      .set({ sync_state: "unconfirmed" })
      .where("cart_id", "=", id)
      .where("sync_state", "<>", "none")
      .execute();
    await queueCartSync(id as CartId, { customer_id }, now);
  }
  wakeWorker();
  return rows.length;
}
