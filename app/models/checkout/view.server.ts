import { findCart, priceCart } from "#app/models/cart/cart.server.ts";
import { type Cart, type CartLine, linesForSale } from "#app/models/cart/cart.ts";
import { setDelivery } from "#app/models/cart/delivery.server.ts";
import { durabilityLabel } from "#app/models/catalogue/durability-label.server.ts";
import { findWarnings } from "#app/models/catalogue/product-safety.server.ts";
import { madeForYouLines } from "#app/models/platform/made-for-you.ts";
import { giftRules, isGiftable, paperText } from "#app/models/cart/gift.ts";
import { basketPreorderText } from "#app/models/cart/preorder.ts";
import type { CartPricing } from "#app/models/cart/pricing.ts";
import { priceOrFree } from "#app/models/cart/totals.ts";
import { findFulfilmentHistory } from "#app/models/order/fulfilment.server.ts";
import { wasPaid } from "#app/models/order/money.ts";
import { findLastMove, findOrder } from "#app/models/order/order.server.ts";
import type { Order } from "#app/models/order/order.ts";
import type { PaymentState } from "#app/models/order/payment/payment.ts";
import { isPaidFor } from "#app/models/order/status.ts";
import { shopError } from "#app/models/platform/error-messages.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import type { AttemptId, CartId, OrderId } from "#app/models/shared/ids.ts";
import { type Day, dayText } from "#app/models/shared/local-date.ts";
import { type Money, money, multiplyMoney } from "#app/models/shared/money.ts";
import { normalisePostcode, postcodeFamily } from "#app/models/shared/postcode.ts";
import { deliveryChargeText } from "#app/models/shipping/delivery-charge-text.ts";
import { findDeliveryRules } from "#app/models/shipping/shipping.server.ts";
import { deliveryDays, type DeliveryOption } from "#app/models/shipping/shipping.ts";
import { deliveryParts } from "#app/models/shipping/split-shipment.ts";
import { collectionPlace, isCollection } from "#app/models/shipping/store-pickup.ts";
import { legalGuaranteeNotice } from "#app/models/store/legal-guarantee-notice.server.ts";
import type { LegalGuaranteeText } from "#app/models/store/legal-guarantee-texts.ts";
import { legalGuaranteeTexts } from "#app/models/store/legal-guarantee.ts";
import { findStore } from "#app/models/store/store.server.ts";
import type { Store } from "#app/models/store/store.ts";

import { basketProblems } from "./basket-problems.ts";
import { confirmedDelivery } from "./confirmed-delivery.ts";
import { type CheckoutValues, checkoutValues, destinationCountry } from "./checkout.ts";
import { cheapestInTime, daysInTime, neededByIn, needText, optionsByNeed, unseenNeed } from "./needed-by.ts";
import type { CheckoutGifts, CheckoutView } from "./view.ts";

type Typed = Readonly<{
  values: CheckoutValues;
  attemptId?: AttemptId;
  ownOrderIds: ReadonlyArray<OrderId>;
  hasTriedToPay?: boolean;
  /** The total of the page before. */
  agreed?: Money | null;
  /** Of a gift list, whose family chose the words of its gifts. */
  isForFamily?: boolean;
  /** The shopper has just chosen an option. */
  isUpdate?: boolean;
}>;

export async function viewCheckout(cart: Cart, typed: Typed, now: Date): Promise<CheckoutView> {
  const { values, agreed = null, isForFamily = false } = typed;
  const store = await findStore();
  const choice = { ...choiceIn(cart, values, store.country), now, person: personAt(cart, typed) };
  const pricing = await priceInTime(cart, choice, typed);
  const { totals, options, chosen, zone, coupon } = pricing;
  const lines = linesForSale(cart.lines);
  const destination = destinationCountry({ ...values, method: chosen?.method ?? "" }, store.country);
  return {
    attemptId: typed.attemptId ?? newId("attempt"),
    cartVersion: cart.version,
    values,
    lines: summaryLines(lines, pricing),
    totals,
    problems: basketProblems(cart.lines, { total: totals.total, agreed, locale: store.locale }),
    couponProblem: problemOf(coupon),
    options: optionsByNeed(options, neededByIn(values), store.locale),
    need: needIn(pricing, values),
    chargeText: chosen && deliveryChargeText(chosen, lines, store.locale),
    gifts: giftsIn(lines, pricing, store),
    ...promisedIn(chosen, lines),
    days: daysIn(pricing, { need: neededByIn(values), now }),
    collection: collectionIn(options, store),
    zoneNote: zone?.note ?? null,
    preorder: basketPreorderText(lines, pricing, { store, country: choice.countryCode, now }),
    madeForYou: madeForYouLines(lines, isForFamily ? "list" : "open"),
    ages: agesOf(lines),
    legalGuarantee: await guaranteesOf(legalGuaranteeTexts(store, destination), lines),
  };
}

