import { sql } from "kysely";

import { notifiedByWriter } from "#app/db/cache-invalidation.server.ts";
import { db, transact } from "#app/db/db.server.ts";
import type { Order } from "#app/models/order/order.ts";
import type { ClosedPage } from "#app/models/order/reservation.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { findStore } from "#app/models/store/store.server.ts";
import type { HostedPayment, OpenRefusal } from "#app/services/payment/payment-port.ts";

import { paymentOf } from "./queries.server.ts";

export type ReturnAddresses = Readonly<{ returnUrl: string; cancelUrl: string }>;

type PageRefusal = OpenRefusal | "attempt-over";

/**
 * Call it outside any transaction: it asks the provider with the attempt as idempotency key, so a repeat opens nothing
 * twice. If the order ended meanwhile, the new page is closed and the result is "attempt-over".
 */
export async function openPayment(
  order: Order,
  addresses: ReturnAddresses,
): Promise<Result<string, PageRefusal>> {
  const payment = await paymentOf(order.id);
  if (!payment) throw new Error(`Order ${order.number} has no payment`);
  if (payment.url) return ok(payment.url);
  const { provider } = payment;
  const { locale } = await findStore();
  const opened = await provider?.open({
    attemptId: payment.attemptId,
    orderId: order.id,
    orderNumber: order.number,
    amount: payment.amount,
    email: order.email,
    locale,
    description: `Order ${order.number}`,
    expiresAt: order.expiresAt,
    ...addresses,
  });
  if (!provider || !opened) return refused("payment-unavailable", { orderId: order.id });
  if (!opened.ok) return refused(opened.code, { orderId: order.id });
  const { paymentId, url } = opened.value;
  const shown = await transact(() => storePage(order.id, opened.value));
  // Nobody has seen the page. If it cannot be closed, money that comes for it is settled or refunded.
  if (!shown.ok || shown.value !== url) await provider.close(paymentId).catch(() => undefined);
  return shown;
}

/** Returns the address to show, which is that of the earlier page if the provider opened two. */
async function storePage(
  orderId: OrderId,
  { paymentId, url }: HostedPayment,
): Promise<Result<string, PageRefusal>> {
  const held = await db()
    .updateTable("orders")
    .set({ updated_at: sql<string>`updated_at` })
    .where("id", "=", orderId)
    .where("status", "=", "awaiting-payment")
    .modifyEnd(notifiedByWriter)
    .executeTakeFirst();
  if (Number(held.numUpdatedRows) !== 1) return refused("attempt-over", { orderId });
  const stored = await db()
    .updateTable("payments")
    .set({ provider_payment_id: paymentId, url })
    .where("order_id", "=", orderId)
    .where((row) =>
      row.or([row("provider_payment_id", "is", null), row("provider_payment_id", "=", paymentId)]),
    )
    .executeTakeFirst();
  if (Number(stored.numUpdatedRows) === 1) return ok(url);
  const earlier = await paymentOf(orderId);
  return earlier?.url ? ok(earlier.url) : refused("payment-unavailable", { orderId });
}

export async function findPaymentPage(orderId: OrderId): Promise<string | null> {
  return (await paymentOf(orderId))?.url ?? null;
}

/**
 * Returns the page that the order had, for the transaction that ends it (`cancelUnpaidOrder`); `isClosed` is false if the
 * provider does not answer: the page may still be paid.
 */
export async function closePayment(orderId: OrderId): Promise<ClosedPage & Readonly<{ isClosed: boolean }>> {
  const payment = await paymentOf(orderId);
  const paymentId = payment?.providerPaymentId ?? null;
  if (!payment || paymentId === null) return { orderId, paymentId, isClosed: true };
  const isClosed = await payment.provider?.close(paymentId).then(
    () => true,
    () => false,
  );
  return { orderId, paymentId, isClosed: isClosed ?? false };
}
