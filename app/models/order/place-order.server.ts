/** Stock is reserved, and lines and prices are frozen, once for each attempt. */
import { createHash } from "node:crypto";

import { notifiedByWriter } from "#app/db/cache-invalidation.server.ts";
import { db } from "#app/db/db.server.ts";
import type { Cart, CartLine } from "#app/models/cart/cart.ts";
import type { LineGift } from "#app/models/cart/gift.ts";
import { type CartTotals, codeDiscount, type WrapTotal } from "#app/models/cart/totals.ts";
import {
  findBasketOrders,
  lockCartPurchase,
  nextPurchase,
  blockingOrders,
} from "#app/models/order/payment/basket-payment.server.ts";
import { emailKey } from "#app/models/email/address.ts";
import { redeemCoupon } from "#app/models/coupon/coupon-redemption.server.ts";
import type { EvaluatedCoupon } from "#app/models/coupon/coupon.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import type { AttemptId, OrderId } from "#app/models/shared/ids.ts";
import { randomness } from "#app/models/shared/randomness.server.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { bookDay, type RequestedDay } from "#app/models/shipping/delivery-slot.server.ts";

import {
  type CheckoutDetails,
  type ChosenDelivery,
  hiddenAddress,
  type Order,
  PAYMENT_MINUTES,
} from "./order.ts";
import { hideRecipient } from "./hidden-recipient.server.ts";
import { checkedTransaction } from "./invariants/checked-transaction.server.ts";
import { findOrderByAttempt, SUPERSEDED } from "./order.server.ts";
import { type ClosedPage, cancelUnpaidOrder, reserveOrderStock } from "./reservation.server.ts";

/** Random, so that they do not show how many orders there are; never starting with 0. */
const NUMBER_MIN = 10_000_000;
const NUMBER_MAX = 99_999_999;
const NUMBER_TRIES = 20;

