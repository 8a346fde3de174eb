/** Which lists were sent home until their address was deleted, and no return for the credit of a list that is gone. */
import { type Migrating, run } from "./ddl.ts";

export async function addDeletedListAddresses(db: Migrating): Promise<void> {
  await run(db, [
    "ALTER TABLE gift_lists ADD COLUMN is_address_deleted INTEGER NOT NULL DEFAULT 0 CHECK (is_address_deleted IN (0, 1))",
    // Nobody could get the credit, so the giver is refunded once the shop accepts it.
    `UPDATE order_returns SET recipient_remedy = 'refund'
     WHERE recipient_remedy = 'credit' AND status = 'requested'
       AND number NOT IN (SELECT return_number FROM gift_list_returns)`,
  ]);
}
