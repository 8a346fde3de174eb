import { db, transact } from "#app/db/db.server.ts";
import { lockOrder } from "#app/models/order/fulfilment.server.ts";
import type { Order } from "#app/models/order/order.ts";
import { findOrderPaymentEvents, settle } from "#app/models/order/payment/payment.server.ts";
import { type PaymentReview, paymentReview } from "#app/models/order/payment/review.ts";
import type { OrderStatus } from "#app/models/order/status.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { type DeskActor, writeDeskLog } from "#app/models/staff/log.server.ts";
import { mayOf } from "#app/models/staff/role.ts";

import { orderIdOf, orderSubject } from "./order-steps.server.ts";

export type DeskPaymentReview = PaymentReview &
  Readonly<{
    provider: string;
    reference: string | null;
  }>;

/** Null unless a person has to look at it. */
export async function findPaymentReview({ id, status, totals }: Order): Promise<DeskPaymentReview | null> {
  if (status !== "payment-review") return null;
  const [events, payment] = await Promise.all([
    findOrderPaymentEvents(id),
    db()
      .selectFrom("payments")
      .select(["provider", "provider_payment_id as reference"])
      .where("order_id", "=", id)
      .executeTakeFirstOrThrow(),
  ]);
  return { ...paymentReview(events, totals.total), ...payment };
}

export type QueriedPayment = Readonly<{
  status: OrderStatus;
  /** False: the provider says the same as before, or the payment was no longer under review. */
  isChanged: boolean;
}>;

export type QueryRefusal = "desk-not-allowed" | "order-not-found" | "payment-silent" | "sums-differ";

/** Logged before the provider is asked; its answer moves the order as a message of its own would, once. */
export async function queryPaymentAtDesk(
  number: number,
  actor: DeskActor,
): Promise<Result<QueriedPayment, QueryRefusal>> {
  if (!mayOf(actor)("query-payment")) return refused("desk-not-allowed");
  const id = await orderIdOf(number);
  if (!id) return refused("order-not-found");
  const noted = await transact<Result<OrderStatus, "order-not-found">>(async () => {
    const order = await lockOrder(id);
    if (!order) return refused("order-not-found");
    if (order.status === "payment-review")
      await writeDeskLog(actor, {
        action: "payment-queried",
        subject: orderSubject(number),
      });
    return ok(order.status);
  });
  if (!noted.ok) return noted;
  // Somebody else, or the provider itself, was faster.
  if (noted.value !== "payment-review") return ok({ status: noted.value, isChanged: false });
  const settled = await settle(id, actor.now);
  if (!settled) return refused("order-not-found");
  const { status } = settled.order;
  if (status !== "payment-review") return ok({ status, isChanged: true });
  // The payment is right, but the sums of the order do not add up: the owner has been emailed.
  if (settled.state === "paid") return refused("sums-differ");
  return settled.providerAnswered ? ok({ status, isChanged: false }) : refused("payment-silent");
}
