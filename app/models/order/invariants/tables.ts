/** Queries that list what breaks an invariant; the same text on both engines. */

/** They wait for their money, or a person looks at their sum. */
const OPEN = "('awaiting-payment', 'payment-review')";

export const TABLE_INVARIANTS: ReadonlyArray<readonly [name: string, query: string]> = [
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
    `SELECT order_id AS id FROM reservations JOIN orders ON orders.id = reservations.order_id
     WHERE orders.status NOT IN ${OPEN}`,
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
    `SELECT id FROM (
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
    "no order gives back more than was paid",
    `SELECT orders.id FROM orders JOIN refunds ON refunds.order_id = orders.id AND refunds.status <> 'void'
       AND (orders.paid_at IS NOT NULL OR refunds.actor <> 'payment')
       GROUP BY orders.id, orders.total_minor HAVING SUM(refunds.amount_minor) > orders.total_minor`,
  ],
  [
    "no unit is sent, returned or paid back twice",
    `SELECT id FROM order_lines WHERE
       quantity < (SELECT COALESCE(SUM(quantity), 0) FROM refund_lines WHERE order_line_id = order_lines.id)
       OR quantity < (SELECT COALESCE(SUM(quantity), 0) FROM order_return_lines WHERE order_line_id = order_lines.id)
       OR quantity < (SELECT COALESCE(SUM(quantity), 0) FROM shipment_lines WHERE order_line_id = order_lines.id)
         + (SELECT COALESCE(SUM(unshipped_quantity), 0) FROM refund_lines WHERE order_line_id = order_lines.id)
         + dropped_quantity`,
  ],
  [
    "a coupon was redeemed as often as orders hold it",
    `SELECT coupons.code AS id FROM coupons WHERE coupons.use_count <>
       (SELECT COUNT(*) FROM coupon_uses WHERE coupon_uses.coupon_id = coupons.id)`,
  ],
  [
    "no order that was given up keeps a coupon",
    `SELECT order_id AS id FROM coupon_uses JOIN orders ON orders.id = coupon_uses.order_id
     WHERE orders.status IN ('cancelled', 'declined') AND orders.paid_at IS NULL`,
  ],
  [
    "a basket waits for one payment at a time",
    `SELECT cart_id AS id FROM orders WHERE status = 'awaiting-payment' GROUP BY cart_id HAVING COUNT(*) > 1`,
  ],
  [
    "of two orders of one purchase one at most may be paid, or was and is not given back",
    `SELECT cart_id AS id FROM orders
     WHERE status NOT IN ('declined', 'payment-review', 'cancelled', 'refunded')
       OR (status = 'cancelled' AND paid_at IS NOT NULL)
     GROUP BY cart_id, purchase HAVING COUNT(*) > 1`,
  ],
  [
    "a refund is the sum of its lines, its delivery and its goodwill, less wear, the way back and what is set off",
    `SELECT refunds.id FROM refunds LEFT JOIN (
       SELECT refund_id, SUM(amount_minor) AS minor FROM refund_lines GROUP BY refund_id
     ) AS items ON items.refund_id = refunds.id
     WHERE (items.minor IS NOT NULL OR refunds.has_delivery = 1 OR refunds.goodwill_minor > 0)
       AND refunds.amount_minor <> COALESCE(items.minor, 0) + refunds.delivery_minor + refunds.goodwill_minor
         - refunds.set_off_minor - refunds.wear_minor - refunds.return_cost_minor`,
  ],
  [
    "what is kept for wear and the way back is of a return, and at most what its items cost",
    `SELECT id FROM refunds WHERE wear_minor + return_cost_minor > 0 AND (goodwill_minor > 0 OR is_credit = 1
       OR NOT EXISTS (SELECT 1 FROM order_returns WHERE refund_id = refunds.id)
       OR wear_minor + return_cost_minor > (SELECT COALESCE(SUM(amount_minor), 0) FROM refund_lines WHERE refund_id = refunds.id))`,
  ],
  [
    "what was refunded without goodwill, and kept for wear and the way back, is not more than was paid",
    `SELECT orders.id FROM orders JOIN (
       SELECT order_id, SUM(amount_minor - goodwill_minor + set_off_minor + wear_minor + return_cost_minor) AS minor FROM refunds
         WHERE wear_minor + return_cost_minor > 0 OR has_delivery = 1 OR EXISTS (SELECT 1 FROM refund_lines WHERE refund_id = refunds.id)
         GROUP BY order_id
     ) AS back ON back.order_id = orders.id WHERE back.minor > orders.total_minor`,
  ],
  [
    "invoices and credit notes are numbered without a gap",
    `SELECT kind AS id FROM document_numbers WHERE last_number <> CASE WHEN kind = 'invoice'
       THEN (SELECT COUNT(invoice_number) FROM orders) ELSE (SELECT COUNT(credit_note_number) FROM refunds) END`,
  ],
  [
    "a sum without items has no items, and nothing is set off from it",
    `SELECT id FROM refunds WHERE goodwill_minor > 0 AND (has_delivery = 1 OR set_off_minor > 0
       OR goodwill_minor <> amount_minor OR EXISTS (SELECT 1 FROM refund_lines WHERE refund_id = refunds.id))`,
  ],
  [
    "a line that was refunded as a whole gave back what it cost",
    `SELECT order_lines.id FROM order_lines JOIN (
       SELECT order_line_id, SUM(quantity) AS units, SUM(amount_minor) AS minor FROM refund_lines GROUP BY order_line_id
     ) AS back ON back.order_line_id = order_lines.id
     WHERE back.units = order_lines.quantity
       AND back.minor <> order_lines.line_total_minor - order_lines.discount_minor + order_lines.wrap_minor`,
  ],
];

/** They count rows which retention periods delete, terms which the owner may change, or what older versions left open. */
export const YOUNG_SHOP_INVARIANTS: typeof TABLE_INVARIANTS = [
  [
    "each order that was paid has exactly one confirmation job",
    `SELECT id FROM orders WHERE paid_at IS NOT NULL AND
       (SELECT COUNT(*) FROM jobs WHERE key = 'order-confirmation:' || orders.id) <> 1`,
  ],
  [
    "each order that was paid when the goods were gone or it was cancelled has one refund and one apology",
    `SELECT id FROM orders WHERE status = 'refunded' AND paid_at IS NULL AND
       EXISTS (SELECT 1 FROM order_history WHERE order_id = orders.id AND reason IN ('paid after the goods were gone', 'paid after it was cancelled')) AND
       (SELECT COUNT(*) FROM refunds WHERE order_id = orders.id AND request_key = 'given back') +
       (SELECT COUNT(*) FROM jobs WHERE key = 'order-refunded:' || orders.id) <> 2`,
  ],
  [
    "what has an invoice has a credit note for each refund",
    `SELECT refunds.id FROM refunds JOIN orders ON orders.id = order_id
       WHERE (invoice_number IS NOT NULL OR (credit_note_number IS NOT NULL AND paid_at IS NULL))
         AND (credit_note_number IS NULL OR invoice_number IS NULL)`,
  ],
  [
    "no more is set off than was given as goodwill",
    "SELECT order_id AS id FROM refunds GROUP BY order_id HAVING SUM(set_off_minor) > SUM(goodwill_minor)",
  ],
  ["no job was given up", "SELECT key AS id FROM jobs WHERE status = 'dead'"],
  [
    "a coupon is used no more often than it may be, except by orders whose money came late",
    `SELECT coupons.code AS id FROM coupons WHERE max_uses IS NOT NULL AND max_uses < (
       SELECT COUNT(*) FROM coupon_uses WHERE coupon_uses.coupon_id = coupons.id AND NOT EXISTS (
         SELECT 1 FROM order_history WHERE order_history.order_id = coupon_uses.order_id
           AND from_status IN ('cancelled', 'declined') AND to_status = 'paid'))`,
  ],
  [
    "an order that was paid and cancelled gives back each of its units",
    `SELECT order_lines.id FROM order_lines JOIN orders ON orders.id = order_lines.order_id
     WHERE orders.status = 'cancelled' AND orders.paid_at IS NOT NULL AND order_lines.quantity > dropped_quantity
       + (SELECT COALESCE(SUM(quantity), 0) FROM refund_lines WHERE order_line_id = order_lines.id)
       + (SELECT COALESCE(SUM(order_return_lines.quantity), 0) FROM order_return_lines
            JOIN order_returns ON order_returns.id = return_id
            WHERE order_line_id = order_lines.id AND order_returns.status = 'received' AND refund_id IS NULL)`,
  ],
  [
    "a return of an order that was never sent does not wait for a parcel",
    `SELECT order_returns.id FROM order_returns JOIN orders ON orders.id = order_returns.order_id
     WHERE orders.status = 'cancelled' AND order_returns.status = 'requested'`,
  ],
];
