/** When the parcel of a return came, who noted it, and the day until which it is to be refunded. */
import { type Migrating, run } from "./ddl.ts";

export async function addReturnArrivals(db: Migrating): Promise<void> {
  await run(db, [
    "ALTER TABLE order_returns ADD COLUMN arrived_at TEXT",
    "ALTER TABLE order_returns ADD COLUMN arrived_by TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE order_returns ADD COLUMN refund_by TEXT",
  ]);
}
