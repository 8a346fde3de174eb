import { findCart, priceCart } from "#app/models/cart/cart.server.ts";
import { type Cart, lineProblem, type LineProblem, linesForSale } from "#app/models/cart/cart.ts";
import type { CartPricing } from "#app/models/cart/pricing.ts";
import { findSafetyRefusal } from "#app/models/cart/product-safety.server.ts";
import { fullName } from "#app/models/catalogue/full-name.ts";
import { shortageOf } from "#app/models/catalogue/inventory/stock.ts";
import type { Address } from "#app/models/customer/address.ts";
import type { CheckoutDetails, ChosenDelivery, Order, OrderPromise } from "#app/models/order/order.ts";
import { findOrder, findOrderByAttempt } from "#app/models/order/order.server.ts";
import { closeOtherAttempts } from "#app/models/order/payment/other-attempts.server.ts";
import { openPayment, type ReturnAddresses } from "#app/models/order/payment/page.server.ts";
import { settle } from "#app/models/order/payment/payment.server.ts";
import { cartHash, existingOrder, placeOrder, type Proposal } from "#app/models/order/place-order.server.ts";
import type { ClosedPage } from "#app/models/order/reservation.server.ts";
import { isPaidFor } from "#app/models/order/status.ts";
import type { AttemptId, CartId, OrderId } from "#app/models/shared/ids.ts";
import type { Money } from "#app/models/shared/money.ts";
import { ok, type Refusal, refused, type Result } from "#app/models/shared/result.ts";
import type { RequestedDay } from "#app/models/shipping/delivery-slot.server.ts";
import { findDeliveryRules } from "#app/models/shipping/shipping.server.ts";
import type { Consignment } from "#app/models/shipping/shipment-groups.ts";
import type { DeliveryOption } from "#app/models/shipping/shipping.ts";
import { collectionPlace, isCollection } from "#app/models/shipping/store-pickup.ts";
import { findStore } from "#app/models/store/store.server.ts";
import type { Store } from "#app/models/store/store.ts";
import type { OpenRefusal } from "#app/services/payment/payment-port.ts";
import { paymentsFor } from "#app/services/payment/payment.server.ts";

import { isLaterThanConfirmed } from "./confirmed-delivery.ts";

export type CheckoutCommand = Readonly<{
  attemptId: AttemptId;
  cartId: CartId | null;
  cartVersion: number;
  /** As the shopper saw it, in minor units: compared, never charged. */
  agreedTotal: number;
  /** A page of another build wrote none. */
  agreedCurrency?: string;
  /** As in the form; missing if the shopper saw none. */
  confirmedDelivery?: string;
  details: CheckoutDetails;
  customerId?: string | null;
  ownOrderIds?: ReadonlyArray<OrderId>;
  returnAddresses: (orderId: OrderId) => ReturnAddresses;
}>;

/** Tries against another tab of the same cart. */
const ROUNDS = 3;

type CheckedOut = Readonly<{ orderId: OrderId; url: string }>;

export type CheckoutRefusal =
  | "cart-empty"
  | "cart-changed"
  | "total-changed"
  | "arrival-changed"
  | LineProblem
  | "delivery-unavailable"
  | "method-unavailable"
  | "product-safety"
  | "delivery-day-needed"
  | "delivery-day-gone"
  | "coupon-used-up"
  | "coupon-in-use"
  | "coupon-used-by-you"
  | "already-ordered"
  | "payment-under-way"
  | "attempt-over"
  | "order-state-conflict"
  | "sums-differ"
  | OpenRefusal;

/** A refusal leaves the cart as it is; the same attempt again gets the same order and page. */
export async function checkOut(
  command: CheckoutCommand,
  now: Date,
): Promise<Result<CheckedOut, CheckoutRefusal>> {
  const { cartId } = command;
  const earlier = await findOrderByAttempt(command.attemptId);
  if (earlier && isPaidFor(earlier.status)) return refused("already-ordered", { orderId: earlier.id });
  if (!cartId) return refused("cart-empty");
  for (let round = 1; ; round += 1) {
    const done = await tryCheckOut({ ...command, cartId }, earlier !== null, now);
    // Another tab's order came in between, and ends like any earlier one.
    if (done.ok || done.code !== "order-state-conflict" || round === ROUNDS) return done;
  }
}

