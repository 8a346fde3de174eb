/** Without these indexes the lists and figures of the desk read every order. */
import { type Migrating, run } from "./ddl.ts";

export async function addFigureIndexes(db: Migrating): Promise<void> {
  await run(db, [
    "CREATE INDEX orders_paid ON orders (paid_at, currency, total_minor)",
    "CREATE INDEX orders_updated ON orders (updated_at)",
    "CREATE INDEX order_search_updated ON order_search (order_updated_at)",
    "CREATE INDEX refunds_created ON refunds (created_at)",
    "CREATE INDEX order_returns_status ON order_returns (status)",
  ]);
}
