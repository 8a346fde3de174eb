/** What must hold in the database after every storm, read straight from the SQLite file. */
import { join } from "node:path";

import SqliteDatabase from "better-sqlite3";

const OPEN = "('awaiting-payment')";
const SOLD = "('paid', 'dispatched', 'delivered')";

/** Each invariant and the query that lists what breaks it. */
const INVARIANTS: ReadonlyArray<readonly [name: string, query: string]> = [
  [
    "stock is never below zero, nor more reserved than there is",
    "SELECT id FROM variants WHERE on_hand < 0 OR reserved < 0 OR reserved > on_hand",
  ],
  [
    "what is reserved is what open orders hold",
    `SELECT variants.id FROM variants LEFT JOIN (
       SELECT variant_id, SUM(quantity) AS held FROM reservations GROUP BY variant_id
     ) AS held ON held.variant_id = variants.id WHERE variants.reserved <> COALESCE(held.held, 0)`,
  ],
  [
    "only orders that await payment hold stock",
    `SELECT order_id FROM reservations JOIN orders ON orders.id = reservations.order_id WHERE orders.status NOT IN ${OPEN}`,
  ],
  [
    "what was sold and what is left add up to what the history says came in",
    `SELECT variants.id FROM variants WHERE variants.on_hand <>
       (SELECT quantity_after FROM stock_history WHERE variant_id = variants.id ORDER BY id DESC LIMIT 1)`,
  ],
  [
    "an order's total is its lines and its delivery less its discount",
    `SELECT id FROM orders WHERE total_minor <> json_extract(totals, '$.goods.minor')
       - json_extract(totals, '$.discount.minor') + COALESCE(json_extract(totals, '$.delivery.minor'), 0)`,
  ],
  [
    "an order's lines add up to its goods",
    `SELECT orders.id FROM orders JOIN order_lines ON order_lines.order_id = orders.id GROUP BY orders.id
       HAVING SUM(order_lines.line_total_minor) <> json_extract(orders.totals, '$.goods.minor')`,
  ],
  [
    "each paid order has exactly one confirmation job",
    `SELECT id FROM orders WHERE status IN ${SOLD} AND
       (SELECT COUNT(*) FROM jobs WHERE key = 'order-confirmation:' || orders.id) <> 1`,
  ],
  [
    "each paid order was paid in full, once",
    `SELECT orders.id FROM orders WHERE status IN ${SOLD} AND NOT EXISTS (
       SELECT 1 FROM payments JOIN payment_facts ON payment_facts.payment_id = payments.provider_payment_id
       WHERE payments.order_id = orders.id AND payment_facts.type = 'paid' AND payment_facts.amount_minor = orders.total_minor)`,
  ],
  [
    "an order's history ends in its status",
    `SELECT id FROM orders WHERE status <>
       (SELECT to_status FROM order_history WHERE order_id = orders.id ORDER BY order_history.id DESC LIMIT 1)`,
  ],
];

/** Opens the shop's database file for reading. Close it yourself. */
export function openShopDatabase(dataDir: string): SqliteDatabase.Database {
  return new SqliteDatabase(join(dataDir, "shop.db"), { readonly: true, timeout: 5_000 });
}

/** The invariants that do not hold, each with the rows that break it; empty when all is well. */
export function brokenInvariants(dataDir: string): ReadonlyArray<string> {
  const database = openShopDatabase(dataDir);
  try {
    const broken = INVARIANTS.flatMap(([name, query]) => {
      const rows = database.prepare(query).all();
      return rows.length === 0 ? [] : [`${name}: ${JSON.stringify(rows.slice(0, 5))}`];
    });
    if (database.pragma("integrity_check", { simple: true }) !== "ok") broken.push("integrity_check");
    if ((database.pragma("foreign_key_check") as Array<unknown>).length > 0) broken.push("foreign_key_check");
    return broken;
  } finally {
    database.close();
  }
}
