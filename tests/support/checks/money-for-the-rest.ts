import { type Kysely, sql } from "kysely";

import type { Database } from "#app/db/schema.ts";

/**
 * Orders of which the shop has refunded something by itself although what was left then, after what had been refunded at
 * the provider or lost to the bank, is less than what is still to be sent has cost.
 */
export async function withoutMoneyForTheRest(database: Kysely<Database>): Promise<ReadonlyArray<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT orders.id FROM orders JOIN (
      SELECT order_id, MAX(created_at) AS at FROM refunds WHERE actor = 'clock' AND status <> 'void' GROUP BY order_id
    ) AS back ON back.order_id = orders.id
    WHERE orders.status IN ('paid', 'packed', 'partially-shipped') AND orders.total_minor
      - (SELECT COALESCE(SUM(amount_minor), 0) FROM refunds WHERE order_id = orders.id AND status <> 'void'
           AND created_at <= back.at AND (goodwill_minor = 0 OR actor = 'payment'))
      - (SELECT COALESCE(SUM(payment_events.amount_minor), 0) FROM payment_events
           JOIN payments ON payment_id = provider_payment_id
           WHERE order_id = orders.id AND type = 'dispute-lost' AND received_at <= back.at AND NOT EXISTS (
             SELECT 1 FROM payment_events AS later WHERE later.reference = payment_events.reference
               AND later.type IN ('dispute-won', 'dispute-reinstated')))
      < (SELECT SUM((line_total_minor - discount_minor + wrap_minor) * (quantity - dropped_quantity
             - (SELECT COALESCE(SUM(quantity), 0) FROM shipment_lines WHERE order_line_id = order_lines.id)
             - (SELECT COALESCE(SUM(unshipped_quantity), 0) FROM refund_lines WHERE order_line_id = order_lines.id)
           ) / quantity) FROM order_lines WHERE order_id = orders.id)`.execute(database);
  return rows.map(({ id }) => id);
}
