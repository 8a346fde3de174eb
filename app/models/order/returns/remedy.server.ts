import { db } from "#app/db/db.server.ts";
import { lockOrder } from "#app/models/order/fulfilment.server.ts";
import { isOrderId } from "#app/models/shared/ids.ts";

/**
 * The buyer is refunded once the shop accepts the return, because nobody is left to get the credit. An accepted return
 * stays as it is. Call it in a transaction.
 */
export async function refundInsteadOfCredit(number: string): Promise<void> {
  const row = await db()
    .selectFrom("order_returns")
    .select("order_id")
    .where("number", "=", number)
    .executeTakeFirst();
  if (!row || !isOrderId(row.order_id)) return;
  // The shop may be accepting it at this moment.
  await lockOrder(row.order_id);
  await db()
    .updateTable("order_returns")
    .set({ recipient_remedy: "refund" })
    .where("number", "=", number)
    .where("status", "=", "requested")
    .where("recipient_remedy", "=", "credit")
    .execute();
}