const agesOf = (lines: ReadonlyArray<CartLine>) => [
  ...new Set(lines.flatMap((line) => (line.ageText ? [line.ageText] : []))),
];

function collectionIn(options: CartPricing["options"], store: Store): CheckoutView["collection"] {
  return options.some((option) => isCollection(option.method)) ? collectionPlace(store) : null;
}

function summaryLines(lines: ReadonlyArray<CartLine>, { totals, gifts }: CartPricing): CheckoutView["lines"] {
  return lines.map((line, index) => ({
    productId: line.productId,
    variantId: line.variantId,
    name: line.name,
    variantLabel: line.variantLabel,
    personalisation: line.personalisation,
    image: line.image.file,
    quantity: line.quantity,
    total: totals.lines[index]?.total ?? line.price.now,
    gift: gifts[index] ?? null,
  }));
}

/** The notice, and the labels of producers that guarantee for longer. */
export async function guaranteesOf(
  texts: ReadonlyArray<LegalGuaranteeText>,
  lines: ReadonlyArray<Pick<CartLine, "productId">>,
): Promise<CheckoutView["legalGuarantee"]> {
  const notice = legalGuaranteeNotice(texts);
  if (!notice) return undefined;
  const products = await findWarnings([...new Set(lines.map(({ productId }) => productId))]);
  const labels = products.map(({ name, durability }) =>
    durability ? durabilityLabel(durability, name) : "",
  );
  return { ...notice, html: notice.html + labels.join("") };
}

/** A day that the shopper has just named chooses the cheapest way that is in time. */
async function priceInTime(
  cart: Cart,
  choice: Parameters<typeof priceCart>[1],
  { values, isUpdate = false }: Pick<Typed, "values" | "isUpdate">,
): Promise<CartPricing> {
  const pricing = await priceCart(cart, choice);
  const chosen = pricing.chosen?.method ?? null;
  const options = optionsByNeed(pricing.options, unseenNeed(values), pricing.locale);
  const own = options.find(({ method }) => method === chosen)?.need;
  // Whoever has just chosen one that is in time has it.
  if (isUpdate && own && !own.isLate) return pricing;
  const best = cheapestInTime(options, chosen);
  return best && best.method !== chosen ? priceCart(cart, { ...choice, method: best.method }) : pricing;
}

function needIn({ options, chosen, locale }: CartPricing, values: CheckoutValues): CheckoutView["need"] {
  const day = neededByIn(values);
  if (day === null) return null;
  const about = optionsByNeed(options, day, locale);
  const method = chosen?.method ?? null;
  const isLate = about.find((option) => option.method === method)?.need?.isLate ?? false;
  const isNew = unseenNeed(values) !== null;
  return { day, text: needText(about, { chosen: method, day, isNew, locale }), isLate };
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
    fee: wrapFee && lines.some((line) => isGiftable(line, rules)) ? priceOrFree(wrapFee, locale) : null,
    papers: rules.papers,
    wrapped: each.flatMap(({ name, quantity, gift }) => {
      const text = paperText(gift);
      if (text === null || wrapFee === null) return [];
      const paperKey = rules.papers.find(({ label }) => label === gift?.paper)?.key ?? "";
      return [{ name, paperKey, text, price: priceOrFree(multiplyMoney(wrapFee, quantity), locale) }];
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

function daysIn(
  { options, days }: CartPricing,
  { need, now }: Readonly<{ need: Day | null; now: Date }>,
): CheckoutView["days"] {
  if (options.every(({ bookedMethod }) => bookedMethod === null)) return null;
  return daysInTime(days, need).map((day) => ({ value: day, label: dayText(day, now) }));
}

/** The days on which the cart could be brought to what is typed, were no visits booked. */
export async function daysIfFree(cart: Cart, values: CheckoutValues, now: Date): Promise<ReadonlyArray<Day>> {
  const rules = await findDeliveryRules();
  const destination = choiceIn(cart, values, rules.country);
  const lines = linesForSale(cart.lines);
  const days = deliveryDays({ lines, items: money(0, rules.currency), destination, now }, rules);
  return daysInTime(days, neededByIn(values));
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

/** Null too where money may have come: no page then says that nothing was charged. */
export async function findEarlierTry(
  orderIds: ReadonlyArray<OrderId>,
  cartId: CartId,
): Promise<EarlierTry | null> {
  const order = await lastOrderOf(orderIds, cartId);
  if (!order || order.status === "payment-review") return null;
  if (wasPaid(order, await findFulfilmentHistory(order.id))) return null;
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
    ...outcomeIn(await whyEnded(order)),
  };
}

/** Empty where the shop's owner ended it, or nothing is known. */
async function whyEnded({ id, status }: Order): Promise<string> {
  const last = ["cancelled", "declined"].includes(status) ? await findLastMove(id) : null;
  return last?.by === "owner" ? "" : (last?.reason ?? "");
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
