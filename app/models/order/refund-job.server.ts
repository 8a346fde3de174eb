import { db, transact } from "#app/db/db.server.ts";
import { failureText } from "#app/models/jobs/job.ts";
import { type JobHandler, wakeWorker } from "#app/models/jobs/worker.server.ts";
import { settle } from "#app/models/order/payment/payment.server.ts";
import { isOrderId } from "#app/models/shared/ids.ts";
import { type Currency, money } from "#app/models/shared/money.ts";
import { ok } from "#app/models/shared/result.ts";
import { paymentsOf } from "#app/services/payment/payment.server.ts";

import { queueOrderEmail } from "./email-queue.server.ts";
import { orderRefunded } from "./events.server.ts";

/**
 * Handles "order-refund" {refundId}. The refund's id is the provider's idempotency key. While the provider refuses or
 * does not answer, the refund stores why, and the job is tried again.
 */
export const makeRefund: JobHandler = async (job) => {
  const refund = await findRefund(String(job.payload["refundId"]));
  if (!refund) throw new Error(`The job ${job.key} is about a refund that is not there`);
  if (refund.status === "completed") return;
  const now = new Date();
  try {
    await queryProvider(refund, now);
  } catch (error) {
    await noteFailure(refund.id, failureText(error));
    throw error;
  }
  const { order_id: orderId } = refund;
  // The provider's event may have come already, and it alone moves the order.
  if (isOrderId(orderId)) await settle(orderId, now);
  wakeWorker();
};

type RefundRow = NonNullable<Awaited<ReturnType<typeof findRefund>>>;

function findRefund(id: string) {
  return db()
    .selectFrom("refunds")
    .innerJoin("payments", "payments.order_id", "refunds.order_id")
    .select(["refunds.id", "refunds.order_id", "refunds.status"])
    .select(["refunds.amount_minor", "refunds.currency", "payments.provider_payment_id"])
    .select("payments.provider")
    .where("refunds.id", "=", id)
    .executeTakeFirst();
}

async function queryProvider(refund: RefundRow, now: Date): Promise<void> {
  const provider = paymentsOf(refund.provider);
  if (refund.provider_payment_id === null || !provider) throw new Error("There is no payment to give back");
  const amount = money(refund.amount_minor, refund.currency as Currency);
  const made = await provider.refund(refund.provider_payment_id, amount, refund.id);
  if (!made.ok) throw new Error("The payment provider refused the refund");
  await transact(async () => {
    const noted = await db()
      .updateTable("refunds")
      .set({
        status: "completed",
        provider_refund_id: made.value,
        last_error: null,
        processed_at: now.toISOString(),
      })
      .where("id", "=", refund.id)
      .where("status", "=", "queued")
      .executeTakeFirst();
    if (Number(noted.numUpdatedRows) === 1 && isOrderId(refund.order_id)) {
      await queueOrderEmail(refund.order_id, { about: "refunded", refundId: refund.id });
      await orderRefunded.publish({ orderId: refund.order_id, amount, now });
    }
    return ok(null);
  });
}

async function noteFailure(id: string, why: string): Promise<void> {
  await db()
    .updateTable("refunds")
    .set({ last_error: why })
    .where("id", "=", id)
    .where("status", "=", "queued")
    .execute();
}
