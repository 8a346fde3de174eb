import { db } from "#app/db/db.server.ts";

import { lockReturn } from "./return-rows.server.ts";

/**
 * The buyer is refunded once the shop accepts the return, because nobody is left to get the credit. An accepted return
 * stays as it is. Call it in a transaction.
 */
export async function refundInsteadOfCredit(number: string): Promise<void> {
  // The shop may be accepting it at this moment.
  await lockReturn(number);
  await db()
    .updateTable("order_returns")
    .set({ recipient_remedy: "refund" })
    .where("number", "=", number)
    .where("status", "=", "requested")
    .where("recipient_remedy", "=", "credit")
    .execute();
}
