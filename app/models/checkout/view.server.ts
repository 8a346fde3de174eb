import { findCart, priceCart } from "#app/models/cart/cart.server.ts";
import { type Cart, linesForSale } from "#app/models/cart/cart.ts";
import { setDelivery } from "#app/models/cart/delivery.server.ts";
import { noReturnText } from "#app/models/catalogue/personalisation.ts";
import { giftRules, isGiftable, paperText, wrapText } from "#app/models/cart/gift.ts";
import type { CartPricing } from "#app/models/cart/pricing.ts";
import { findLastReason, findOrder } from "#app/models/order/order.server.ts";
import type { Order } from "#app/models/order/order.ts";
import type { PaymentState } from "#app/models/order/payment/payment.ts";
import { isPaidFor } from "#app/models/order/status.ts";
import { shopError } from "#app/models/platform/error-messages.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import type { AttemptId, CartId, OrderId } from "#app/models/shared/ids.ts";
import { dayText } from "#app/models/shared/local-date.ts";
import { multiplyMoney } from "#app/models/shared/money.ts";
import { normalisePostcode, postcodeFamily } from "#app/models/shared/postcode.ts";
import { deliveryChargeText } from "#app/models/shipping/delivery-charge-text.ts";
import { type DeliveryOption, isCollection } from "#app/models/shipping/shipping.ts";
import { deliveryParts } from "#app/models/shipping/split-shipment.ts";
import { collectionPlace } from "#app/models/shipping/store-pickup.ts";
import { findStore } from "#app/models/store/store.server.ts";
import type { Store } from "#app/models/store/store.ts";

import { confirmedDelivery } from "./confirmed-delivery.ts";
import { type CheckoutValues, checkoutValues } from "./checkout.ts";
import { neededByIn, optionsByNeed } from "./needed-by.ts";
import type { CheckoutGifts, CheckoutView } from "./view.ts";

type Typed = Readonly<{
  values: CheckoutValues;
  attemptId?: AttemptId;
  ownOrderIds: ReadonlyArray<OrderId>;
  hasTriedToPay?: boolean;
}>;

export async function viewCheckout(cart: Cart, typed: Typed, now: Date): Promise<CheckoutView> {
  const { values } = typed;
  const store = await findStore();
  const choice = { ...choiceIn(cart, values, store.country), now, person: personAt(cart, typed) };
  const pricing = await priceCart(cart, choice);
  const { totals, gifts, options, chosen, zone, coupon } = pricing;
  const lines = linesForSale(cart.lines);
  return {
    attemptId: typed.attemptId ?? newId("attempt"),
    cartVersion: cart.version,
    values,
    lines: lines.map((line, index) => ({
      productId: line.productId,
      variantId: line.variantId,
      name: line.name,
      variantLabel: line.variantLabel,
      personalisation: line.personalisation,
      image: line.image.file,
      quantity: line.quantity,
      total: totals.lines[index]?.total ?? line.price.now,
      gift: gifts[index] ?? null,
    })),
    totals,
    couponProblem: problemOf(coupon),
    options: optionsByNeed(options, neededByIn(values), store.locale),
    chargeText: chosen && deliveryChargeText(chosen, lines, store.locale),
    gifts: giftsIn(lines, pricing, store),
    ...promisedIn(chosen, lines),
    days: daysIn(pricing, now),
    collection: options.some((option) => isCollection(option.method)) ? collectionPlace(store) : null,
    zoneNote: zone?.note ?? null,
    madeForYou: lines.flatMap(({ name, personalisation }) => {
      const text = personalisation && noReturnText(personalisation);
      return text ? [`${name}: ${text}`] : [];
    }),
    ages: [...new Set(lines.flatMap((line) => (line.ageText ? [line.ageText] : [])))],
  };
}

function promisedIn(chosen: DeliveryOption | null, lines: Cart["lines"]) {
  const { method = null, consignments = [] } = chosen ?? {};
  return {
    chosenMethod: method,
    confirmedDelivery: confirmedDelivery(method, consignments),
    parts: deliveryParts(consignments, lines),
  };
}