export type Proposal = Readonly<{
  attemptId: AttemptId;
  cart: Cart;
  lines: ReadonlyArray<CartLine>;
  gifts: ReadonlyArray<LineGift | null>;
  totals: CartTotals;
  coupon: EvaluatedCoupon | null;
  delivery: ChosenDelivery;
  /** Its day is null while none is chosen; null: no day is booked. */
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
  | "total-changed"
  | "coupon-used-up"
  | "coupon-in-use"
  | "coupon-used-by-you";

/**
 * The earlier order of this attempt if nothing has changed since; orders in `superseded`, whose pages were closed, end
 * in the same transaction, so that a shopper's own orders do not hold stock from them.
 */
export async function placeOrder(
  proposal: Proposal,
  superseded: ReadonlyArray<ClosedPage>,
  now: Date,
): Promise<Result<Order, Refused | "sums-differ">> {
  const fingerprint = cartHash(proposal);
  const { cart } = proposal;
  const place = async (): Promise<Result<Order, Refused>> => {
    if (!(await lockCartPurchase(cart.id, cart.version))) return refused("cart-changed");
    for (const closed of superseded) {
      const ended = await cancelUnpaidOrder(closed, { reason: SUPERSEDED, by: "customer", now });
      if (!ended.ok) return refused("order-state-conflict");
    }
    // Two tabs at the same moment would each get a payment otherwise.
    const orders = await findBasketOrders(cart.id);
    if (blockingOrders(orders, proposal.attemptId).length > 0) return refused("order-state-conflict");
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
  };
  return checkedTransaction(place, ({ id }) => id, now);
}

/** Last, because buyers of the same items and users of the same coupon wait from here to the commit. */
async function reserveItems(id: OrderId, proposal: Proposal, now: Date) {
  const held = await reserveOrderStock(id, proposal.lines);
  return held.ok ? redeem(id, proposal, now) : held;
}

/** Not if what it was placed for has changed. */
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
    lines: lines.map(({ variantId, quantity, price, personalisation }) => [
      ...[variantId, quantity, price.now.minor],
      ...(personalisation ? [personalisation.text] : []),
    ]),
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
        number: randomness().integer(NUMBER_MIN, NUMBER_MAX + 1),
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

function orderRow(proposal: Proposal, fingerprint: string, now: Date) {
  const { attemptId, cart, totals, delivery, details } = proposal;
  const at = now.toISOString();
  return {
    status: "awaiting-payment",
    attempt_id: attemptId,
    cart_id: cart.id,
    cart_fingerprint: fingerprint,
    customer_id: proposal.customerId ?? cart.customerId,
    email: details.email,
    email_key: emailKey(details.email),
    delivery_address: JSON.stringify(shownAddress(details)),
    billing_address: JSON.stringify(details.billingAddress),
    delivery: JSON.stringify(details.giftList ? { ...delivery, giftList: details.giftList } : delivery),
    gift_message: details.giftMessage,
    note: details.note,
    has_gift_receipt: details.hasGiftReceipt ? 1 : 0,
    totals: JSON.stringify(totals),
    total_minor: totals.total.minor,
    currency: totals.total.currency,
    placed_at: at,
    expires_at: new Date(now.getTime() + PAYMENT_MINUTES * 60_000).toISOString(),
    paid_at: null,
    updated_at: at,
  };
}

/** As everybody reads it who may read the order. */
function shownAddress({ giftList, deliveryAddress }: CheckoutDetails) {
  return giftList?.sentTo ? hiddenAddress(giftList.sentTo, deliveryAddress) : deliveryAddress;
}

async function insertRest(id: OrderId, proposal: Proposal, now: Date): Promise<void> {
  const at = now.toISOString();
  if (proposal.details.giftList?.sentTo) await hideRecipient(id, proposal.details.deliveryAddress);
  await db()
    .insertInto("order_lines")
    .values(proposal.lines.map((line, position) => lineRow(line, { id, position, proposal })))
    .execute();
  await db()
    .insertInto("order_history")
    .values({
      order_id: id,
      from_status: null,
      to_status: "awaiting-payment",
      reason: "placed",
      actor: "customer",
      created_at: at,
    })
    .execute();
  await db()
    .insertInto("payments")
    .values({
      id: newId("payment"),
      order_id: id,
      attempt_id: proposal.attemptId,
      provider: proposal.provider,
      provider_payment_id: null,
      url: null,
      amount_minor: proposal.totals.total.minor,
      currency: proposal.totals.total.currency,
      status: "pending",
      created_at: at,
      updated_at: at,
      provider_checked_at: null,
    })
    .execute();
}

function lineRow(line: CartLine, at: Readonly<{ id: OrderId; position: number; proposal: Proposal }>) {
  const total = at.proposal.totals.lines[at.position];
  const gift = at.proposal.gifts[at.position];
  if (total?.variantId !== line.variantId) throw new Error("The totals are not those of the lines");
  return {
    id: newId("orderline"),
    order_id: at.id,
    position: at.position,
    product_id: line.productId,
    variant_id: line.variantId,
    sku: line.sku,
    name: line.name,
    variant_label: line.personalisation ? line.personalisation.plainLabel : line.variantLabel,
    image: line.image.file,
    path: line.path,
    age_text: line.ageText,
    quantity: line.quantity,
    unit_price_minor: total.unitPrice.minor,
    line_total_minor: total.total.minor,
    vat_minor: total.vat.minor,
    discount_minor: total.discount.minor,
    tax_rate_basis_points: line.taxRateBasisPoints,
    gift_paper: gift?.paper ?? null,
    gift_message: gift?.message ?? null,
    ...personalisationColumns(line),
    ...wrapColumns(total.wrap),
  };
}

function personalisationColumns({ personalisation }: CartLine) {
  if (!personalisation)
    return { personalisation: null, personalisation_terms: null, personalisation_minor: 0 };
  const { name, workingDays, isReturnable } = personalisation;
  return {
    personalisation: personalisation.text,
    personalisation_terms: JSON.stringify({ name, workingDays, isReturnable }),
    personalisation_minor: personalisation.price.minor,
  };
}

function wrapColumns(wrap: WrapTotal | null) {
  return {
    wrap_minor: wrap?.price.minor ?? 0,
    wrap_vat_minor: wrap?.vat.minor ?? 0,
    wrap_tax_rate_basis_points: wrap?.taxRateBasisPoints ?? 0,
  };
}

async function redeem(orderId: OrderId, proposal: Proposal, now: Date) {
  const { cart, coupon, details, totals } = proposal;
  if (!coupon) return ok(null);
  const redemption = {
    ...{ orderId, cartId: cart.id, couponId: coupon.id, email: details.email },
    customerId: proposal.customerId ?? cart.customerId,
    isOncePerCustomer: coupon.isOncePerCustomer,
    discountMinor: codeDiscount(totals).minor,
  };
  return redeemCoupon(redemption, now);
}
