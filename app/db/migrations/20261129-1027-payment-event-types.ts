/** Lost and open disputes are looked for by the type of their events. */
import { type Migrating, run } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  await run(db, ["CREATE INDEX payment_events_type ON payment_events (type, received_at)"]);
}
