/** How a return goes back, as its customer was told, and what was taken off the refund for it. */
import { type Migrating, run } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  await run(db, [
    "ALTER TABLE order_returns ADD COLUMN way_back TEXT",
    "ALTER TABLE refunds ADD COLUMN return_cost_minor INTEGER NOT NULL DEFAULT 0 CHECK (return_cost_minor >= 0)",
  ]);
}
