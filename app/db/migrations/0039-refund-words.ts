import { type Migrating, run } from "./ddl.ts";

export async function addRefundWords(db: Migrating): Promise<void> {
  await run(db, ["ALTER TABLE refunds ADD COLUMN customer_words TEXT NOT NULL DEFAULT ''"]);
}
