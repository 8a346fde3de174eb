/** Guest orders are found by their address as the shop compares addresses, in whatever alphabet. */
import { type Migrating, run } from "./ddl.ts";

/**
 * The running shop fills the keys in, so that nobody waits for the migration. The index by `lower(email)` stays for the
 * build that this one replaces, and for orders without a key.
 */
export async function addOrderEmailKeys(db: Migrating): Promise<void> {
  await run(db, [
    "ALTER TABLE orders ADD COLUMN email_key TEXT NOT NULL DEFAULT ''",
    // With the customer, so that no engine reads the orders of all guests for those of one address.
    "CREATE INDEX orders_email_key ON orders (email_key, customer_id, placed_at)",
  ]);
}
