import { createTables, type Migrating, run } from "./ddl.ts";

export async function addOrdersAtTheDesk(db: Migrating): Promise<void> {
  await run(db, [
    "ALTER TABLE orders ADD COLUMN address_version INTEGER NOT NULL DEFAULT 0 CHECK (address_version >= 0)",
    "ALTER TABLE refunds ADD COLUMN wear_minor INTEGER NOT NULL DEFAULT 0 CHECK (wear_minor >= 0)",
    "ALTER TABLE refunds ADD COLUMN wear_reason TEXT NOT NULL DEFAULT ''",
  ]);
  await createTables(db, {
    tables: {
      order_ticks: `
        order_line_id TEXT PRIMARY KEY REFERENCES order_lines (id) ON DELETE CASCADE,
        order_id TEXT NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
        units INTEGER NOT NULL CHECK (units > 0), moves INTEGER NOT NULL, staff_name TEXT NOT NULL, ticked_at TEXT NOT NULL`,
    },
    indexes: ["CREATE INDEX order_ticks_order ON order_ticks (order_id)"],
  });
}
