import {
  checkOut,
  type CheckoutCommand,
  type CheckoutRefusal,
} from "#app/models/checkout/checkout.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { type CartId, isOrderId, type OrderId } from "#app/models/shared/ids.ts";
import type { Result } from "#app/models/shared/result.ts";

import {
  attachOrderToClaims,
  type GiftRefusal,
  type PaymentClaim,
  claimGiftsForPayment,
  releaseGiftClaims,
} from "./giver-cart.server.ts";

const STILL_PAYING: ReadonlyArray<CheckoutRefusal> = [
  "payment-under-way",
  "already-ordered",
  "payment-unavailable",
  "payment-stopped",
];

type GiftOrder = Readonly<{ orderId: OrderId; url: string }>;

/** Does both or neither; returns the address of the payment page. */
export async function orderGifts(
  hold: PaymentClaim,
  command: Omit<CheckoutCommand, "cartId">,
  now: Date,
): Promise<Result<GiftOrder, CheckoutRefusal | GiftRefusal>> {
  const cartId = hold.cart.id;
  const held = await claimGiftsForPayment(hold, now);
  if (!held.ok) return held;
  const done = await checkOut({ ...command, cartId }, now);
  if (done.ok) await holdAsLongAs(done.value.orderId, cartId);
  else if (!STILL_PAYING.includes(done.code)) await releaseGiftClaims(cartId, now);
  else await holdAsLongAs(done.detail["orderId"], cartId);
  return done;
}

/** The new hold of a second press must not end before the order of the first one does. */
async function holdAsLongAs(orderId: unknown, cartId: CartId): Promise<void> {
  const placed = isOrderId(orderId) ? await findOrder(orderId) : null;
  if (placed?.status !== "awaiting-payment") return;
  await attachOrderToClaims(cartId, { orderId: placed.id, expiresAt: placed.expiresAt });
}
