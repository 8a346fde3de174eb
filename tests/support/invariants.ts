/** What must hold in the database after every storm, read straight from the SQLite file. */
import { join } from "node:path";

import SqliteDatabase from "better-sqlite3";

import { canMoveOrder, isOrderStatus } from "#app/models/order-status.ts";

const OPEN = "('awaiting-payment')";
const SOLD = "('paid', 'packed', 'partially-dispatched', 'dispatched', 'delivered', 'disputed')";

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
    "every unit sold left the stock once",
    `SELECT orders.id FROM orders JOIN (
       SELECT order_id, variant_id, SUM(quantity) AS units FROM order_lines GROUP BY order_id, variant_id
     ) AS sold ON sold.order_id = orders.id
     WHERE orders.status IN ${SOLD} AND sold.units <> (
       SELECT COALESCE(SUM(quantity_before - quantity_after), 0) FROM stock_history
       WHERE variant_id = sold.variant_id AND reason = 'order ' || orders.number)`,
  ],
  [
    "no unit left the stock unseen between two entries of its history",
    `SELECT variant_id, id FROM (
       SELECT id, variant_id, reason, quantity_before,
         LAG(quantity_after) OVER (PARTITION BY variant_id ORDER BY id) AS left_before FROM stock_history
     ) WHERE reason LIKE 'order %' AND quantity_before <> left_before`,
  ],
  [
    "an order's total is its lines, their wrapping and its delivery less its discount",
    `SELECT id FROM orders WHERE total_minor <> json_extract(totals, '$.goods.minor')
       - json_extract(totals, '$.discount.minor') + COALESCE(json_extract(totals, '$.wrap.minor'), 0) + COALESCE(json_extract(totals, '$.delivery.minor'), 0)`,
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
    "a booked day is the day that its order promised",
    `SELECT order_id FROM delivery_bookings JOIN orders ON orders.id = delivery_bookings.order_id
       WHERE NOT EXISTS (SELECT 1 FROM json_each(orders.delivery, '$.promises')
         WHERE json_extract(value, '$.day') = delivery_bookings.day)`,
  ],
  [
    "no order gives back more than was paid",
    `SELECT orders.id FROM orders JOIN refunds ON refunds.order_id = orders.id GROUP BY orders.id, orders.total_minor
       HAVING SUM(refunds.amount_minor) > orders.total_minor`,
  ],
  [
    "no unit is sent, returned or paid back twice",
    `SELECT id FROM order_lines WHERE
       quantity < (SELECT COALESCE(SUM(quantity), 0) FROM refund_lines WHERE order_line_id = order_lines.id)
       OR quantity < (SELECT COALESCE(SUM(quantity), 0) FROM order_return_lines WHERE order_line_id = order_lines.id)
       OR quantity < (SELECT COALESCE(SUM(quantity), 0) FROM order_parcel_lines WHERE order_line_id = order_lines.id)
         + (SELECT COALESCE(SUM(unsent), 0) FROM refund_lines WHERE order_line_id = order_lines.id)`,
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
    const wrongMoves = movesOf(database).filter(({ from, to }) => !mayMove(from, to));
    if (wrongMoves.length > 0) broken.push(`an order moves as it may: ${JSON.stringify(wrongMoves)}`);
    if (database.pragma("integrity_check", { simple: true }) !== "ok") broken.push("integrity_check");
    if ((database.pragma("foreign_key_check") as Array<unknown>).length > 0) broken.push("foreign_key_check");
    return broken;
  } finally {
    database.close();
  }
}

type Move = Readonly<{ from: string | null; to: string }>;

/** Every kind of step that orders have taken. */
function movesOf(database: SqliteDatabase.Database): ReadonlyArray<Move> {
  return database
    .prepare('SELECT DISTINCT from_status AS "from", to_status AS "to" FROM order_history')
    .all() as ReadonlyArray<Move>;
}

function mayMove(from: string | null, to: string): boolean {
  if (from === null) return to === "awaiting-payment";
  return isOrderStatus(from) && isOrderStatus(to) && canMoveOrder(from, to);
}
