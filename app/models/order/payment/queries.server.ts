import { db } from "#app/db/db.server.ts";
import { type AttemptId, isAttemptId, type OrderId } from "#app/models/shared/ids.ts";
import { type Money, money } from "#app/models/shared/money.ts";
import type { PaymentPort } from "#app/services/payment/payment-port.ts";
import { paymentsOf } from "#app/services/payment/payment.server.ts";

export type Payment = Readonly<{
  orderId: OrderId;
  attemptId: AttemptId;
  provider: PaymentPort | null;
  providerPaymentId: string | null;
  url: string | null;
  amount: Money;
}>;

export async function paymentOf(orderId: OrderId): Promise<Payment | null> {
  const row = await db()
    .selectFrom("payments")
    .selectAll()
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  if (!row || !isAttemptId(row.attempt_id)) return null;
  return {
    orderId,
    attemptId: row.attempt_id,
    provider: paymentsOf(row.provider),
    providerPaymentId: row.provider_payment_id,
    url: row.url,
    amount: money(row.amount_minor, row.currency),
  };
}
