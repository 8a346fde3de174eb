/** No row of `coupons`, so nothing redeems them. */
import { createTables, type Migrating } from "./ddl.ts";

export async function createCouponDrafts(db: Migrating): Promise<void> {
  await createTables(db, {
    tables: {
      coupon_drafts: `
        code TEXT PRIMARY KEY, typed TEXT NOT NULL, version INTEGER NOT NULL,
        staff_name TEXT NOT NULL, updated_at TEXT NOT NULL`,
    },
  });
}
