/** What must hold in the shop's database after every storm, reckoned from its rows, on either engine. */
import { join } from "node:path";

import { Kysely, sql } from "kysely";

import { postgresDialect, sqliteDialect } from "#app/db/dialect.server.ts";
import type { Database } from "#app/db/schema.ts";
import { SqliteDatabase } from "#app/db/sqlite-database.server.ts";

import { brokenOrders } from "./order-invariants.ts";

/** Orders that hold stock: those that wait for their money, and those whose sum a person looks at. */
const OPEN = "('awaiting-payment', 'payment-review')";

/**
 * Orders whose money was taken and has not gone back as a whole, by the provider's own books. Two of one basket are one
 * purchase paid twice when each was placed before the other was paid: what is bought later is placed later.
 */
const STORED = `SELECT orders.id, orders.cart_id, orders.placed_at, COALESCE(orders.paid_at, orders.updated_at) AS paid_at
  FROM orders JOIN embedded_payments ON embedded_payments.attempt_id = orders.attempt_id
  WHERE embedded_payments.status = 'paid' AND embedded_payments.refunded_minor < embedded_payments.amount_minor`;

/** Each invariant and the query that lists what breaks it. `stock_history` says where every unit came from and went. */
const INVARIANTS: ReadonlyArray<readonly [name: string, query: string]> = [
  [
    "stock is never below zero, nor more reserved than there is",
    "SELECT id FROM variants WHERE on_hand < 0 OR reserved < 0 OR reserved > on_hand",
  ],
  [
    "what is reserved is what open orders hold",
    `SELECT variants.id FROM variants LEFT JOIN (
       SELECT variant_id, SUM(quantity) AS units FROM reservations GROUP BY variant_id
     ) AS held ON held.variant_id = variants.id WHERE variants.reserved <> COALESCE(held.units, 0)`,
  ],
  [
    "only open orders hold stock",
    `SELECT order_id FROM reservations JOIN orders ON orders.id = reservations.order_id WHERE orders.status NOT IN ${OPEN}`,
  ],
  [
    "an order that waits for its money holds all of its lines",
    `SELECT orders.id FROM orders JOIN (
       SELECT order_id, variant_id, SUM(quantity) AS units FROM order_lines GROUP BY order_id, variant_id
     ) AS wanted ON wanted.order_id = orders.id
     LEFT JOIN reservations ON reservations.order_id = orders.id AND reservations.variant_id = wanted.variant_id
     WHERE orders.status = 'awaiting-payment' AND wanted.units <> COALESCE(reservations.quantity, 0)`,
  ],
  [
    "the stock is what its history comes to",
    `SELECT variants.id FROM variants WHERE variants.on_hand <>
       (SELECT quantity_after FROM stock_history WHERE variant_id = variants.id ORDER BY id DESC LIMIT 1)`,
  ],
  [
    "no unit left the stock unseen between two entries of its history",
    `SELECT variant_id, id FROM (
       SELECT id, variant_id, reason, quantity_before,
         LAG(quantity_after) OVER (PARTITION BY variant_id ORDER BY id) AS left_before FROM stock_history
     ) AS entries WHERE left_before IS NOT NULL AND quantity_before <> left_before`,
  ],
  [
    "stock is what there was at the start, less what was sold, plus what was counted or came back",
    `SELECT variants.id FROM variants JOIN (
       SELECT variant_id,
         SUM(CASE WHEN reason LIKE 'order %' AND quantity_after < quantity_before THEN 0
           ELSE quantity_after - quantity_before END) AS units
       FROM stock_history GROUP BY variant_id
     ) AS other ON other.variant_id = variants.id
     JOIN (SELECT variant_id, MIN(id) AS id FROM stock_history GROUP BY variant_id) AS oldest
       ON oldest.variant_id = variants.id
     JOIN stock_history AS start ON start.id = oldest.id
     LEFT JOIN (
       SELECT variant_id, SUM(quantity) AS units FROM order_lines JOIN orders ON orders.id = order_lines.order_id
       WHERE orders.paid_at IS NOT NULL GROUP BY variant_id
     ) AS sold ON sold.variant_id = variants.id
     WHERE variants.on_hand <> start.quantity_before + other.units - COALESCE(sold.units, 0)`,
  ],
  [
    "every unit sold left the stock once",
    `SELECT orders.id FROM orders JOIN (
       SELECT order_id, variant_id, SUM(quantity) AS units FROM order_lines GROUP BY order_id, variant_id
     ) AS sold ON sold.order_id = orders.id
     WHERE orders.paid_at IS NOT NULL AND sold.units <> (
       SELECT COALESCE(SUM(quantity_before - quantity_after), 0) FROM stock_history
       WHERE variant_id = sold.variant_id AND reason = 'order ' || orders.number)`,
  ],
  [
    "an order has exactly one payment, of its own total",
    `SELECT orders.id FROM orders WHERE
       (SELECT COUNT(*) FROM payments WHERE payments.order_id = orders.id AND payments.attempt_id = orders.attempt_id
          AND payments.amount_minor = orders.total_minor AND payments.currency = orders.currency) <> 1
       OR (SELECT COUNT(*) FROM payments WHERE payments.order_id = orders.id) <> 1`,
  ],
  [
    "each order that was paid was paid in full",
    `SELECT orders.id FROM orders WHERE paid_at IS NOT NULL AND NOT EXISTS (
       SELECT 1 FROM payments JOIN payment_events ON payment_events.payment_id = payments.provider_payment_id
       WHERE payments.order_id = orders.id AND payment_events.type = 'paid'
         AND payment_events.amount_minor = orders.total_minor AND payment_events.currency = orders.currency)`,
  ],
  [
    "nobody who paid is left without an order or the money back",
    `SELECT embedded_payments.id FROM embedded_payments
     LEFT JOIN orders ON orders.attempt_id = embedded_payments.attempt_id
     WHERE embedded_payments.status = 'paid' AND embedded_payments.refunded_minor < embedded_payments.amount_minor
       AND (orders.id IS NULL OR (orders.paid_at IS NULL AND orders.status NOT IN ('refunded', 'payment-review')))`,
  ],
  [
    "no more is given back than was paid",
    "SELECT id FROM embedded_payments WHERE refunded_minor > amount_minor OR (refunded_minor > 0 AND status <> 'paid')",
  ],
  [
    "each order that was paid has exactly one confirmation job",
    `SELECT id FROM orders WHERE paid_at IS NOT NULL AND
       (SELECT COUNT(*) FROM jobs WHERE key = 'order-confirmation:' || orders.id) <> 1`,
  ],
  [
    "each order that was paid when the goods were gone has one refund and one apology",
    `SELECT id FROM orders WHERE status = 'refunded' AND paid_at IS NULL AND
       EXISTS (SELECT 1 FROM order_history WHERE order_id = orders.id AND reason = 'paid after the goods were gone') AND
       (SELECT COUNT(*) FROM jobs WHERE key IN ('refund:' || orders.id, 'order-refunded:' || orders.id)) <> 2`,
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
       OR quantity < (SELECT COALESCE(SUM(quantity), 0) FROM shipment_lines WHERE order_line_id = order_lines.id)
         + (SELECT COALESCE(SUM(unshipped_quantity), 0) FROM refund_lines WHERE order_line_id = order_lines.id)`,
  ],
  ["no job was given up", "SELECT key, last_error FROM jobs WHERE status = 'dead'"],
  [
    "a coupon was redeemed as often as orders hold it",
    `SELECT coupons.code FROM coupons WHERE coupons.use_count <>
       (SELECT COUNT(*) FROM coupon_uses WHERE coupon_uses.coupon_id = coupons.id)`,
  ],
  [
    "no order that was given up keeps a coupon",
    `SELECT order_id FROM coupon_uses JOIN orders ON orders.id = coupon_uses.order_id
     WHERE orders.status IN ('cancelled', 'declined') AND orders.paid_at IS NULL`,
  ],
  [
    "a basket waits for one payment at a time",
    `SELECT cart_id FROM orders WHERE status = 'awaiting-payment' GROUP BY cart_id HAVING COUNT(*) > 1`,
  ],
  [
    "one basket is paid at most once",
    `SELECT one.id, other.id AS other FROM (${STORED}) AS one JOIN (${STORED}) AS other ON other.cart_id = one.cart_id
     WHERE one.id < other.id AND one.placed_at < other.paid_at AND other.placed_at < one.paid_at`,
  ],
  [
    "of two orders of one purchase one at most may be paid, or was and is not given back",
    `SELECT cart_id, purchase FROM orders WHERE status NOT IN ('declined', 'payment-review', 'cancelled', 'refunded')
       GROUP BY cart_id, purchase HAVING COUNT(*) > 1`,
  ],
  [
    "at most one payment page of a basket can be paid",
    `SELECT orders.cart_id FROM embedded_payments
     JOIN payments ON payments.provider_payment_id = embedded_payments.id JOIN orders ON orders.id = payments.order_id
     WHERE embedded_payments.status IN ('pending', 'authentication') GROUP BY orders.cart_id HAVING COUNT(*) > 1`,
  ],
  [
    "no basket still holds all that was ordered from it and paid",
    `SELECT orders.id FROM orders JOIN order_lines ON order_lines.order_id = orders.id
     LEFT JOIN cart_lines ON cart_lines.cart_id = orders.cart_id AND cart_lines.variant_id = order_lines.variant_id
       AND cart_lines.quantity >= order_lines.quantity AND cart_lines.added_at < orders.placed_at
     WHERE orders.paid_at IS NOT NULL GROUP BY orders.id HAVING COUNT(order_lines.id) = COUNT(cart_lines.id)`,
  ],
];

/**
 * The invariants that do not hold, each with the first rows that break it; empty when all is well.
 * `where` is the shop's data folder, or the address of its PostgreSQL database.
 */
export async function brokenInvariants(where: string): Promise<ReadonlyArray<string>> {
  const database = openShop(where);
  try {
    return [
      ...(await brokenQueries(database)),
      ...(await brokenOrders(database)),
      ...(isPostgres(where) ? [] : await brokenFile(database)),
    ];
  } finally {
    await database.destroy();
  }
}

/** The shop's database for queries. Destroy it yourself. */
export function openShop(where: string): Kysely<Database> {
  const dialect = isPostgres(where) ? postgresDialect(where) : sqliteDialect(join(where, "shop.db"));
  return new Kysely<Database>({ dialect });
}

/** Opens the shop's SQLite file for reading. Close it yourself. */
export function openShopDatabase(dataDir: string): SqliteDatabase {
  return new SqliteDatabase(join(dataDir, "shop.db"), { readonly: true, timeout: 5_000 });
}

function isPostgres(where: string): boolean {
  return /^postgres(ql)?:/.test(where);
}

/** Those that do not hold in `database`, without a look at its file. */
export async function brokenQueries(database: Kysely<Database>): Promise<ReadonlyArray<string>> {
  const broken: Array<string> = [];
  for (const [name, query] of INVARIANTS) {
    const { rows } = await sql.raw(query).execute(database);
    if (rows.length > 0) broken.push(`${name}: ${JSON.stringify(rows.slice(0, 5))}`);
  }
  return broken;
}

async function brokenFile(database: Kysely<Database>): Promise<ReadonlyArray<string>> {
  const integrity = await sql<{ integrity_check: string }>`PRAGMA integrity_check`.execute(database);
  const foreign = await sql`PRAGMA foreign_key_check`.execute(database);
  const isWhole = integrity.rows[0]?.integrity_check === "ok";
  return [
    ...(isWhole ? [] : ["integrity_check"]),
    ...(foreign.rows.length === 0 ? [] : ["foreign_key_check"]),
  ];
}
