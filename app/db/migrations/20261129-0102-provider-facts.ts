/** What the payment provider says of disputes, and of refunds after they were made. */
import { type Migrating, run } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  await run(db, [
    "ALTER TABLE payment_events ADD COLUMN due_at TEXT",
    "ALTER TABLE payment_events ADD COLUMN refund_key TEXT",
    "ALTER TABLE refunds ADD COLUMN failed_at TEXT",
    "ALTER TABLE refunds ADD COLUMN attempt INTEGER NOT NULL DEFAULT 1",
  ]);
}
