/** The day on which two people collect a return is booked as a delivery is: by the method of delivery that brings it. */
import { type Migrating, run } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  await run(db, [
    "ALTER TABLE order_returns ADD COLUMN collect_method TEXT",
    "ALTER TABLE order_returns ADD COLUMN collect_on TEXT",
    "CREATE INDEX order_returns_collection ON order_returns (collect_on, collect_method)",
  ]);
}
