/** The days that orders have booked, so that no day is promised to more people than a crew can see. */
import { createIndexes, createTable, type Migrating } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  await createTable(
    db,
    "delivery_bookings",
    `order_id TEXT PRIMARY KEY REFERENCES orders (id), method TEXT NOT NULL, day TEXT NOT NULL`,
  );
  await createIndexes(db, ["CREATE INDEX delivery_bookings_day ON delivery_bookings (day, method)"]);
}