async function tryCheckOut(
  command: CheckoutCommand & Readonly<{ cartId: CartId }>,
  isRepeat: boolean,
  now: Date,
): Promise<Result<CheckedOut, CheckoutRefusal>> {
  const { cartId } = command;
  // First, because an earlier attempt of this cart may hold the last unit.
  const others = await closeOtherAttempts(cartId, command.attemptId, now);
  if (!others.ok) return others;
  const cart = await findCart(cartId);
  if (!cart || linesForSale(cart.lines).length === 0) return refused("cart-empty");
  const problem = await findProblem(cart, command.attemptId);
  if (problem) return problem;
  return orderCart(cart, { command, superseded: others.value, isRepeat }, now);
}

/**
 * The rule of the basket page, so nothing is ordered without what is no longer sold before the shopper has read so.
 * Stock is checked once, without a lock (decision 0005): {@link reserveOrderStock} decides. `cart` must be read after the
 * checkout began; a second click, whose first click bought the last unit, passes on to the order of `attemptId`.
 */
export async function findProblem(cart: Cart, attemptId: AttemptId): Promise<Refusal<LineProblem> | null> {
  const line = cart.lines.find((one) => lineProblem(one) !== null);
  const problem = line ? lineProblem(line) : null;
  if (!line || !problem || (await findOrderByAttempt(attemptId))) return null;
  const { variantId, quantity: requested, available } = line;
  const { quantityMinimum: minimum, quantityMaximum: maximum } = line;
  const name = fullName(line.name, line.variantLabel);
  return refused(problem, { ...shortageOf({ variantId, name, requested, available }), minimum, maximum });
}

type Try = Readonly<{ command: CheckoutCommand; superseded: ReadonlyArray<ClosedPage>; isRepeat: boolean }>;

async function orderCart(
  cart: Cart,
  { command, superseded, isRepeat }: Try,
  now: Date,
): Promise<Result<CheckedOut, CheckoutRefusal>> {
  const proposed = await propose(command, cart, now);
  if (!proposed.ok) return proposed;
  const agreed = isRepeat
    ? await existingOrder(command.attemptId, cartHash(proposed.value))
    : agree(command, proposed.value);
  if (!agreed.ok) return agreed;
  const placed = await placeOrder(proposed.value, superseded, now);
  return placed.ok ? pageFor(placed.value, command, now) : placed;
}

async function propose(
  { attemptId, details, customerId = null, ownOrderIds: orderIds }: CheckoutCommand,
  cart: Cart,
  now: Date,
): Promise<Result<Proposal, "delivery-unavailable" | "method-unavailable" | "product-safety">> {
  const lines = linesForSale(cart.lines);
  const { method, deliveryDay: day } = details;
  const unsafe = await findSafetyRefusal(lines, { ...details.deliveryAddress, method });
  if (unsafe) return unsafe;
  const person = { customerId: customerId ?? cart.customerId, email: details.email, orderIds };
  const postcode = details.deliveryAddress.postal_code || null;
  const countryCode = details.deliveryAddress.country_code;
  const pricing = await priceCart(cart, { method, postcode, countryCode, day, now, person });
  const { totals, gifts, chosen: option } = pricing;
  if (option?.method !== method) return undeliverable(pricing, method);
  const price = totals.delivery ?? option.price;
  const [delivery, requestedDay] = await Promise.all([
    chosenDelivery({ ...option, price }, details.neededBy),
    findRequestedDay(option),
  ]);
  const coupon = pricing.coupon?.ok ? pricing.coupon.value : null;
  return ok({
    attemptId,
    cart,
    lines,
    gifts,
    totals,
    coupon,
    delivery: { ...delivery, ...cheaperOffered(pricing.options, price) },
    requestedDay,
    details: await addressedDetails(details),
    customerId,
    provider: paymentsFor(totals.total).name,
  });
}

/** The least that could be chosen, where it is less than `chosen`. A collection is no delivery. */
function cheaperOffered(options: CartPricing["options"], chosen: Money): Pick<ChosenDelivery, "cheapest"> {
  const cheapest = options
    .filter(({ method, unavailableReason }) => unavailableReason === null && !isCollection(method))
    .reduce((least, { price }) => (price.minor < least.minor ? price : least), chosen);
  return cheapest.minor < chosen.minor ? { cheapest } : {};
}

