/** The provider's hosted page of an order: opened, shown only while the order waits for it, and closed. */
import { sql } from "kysely";

import { toldByWriter } from "#app/db/changes.server.ts";
import { db, transact } from "#app/db/db.server.ts";
import type { Order } from "#app/models/order/order.ts";
import type { ClosedPage } from "#app/models/order/release-reservation.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import type { HostedPayment } from "#app/services/payment/payment-port.ts";

import { paymentOf } from "./queries.server.ts";

/** Absolute addresses that the hosted page sends the shopper back to. */
export type ReturnAddresses = Readonly<{ returnUrl: string; cancelUrl: string }>;

type PageRefusal = "payment-unavailable" | "attempt-over";

/**
 * The address of the hosted page for this order. Call it outside any transaction: it asks the provider, with the
 * attempt as idempotency key, so that repeating it opens nothing twice. Providers take their time: an order that has
 * been ended meanwhile gets no page ("attempt-over"), and the one that was opened for it is closed unseen.
 */
export async function openPayment(
  order: Order,
  addresses: ReturnAddresses,
): Promise<Result<string, PageRefusal>> {
  const payment = await paymentOf(order.id);
  if (!payment) throw new Error(`Order ${order.number} has no payment`);
  if (payment.url) return ok(payment.url);
  const { provider } = payment;
  const opened = await provider?.open({
    attemptId: payment.attemptId,
    orderId: order.id,
    orderNumber: order.number,
    amount: payment.amount,
    email: order.email,
    description: `Order ${order.number}`,
    expiresAt: order.expiresAt,
    ...addresses,
  });
  if (!provider || !opened?.ok) return refused("payment-unavailable", { orderId: order.id });
  const { paymentId, url } = opened.value;
  const shown = await transact(() => storePage(order.id, opened.value));
  // Nobody has seen it. If it cannot be closed, money that comes for it is settled, or given back.
  if (!shown.ok || shown.value !== url) await provider.close(paymentId).catch(() => undefined);
  return shown;
}

/**
 * Keeps the page with the order, which is locked first: whoever ends the order either sees this page, or is seen here.
 * Answers with the address to show, which is that of an earlier page if the provider opened two.
 */
async function storePage(
  orderId: OrderId,
  { paymentId, url }: HostedPayment,
): Promise<Result<string, PageRefusal>> {
  const held = await db()
    .updateTable("orders")
    .set({ updated_at: sql<string>`updated_at` })
    .where("id", "=", orderId)
    .where("status", "=", "awaiting-payment")
    .modifyEnd(toldByWriter)
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

/** Address of the hosted page that was opened for this order, or null. */
export async function findPaymentPage(orderId: OrderId): Promise<string | null> {
  return (await paymentOf(orderId))?.url ?? null;
}

/**
 * Has the provider stop taking the payment of this order, so that none can be made beside a new order's. Answers with
 * the page that the order had, for the transaction that ends the order (`endUnpaid`): a page that is stored after this
 * is not closed. `isClosed` is false when the provider cannot be reached: the page may be paid yet.
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
