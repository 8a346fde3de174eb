/** What was refunded before refunds had references and keys at the provider, and what was to go back by a job alone. */
import { type Migrating, run } from "./ddl.ts";

const KEY = "substr(event_id, length(payment_id) + 6)";
const REFUND = "'refund_' || substr(jobs.key, 8)";

export async function up(db: Migrating): Promise<void> {
  await run(db, [
    `UPDATE payment_events SET reference = 'refund_' || ${KEY}, refund_key = ${KEY}
       WHERE type = 'refunded' AND reference IS NULL AND payment_id IN (SELECT id FROM embedded_payments)`,
    `INSERT INTO refunds (id, order_id, request_key, amount_minor, delivery_minor, has_delivery, currency, reason, actor,
         status, created_at)
       SELECT ${REFUND}, orders.id, 'given back', total_minor, 0, 0, currency, 'the order could not be taken', 'clock',
         CASE jobs.status WHEN 'dead' THEN 'failed' ELSE 'queued' END, jobs.created_at
       FROM jobs JOIN orders ON jobs.key = 'refund:' || orders.id
       WHERE kind = 'payment-refund' AND jobs.status <> 'done'`,
    `UPDATE jobs SET kind = 'order-refund', key = 'refund:' || ${REFUND},
       payload = '{"refundId":"' || ${REFUND} || '"}' WHERE kind = 'payment-refund'`,
  ]);
}