/** Why it cannot go by `method`; that nothing can be delivered there is said only where it is so. */
function undeliverable({ chosen, options, postcode }: CartPricing, method: string) {
  if (!chosen) return refused("delivery-unavailable", { postcode: postcode.inSentence });
  const why = options.find((option) => option.method === method)?.unavailableReason;
  return refused("method-unavailable", { reason: why ?? "We do not offer that delivery option." });
}

/** Every promise as the shopper read it. */
async function chosenDelivery(
  option: DeliveryOption,
  neededBy: CheckoutDetails["neededBy"] = null,
): Promise<ChosenDelivery> {
  const { method, name, price, consignments } = option;
  return {
    method,
    name,
    promises: consignments.map(promiseOf),
    price,
    ...(neededBy ? { neededBy } : {}),
    ...(isCollection(method) ? { collection: collectionPlace(await findStore()) } : {}),
  };
}

function promiseOf(consignment: Consignment): OrderPromise {
  const { what, when, from, to, day, releaseAt, sendBy, variantIds } = consignment;
  return { what, when, from, to, day, releaseAt, sendBy, variantIds };
}

async function findRequestedDay(option: DeliveryOption): Promise<RequestedDay | null> {
  const { bookedMethod: method, consignments } = option;
  if (method === null) return null;
  const { methods } = await findDeliveryRules();
  return {
    method,
    day: consignments.find(({ day }) => day !== null)?.day ?? null,
    perDay: methods.find(({ key }) => key === method)?.booking?.perDay ?? null,
  };
}

async function addressedDetails(details: CheckoutDetails): Promise<CheckoutDetails> {
  if (!isCollection(details.method)) return details;
  const deliveryAddress = collectionAddress(await findStore(), details.deliveryAddress);
  return { ...details, deliveryAddress };
}

function collectionAddress({ company }: Pick<Store, "company">, collector: Address): Address {
  const { address } = company;
  return {
    first_name: collector.first_name,
    last_name: collector.last_name,
    phone: collector.phone,
    company: address.company,
    address1: address.address1,
    address2: address.address2,
    city: address.city,
    postal_code: address.postalCode,
    country: address.country,
    country_code: address.countryCode,
  };
}

type AgreementRefusal = Extract<
  CheckoutRefusal,
  "cart-changed" | "total-changed" | "arrival-changed" | "delivery-day-needed" | "delivery-day-gone"
>;

function agree(
  { cartVersion, agreedTotal, agreedCurrency, confirmedDelivery = "" }: CheckoutCommand,
  { cart, totals, delivery, requestedDay, details }: Proposal,
): Result<null, AgreementRefusal> {
  if (requestedDay && requestedDay.day === null)
    return refused(details.deliveryDay === null ? "delivery-day-needed" : "delivery-day-gone");
  if (!isTotal(totals.total, agreedTotal, agreedCurrency))
    return refused("total-changed", { total: totals.total.minor });
  if (isLaterThanConfirmed(confirmedDelivery, delivery)) return refused("arrival-changed");
  return cart.version === cartVersion ? ok(null) : refused("cart-changed");
}

function isTotal({ minor, currency }: Money, agreedMinor: number, agreedCurrency = currency): boolean {
  return minor === agreedMinor && currency === agreedCurrency;
}

async function pageFor(
  placed: Order,
  command: CheckoutCommand,
  now: Date,
): Promise<Result<CheckedOut, "already-ordered" | "payment-under-way" | "attempt-over" | OpenRefusal>> {
  const settled = await settle(placed.id, now);
  const order = settled?.order ?? placed;
  if (isPaidFor(order.status)) return refused("already-ordered", { orderId: order.id });
  if (order.status !== "awaiting-payment") return refused("attempt-over", { orderId: order.id });
  if (settled?.state === "processing") return refused("payment-under-way", { orderId: order.id });
  const opened = await openPayment(order, command.returnAddresses(order.id));
  if (!opened.ok) return paidMeanwhile(order.id, opened);
  // Nothing is left to do for the shopper, who may never come back to the shop.
  if (order.totals.total.minor === 0) await settle(order.id, now);
  return ok({ orderId: order.id, url: opened.value });
}

/** `unopened`, unless the order was paid for while its page was opened. */
async function paidMeanwhile<Code extends string>(orderId: OrderId, unopened: Refusal<Code>) {
  const after = await findOrder(orderId);
  return after && isPaidFor(after.status) ? refused("already-ordered", { orderId }) : unopened;
}
