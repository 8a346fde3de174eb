import { db } from "#app/db/db.server.ts";
import { codeDiscount } from "#app/models/cart/totals.ts";
import { deleteCart } from "#app/models/cart/cart.server.ts";
import { cartChanged } from "#app/models/cart/events.server.ts";
import { enqueue } from "#app/models/jobs/outbox.server.ts";
import { spendCredit } from "#app/models/coupon/coupon-redemption.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import type { Refusal } from "#app/models/shared/result.ts";
import type { CartId, OrderId } from "#app/models/shared/ids.ts";

import { numberInvoice } from "./document-numbers.server.ts";
import { queueNewOrderEmail } from "./emails/new-orders.server.ts";
import { orderCompleted, orderPaid } from "./events.server.ts";
import type { Order } from "./order.ts";
import { findOrder } from "./order.server.ts";
import { noRefund } from "./refund-shares.ts";
import { GIVEN_BACK, insertRefundRow } from "./refunds/insert-refund.server.ts";
import { takeReservedStock } from "./reservation.server.ts";

/** Call it once, right after the order was moved to "paid" and while it holds its stock. */
export async function completeOrder(order: Order, now: Date): Promise<void> {
  await clearCart(order, now);
  await orderPaid.publish({ order, now });
  await enqueue({
    key: `order-confirmation:${order.id}`,
    kind: "order-confirmation",
    payload: { orderId: order.id },
  });
  await queueNewOrderEmail(order.id, now);
  // Last, because other buyers of the same items wait for these rows until the commit.
  await takeReservedStock(order.id, { reason: `order ${order.number}`, now });
  if (order.totals.coupon !== null) await spendCredit(order.id, codeDiscount(order.totals).minor);
  await numberInvoice(order);
  await orderCompleted.publish({ order, now });
}

type Because = Refusal<"basket-paid" | "insufficient-stock" | "called-off">;

/**
 * All of a payment whose order is not sent, with an email to the shopper; with "basket-paid", `paidOrder` is the number of
 * the order that paid the cart. Call it once, in the transaction that moves the order.
 */
export async function queueRefund(orderId: OrderId, { code, detail }: Because): Promise<void> {
  const order = await findOrder(orderId);
  if (!order) throw new Error("There is no order whose payment could be given back");
  await insertRefundRow(
    { refundId: newId("refund"), orderId, amount: order.totals.total },
    {
      ...{ key: GIVEN_BACK, reason: "the order could not be taken", by: "clock", now: new Date() },
      refund: noRefund(order.lines.length),
    },
  );
  await enqueue({
    key: `order-refunded:${orderId}`,
    kind: "order-refunded",
    payload: {
      orderId,
      ...(code === "basket-paid" ? { paidOrder: Number(detail["paidOrder"]) } : {}),
      ...(code === "called-off" ? { isCalledOff: 1 } : {}),
    },
  });
}

/** What was added while the payment ran stays. */
async function clearCart(order: Order, now: Date): Promise<void> {
  for (const { variantId, quantity, personalisation } of order.lines) {
    const words = personalisation?.text ?? "";
    await db()
      .deleteFrom("cart_lines")
      .where("cart_id", "=", order.cartId)
      .where("variant_id", "=", variantId)
      .where("personalisation", "=", words)
      .where("quantity", "<=", quantity)
      .execute();
    await db()
      .updateTable("cart_lines")
      .set(({ eb }) => ({ quantity: eb("quantity", "-", quantity) }))
      .where("cart_id", "=", order.cartId)
      .where("variant_id", "=", variantId)
      .where("personalisation", "=", words)
      .where("quantity", ">", quantity)
      .execute();
  }
  const left = await db()
    .selectFrom("cart_lines")
    .select("id")
    .where("cart_id", "=", order.cartId)
    .limit(1)
    .executeTakeFirst();
  if (!left) {
    await deleteCart(order.cartId as CartId, now);
    return;
  }
  await db()
    .updateTable("carts")
    .set(({ eb }) => ({ version: eb("version", "+", 1), updated_at: now.toISOString() }))
    .where("id", "=", order.cartId)
    .execute();
  await cartChanged.publish({ cartId: order.cartId as CartId, now });
}
