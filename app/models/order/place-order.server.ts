/** Places an order: reserves stock and freezes lines and prices, once for each attempt. */
import { createHash, randomInt } from "node:crypto";

import { notifiedByWriter } from "#app/db/cache-invalidation.server.ts";
import { db, transact } from "#app/db/db.server.ts";
import type { Cart, CartLine } from "#app/models/cart/cart.ts";
import type { LineGift } from "#app/models/cart/gift.ts";
import type { CartTotals } from "#app/models/cart/totals.ts";
import {
  findBasketOrders,
  holdBasket,
  nextPurchase,
  ordersInTheWay,
} from "#app/models/order/payment/basket-payment.server.ts";
import { redeemCoupon } from "#app/models/promotion/coupon-redemption.server.ts";
import type { WeighedCoupon } from "#app/models/promotion/coupon.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import type { AttemptId, OrderId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { bookDay, type RequestedDay } from "#app/models/shipping/delivery-slot.server.ts";

import type { CheckoutDetails } from "./checkout-details.ts";
import { insertRest, orderRow } from "./insert-order.server.ts";
import { findOrderByAttempt } from "./order.server.ts";
import type { ChosenDelivery, Order } from "./order.ts";
import { type ClosedPage, endUnpaid } from "./release-reservation.server.ts";
import { holdStock } from "./stock-reservation.server.ts";

/**
 * Order numbers are random, so that they do not show how many orders there are: eight digits, never starting with 0.
 */
const NUMBER_MIN = 10_000_000;
const NUMBER_MAX = 99_999_999;
const NUMBER_TRIES = 20;

export type Proposal = Readonly<{
  attemptId: AttemptId;
  cart: Cart;
  lines: ReadonlyArray<CartLine>;
  gifts: ReadonlyArray<LineGift | null>;
  totals: CartTotals;
  coupon: WeighedCoupon | null;
  delivery: ChosenDelivery;
  /** The chosen delivery day; its day is null while none is chosen. Null: no day is booked. */
  requestedDay: RequestedDay | null;
  details: CheckoutDetails;
  customerId: string | null;
  provider: string;
}>;

type Refused =
  | "insufficient-stock"
  | "delivery-day-gone"
  | "cart-changed"
  | "order-state-conflict"
  | "coupon-used-up"
  | "coupon-used-by-you";

/**
 * The order of this attempt: a new one, or the earlier one if nothing has changed since. Orders in `superseded`, whose
 * pages were closed, end in the same transaction, so that a shopper's own orders do not hold stock from them.
 */
export async function placeOrder(
  proposal: Proposal,
  superseded: ReadonlyArray<ClosedPage>,
  now: Date,
): Promise<Result<Order, Refused>> {
  const fingerprint = cartHash(proposal);
  const { cart } = proposal;
  return transact(async () => {
    if (!(await holdBasket(cart.id, cart.version))) return refused("cart-changed");
    for (const closed of superseded) {
      const ended = await endUnpaid(closed, { reason: "superseded", by: "customer", now });
      if (!ended.ok) return refused("order-state-conflict");
    }
    // Two tabs at the same moment would each get a payment otherwise.
    const orders = await findBasketOrders(cart.id);
    if (ordersInTheWay(orders, proposal.attemptId).length > 0) return refused("order-state-conflict");
    // The order is inserted first: a second click waits for its unique attempt, then finds it.
    const id = await insertOrder(proposal, { fingerprint, purchase: nextPurchase(orders) }, now);
    if (id) {
      await insertRest(id, proposal, now);
      const booked = await bookDay(id, proposal.requestedDay);
      if (!booked.ok) return booked;
    }
    const order = await existingOrder(proposal.attemptId, fingerprint);
    if (!id || !order.ok) return order;
    const taken = await reserveItems(id, proposal, now);
    return taken.ok ? order : taken;
  });
}

/** Last, because buyers of the same items and users of the same coupon wait from here to the commit. */
async function reserveItems(id: OrderId, proposal: Proposal, now: Date) {
  const held = await holdStock(id, proposal.lines);
  return held.ok ? redeem(id, proposal, now) : held;
}

/** The order of this attempt, unless what it was placed for has changed. */
export async function existingOrder(
  attemptId: AttemptId,
  fingerprint: string,
): Promise<Result<Order, "cart-changed">> {
  const order = await findOrderByAttempt(attemptId);
  if (!order) throw new Error("The order vanished while it was placed");
  const row = await db()
    .selectFrom("orders")
    .select("cart_fingerprint")
    .where("id", "=", order.id)
    .executeTakeFirstOrThrow();
  return row.cart_fingerprint === fingerprint ? ok(order) : refused("cart-changed");
}

/** A hash of everything that the shopper agreed to: items, prices, delivery, addresses, words. */
export function cartHash({
  cart,
  lines,
  gifts,
  totals,
  delivery,
  details,
}: Omit<Proposal, "attemptId" | "customerId" | "provider" | "coupon">) {
  const agreed = {
    cart: cart.id,
    lines: lines.map((line) => [line.variantId, line.quantity, line.price.now.minor]),
    gifts,
    total: totals.total,
    coupon: totals.coupon,
    method: delivery.method,
    details,
  };
  return createHash("sha256").update(JSON.stringify(agreed)).digest("base64url");
}

async function insertOrder(
  proposal: Proposal,
  { fingerprint, purchase }: Readonly<{ fingerprint: string; purchase: number }>,
  now: Date,
): Promise<OrderId | null> {
  for (let attempt = 1; attempt <= NUMBER_TRIES; attempt += 1) {
    const id = newId("order");
    const inserted = await db()
      .insertInto("orders")
      .values({
        id,
        number: randomInt(NUMBER_MIN, NUMBER_MAX + 1),
        purchase,
        ...orderRow(proposal, fingerprint, now),
      })
      .onConflict((conflict) => conflict.doNothing())
      .modifyEnd(notifiedByWriter)
      .executeTakeFirst();
    if (Number(inserted.numInsertedOrUpdatedRows ?? 0) === 1) return id;
    if (await findOrderByAttempt(proposal.attemptId)) return null;
  }
  throw new Error("No free order number was found");
}

async function redeem(orderId: OrderId, proposal: Proposal, now: Date) {
  const { cart, coupon, details } = proposal;
  if (!coupon) return ok(null);
  const { id: couponId, isOncePerCustomer } = coupon;
  const customerId = proposal.customerId ?? cart.customerId;
  const redemption = {
    orderId,
    cartId: cart.id,
    couponId,
    customerId,
    email: details.email,
    isOncePerCustomer,
  };
  return redeemCoupon(redemption, now);
}
