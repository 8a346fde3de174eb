import { type Migrating, run } from "./ddl.ts";

export async function indexOrderLists(db: Migrating): Promise<void> {
  await run(db, [
    "CREATE INDEX orders_status ON orders (status, placed_at)",
    "CREATE INDEX orders_total ON orders (total_minor)",
  ]);
}
