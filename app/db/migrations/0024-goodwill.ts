import { type Migrating, run } from "./ddl.ts";

export async function addGoodwill(db: Migrating): Promise<void> {
  await run(db, [
    "ALTER TABLE refunds ADD COLUMN goodwill_minor INTEGER NOT NULL DEFAULT 0 CHECK (goodwill_minor >= 0)",
    "ALTER TABLE refunds ADD COLUMN set_off_minor INTEGER NOT NULL DEFAULT 0 CHECK (set_off_minor >= 0)",
  ]);
}
