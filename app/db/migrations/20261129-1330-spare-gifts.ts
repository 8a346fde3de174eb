/** Gifts that waited for their givers' answer are refunded by a job; the columns of the wait go with the next version. */
import { type Migrating, run } from "./ddl.ts";

const WAITS = "order_lines.awaits_answer_until IS NOT NULL AND orders.status <> 'cancelled'";

export async function up(db: Migrating): Promise<void> {
  const at = new Date().toISOString();
  await run(db, [
    // An email that asks for the answer is not sent any more.
    "DELETE FROM jobs WHERE key LIKE 'gift-list-email:claim-spare:%' AND status <> 'done'",
    `UPDATE gift_list_claims SET state = 'ended', end_reason = 'spare', ended_at = '${at}' WHERE state = 'spare'`,
    `INSERT INTO jobs (id, key, kind, payload, status, run_at, created_at)
       SELECT 'job_' || order_lines.id, 'spare-gift-refund:' || order_lines.id, 'spare-gift-refund',
         '{"orderId":"' || orders.id || '","lineId":"' || order_lines.id || '"}', 'waiting', '${at}', '${at}'
       FROM order_lines JOIN orders ON orders.id = order_lines.order_id WHERE ${WAITS}`,
    "UPDATE order_lines SET awaits_answer_until = NULL WHERE awaits_answer_until IS NOT NULL",
  ]);
}
