import { createTables, type Migrating } from "./ddl.ts";

export async function createAnalyticsDays(db: Migrating): Promise<void> {
  await createTables(db, {
    tables: {
      analytics_days: `
        day TEXT PRIMARY KEY, visits INTEGER NOT NULL, product_views INTEGER NOT NULL, carts INTEGER NOT NULL,
        checkouts INTEGER NOT NULL, orders INTEGER NOT NULL`,
      analytics_day_searches: `
        day TEXT NOT NULL REFERENCES analytics_days (day) ON DELETE CASCADE, words TEXT NOT NULL,
        times INTEGER NOT NULL, PRIMARY KEY (day, words)`,
    },
    indexes: ["CREATE INDEX analytics_events_by_name ON analytics_events (name, occurred_at)"],
  });
}
