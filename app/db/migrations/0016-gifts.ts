/** Gifts: wrapping and cards by line, parcels without prices; and coupons that the owner makes and ends. */
import { sql } from "kysely";

import type { Migrating } from "./ddl.ts";

const COLUMNS = [
  "cart_lines ADD COLUMN gift_paper TEXT",
  "cart_lines ADD COLUMN gift_message TEXT",
  "order_lines ADD COLUMN gift_paper TEXT",
  "order_lines ADD COLUMN gift_message TEXT",
  "order_lines ADD COLUMN wrap_minor INTEGER NOT NULL DEFAULT 0 CHECK (wrap_minor >= 0)",
  "order_lines ADD COLUMN wrap_vat_minor INTEGER NOT NULL DEFAULT 0",
  "order_lines ADD COLUMN wrap_tax_rate_basis_points INTEGER NOT NULL DEFAULT 0",
  "orders ADD COLUMN has_gift_receipt INTEGER NOT NULL DEFAULT 0",
  "coupons ADD COLUMN made_by TEXT NOT NULL DEFAULT 'catalogue'",
  "coupons ADD COLUMN disabled_at TEXT",
];

export async function up(db: Migrating): Promise<void> {
  for (const column of COLUMNS) await sql.raw(`ALTER TABLE ${column}`).execute(db);
}
