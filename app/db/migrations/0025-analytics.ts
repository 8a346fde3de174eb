/** What visitors who allowed it looked at and bought: counted for the report, and waiting to be sent to a service. */
import { createIndexes, createTable, type Migrating } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  await createTable(
    db,
    "analytics_events",
    `id TEXT PRIMARY KEY, visitor_id TEXT NOT NULL, name TEXT NOT NULL, properties TEXT NOT NULL, at TEXT NOT NULL,
     status TEXT NOT NULL CHECK (status IN ('held', 'waiting', 'sent', 'dropped')), leased_until TEXT`,
  );
  await createIndexes(db, [
    "CREATE INDEX analytics_events_to_send ON analytics_events (at) WHERE status = 'waiting'",
    "CREATE INDEX analytics_events_by_time ON analytics_events (at, name)",
    "CREATE INDEX analytics_events_by_visitor ON analytics_events (visitor_id)",
  ]);
}
