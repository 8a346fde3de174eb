import {
  checkOut,
  type CheckoutCommand,
  type CheckoutRefusal,
} from "#app/models/checkout/checkout.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import type { Result } from "#app/models/shared/result.ts";

import {
  attachOrderToHold,
  type GiftRefusal,
  type HoldForPayment,
  holdForPayment,
  releaseHold,
} from "./giver-cart.server.ts";

const STILL_PAYING: ReadonlyArray<CheckoutRefusal> = [
  "payment-under-way",
  "already-ordered",
  "payment-unavailable",
];

type GiftOrder = Readonly<{ orderId: OrderId; url: string }>;

/** Does both or neither; returns the address of the payment page. */
export async function orderGifts(
  hold: HoldForPayment,
  command: Omit<CheckoutCommand, "cartId">,
  now: Date,
): Promise<Result<GiftOrder, CheckoutRefusal | GiftRefusal>> {
  const cartId = hold.cart.id;
  const held = await holdForPayment(hold, now);
  if (!held.ok) return held;
  const done = await checkOut({ ...command, cartId }, now);
  if (!done.ok) {
    if (!STILL_PAYING.includes(done.code)) await releaseHold(cartId, now);
    return done;
  }
  const { orderId } = done.value;
  const placed = await findOrder(orderId);
  if (placed) await attachOrderToHold(cartId, { orderId, expiresAt: placed.expiresAt });
  return done;
}