function giftsIn(lines: Cart["lines"], { gifts, wrapFee }: CartPricing, store: Store): CheckoutGifts {
  const rules = giftRules(store);
  const { locale } = store;
  const each = lines.map(({ name, quantity }, index) => ({ name, quantity, gift: gifts[index] ?? null }));
  return {
    fee: wrapFee && lines.some((line) => isGiftable(line, rules)) ? wrapText(wrapFee, locale) : null,
    papers: rules.papers,
    wrapped: each.flatMap(({ name, quantity, gift }) => {
      const text = paperText(gift);
      if (text === null || wrapFee === null) return [];
      const paperKey = rules.papers.find(({ label }) => label === gift?.paper)?.key ?? "";
      return [{ name, paperKey, text, price: wrapText(multiplyMoney(wrapFee, quantity), locale) }];
    }),
    cards: each.flatMap(({ name, gift }) => (gift?.message ? [{ name, message: gift.message }] : [])),
  };
}

function choiceIn(cart: Cart, values: CheckoutValues, home: string) {
  const country = values["delivery_country_code"] || home;
  return {
    postcode: normalisePostcode(values["delivery_postal_code"] ?? "", country) ?? cart.deliveryPostcode,
    countryCode: country,
    method: values["method"] || cart.deliveryMethod,
    day: values["delivery_day"] || null,
  };
}

function daysIn({ options, days }: CartPricing, now: Date): CheckoutView["days"] {
  if (options.every(({ bookedMethod }) => bookedMethod === null)) return null;
  return days.map((day) => ({ value: day, label: dayText(day, now) }));
}

/** A typed address counts for coupons only when the shopper pays, so that viewing the page reveals nothing about it. */
function personAt({ customerId }: Cart, { values, ownOrderIds, hasTriedToPay = false }: Typed) {
  return { customerId, email: (hasTriedToPay && values["email"]) || null, orderIds: ownOrderIds };
}

function problemOf(coupon: CartPricing["coupon"]): string | null {
  return coupon && !coupon.ok ? shopError(coupon).message : null;
}

export async function rememberDelivery(cart: Cart, values: CheckoutValues, now: Date): Promise<Cart> {
  const { country } = await findStore();
  const isHome = postcodeFamily(country).includes(values["delivery_country_code"] || country);
  const typed = isHome ? normalisePostcode(values["delivery_postal_code"] ?? "", country) : null;
  const postcode = typed ?? undefined;
  const method = values["method"] || undefined;
  const changed = await setDelivery(cart.id, { method, postcode }, now);
  return changed.ok ? changed.value : ((await findCart(cart.id)) ?? cart);
}

export type EarlierTry = Readonly<{
  values: CheckoutValues;
  outcome: Extract<PaymentState, "declined" | "cancelled" | "expired"> | null;
  reason: string | null;
}>;

export async function findEarlierTry(
  orderIds: ReadonlyArray<OrderId>,
  cartId: CartId,
): Promise<EarlierTry | null> {
  const order = await lastOrderOf(orderIds, cartId);
  if (!order || isPaidFor(order.status)) return null;
  const why = ["cancelled", "declined"].includes(order.status) ? await findLastReason(order.id) : null;
  return {
    values: checkoutValues({
      email: order.email,
      deliveryAddress: order.deliveryAddress,
      billingAddress: order.billingAddress,
      method: order.delivery.method,
      deliveryDay: order.delivery.promises.find(({ day }) => day)?.day ?? null,
      giftMessage: order.giftMessage,
      note: order.note,
      neededBy: order.delivery.neededBy ?? null,
      hasGiftReceipt: order.hasGiftReceipt,
    }),
    ...outcomeIn(why ?? ""),
  };
}

function outcomeIn(why: string): Pick<EarlierTry, "outcome" | "reason"> {
  const parts = /^(declined|cancelled|expired)(?:: (.+))?$/.exec(why);
  if (!parts) return { outcome: null, reason: null };
  return { outcome: parts[1] as EarlierTry["outcome"], reason: parts[2] ?? null };
}

export async function findPaidOrderOf(
  orderIds: ReadonlyArray<OrderId>,
  cartId: CartId,
): Promise<Order | null> {
  const order = await lastOrderOf(orderIds, cartId);
  return order && isPaidFor(order.status) ? order : null;
}

async function lastOrderOf(orderIds: ReadonlyArray<OrderId>, cartId: CartId): Promise<Order | null> {
  for (const id of orderIds) {
    const order = await findOrder(id);
    if (order?.cartId === cartId) return order;
  }
  return null;
}
