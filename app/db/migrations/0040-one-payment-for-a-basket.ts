/** A basket is paid for once: at most one of the orders of one purchase may be paid, or has been and not been given back. */
import { sql } from "kysely";

import { createIndexes, type Migrating } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  await sql
    .raw("ALTER TABLE orders ADD COLUMN purchase INTEGER NOT NULL DEFAULT 0 CHECK (purchase >= 0)")
    .execute(db);
  await sql.raw(NUMBER_OLD_ORDERS).execute(db);
  await createIndexes(db, [
    `CREATE UNIQUE INDEX orders_one_payment ON orders (cart_id, purchase) WHERE status IN
       ('awaiting-payment', 'paid', 'packed', 'partially-dispatched', 'dispatched', 'delivered', 'disputed')`,
    "DROP INDEX payments_order",
    "CREATE UNIQUE INDEX payments_order ON payments (order_id)",
  ]);
}

/** SQL: true of an order that was paid for, whatever became of it. */
const wasPaid = (order: string) => `(${order}.paid_at IS NOT NULL OR ${order}.status IN
  ('paid', 'packed', 'partially-dispatched', 'dispatched', 'delivered', 'disputed'))`;

/**
 * Every order that was paid was a purchase of its own, also where one basket was paid twice: old rows break no rule.
 * Orders that wait for their payment belong to the purchase after those. One that came to nothing belongs to the first
 * purchase that was placed after it: that is the one it gave way to.
 */
const NUMBER_OLD_ORDERS = `
  UPDATE orders SET purchase = (
    SELECT COUNT(*) FROM orders AS other WHERE other.cart_id = orders.cart_id AND other.id <> orders.id AND (
      (${wasPaid("other")} AND (orders.status = 'awaiting-payment'
        OR other.placed_at < orders.placed_at OR (other.placed_at = orders.placed_at AND other.id < orders.id)))
      OR (other.status = 'awaiting-payment' AND orders.status = 'awaiting-payment' AND other.id < orders.id)
    )
  )
  WHERE cart_id IN (SELECT cart_id FROM orders GROUP BY cart_id HAVING COUNT(*) > 1)`;
