/** Who redeemed which coupon with which order, and how often each was redeemed. */
import { sql } from "kysely";

import { createIndexes, createTable, type Migrating } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  await sql
    .raw("ALTER TABLE coupons ADD COLUMN used INTEGER NOT NULL DEFAULT 0 CHECK (used >= 0)")
    .execute(db);
  await sql.raw("ALTER TABLE order_lines ADD COLUMN discount_minor INTEGER NOT NULL DEFAULT 0").execute(db);
  await createTable(
    db,
    "coupon_uses",
    `order_id TEXT PRIMARY KEY REFERENCES orders (id), coupon_id INTEGER NOT NULL REFERENCES coupons (id),
     customer_id TEXT, email_key TEXT NOT NULL, at TEXT NOT NULL`,
  );
  await createIndexes(db, [
    "CREATE INDEX coupon_uses_email ON coupon_uses (coupon_id, email_key)",
    "CREATE INDEX coupon_uses_customer ON coupon_uses (coupon_id, customer_id)",
  ]);
}
