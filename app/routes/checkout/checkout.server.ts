import { json } from "@remix-run/node";
import { z } from "zod";

import { notePaying } from "#app/http/request/analytics.server.ts";
import { currentCartId } from "#app/http/request/current-cart.server.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { shopOrigin } from "#app/http/request/origin.server.ts";
import { findVisitor, refuseFormOfOther } from "#app/http/request/require-customer.server.ts";
import { retryAfterHeader, seeOther, seeOtherOutside } from "#app/http/response/responses.server.ts";
import { clientAddress } from "#app/http/server/client-address.server.ts";
import { limit } from "#app/http/server/rate-limit.server.ts";
import { setGuestMarker } from "#app/http/session/guest-marker.server.ts";
import { commitSession, readSession } from "#app/http/session/session.server.ts";
import { findCart } from "#app/models/cart/cart.server.ts";
import { type Cart, linesForSale } from "#app/models/cart/cart.ts";
import { removeUnsold } from "#app/models/cart/update-line.server.ts";
import { asksToSave, withSavedAddresses } from "#app/models/checkout/addresses.ts";
import {
  checkOut,
  type CheckoutCommand,
  type CheckoutRefusal,
} from "#app/models/checkout/checkout.server.ts";
import {
  type CheckoutErrors,
  type CheckoutValues,
  type DayCode,
  dayProblem,
  isPreview,
  readCheckout,
  unseenNotice,
} from "#app/models/checkout/checkout.ts";
import { neededByProblem, unseenNeed, withoutLateDay } from "#app/models/checkout/needed-by.ts";
import { findAddresses } from "#app/models/checkout/found-address.server.ts";
import { withFoundAddress } from "#app/models/checkout/found-address.ts";
import { findSafetyRefusal } from "#app/models/cart/product-safety.server.ts";
import { daysIfFree, rememberDelivery, viewCheckout } from "#app/models/checkout/view.server.ts";
import type { CheckoutView } from "#app/models/checkout/view.ts";
import { saveAddressIfNew, listAddresses } from "#app/models/customer/address-book.server.ts";
import { ADDRESS_FORM } from "#app/models/customer/address.ts";
import type { Customer } from "#app/models/customer/customer.ts";
import { dropDraft, findDraft } from "#app/models/customer/saved-form.server.ts";
import { emailSchema } from "#app/models/email/address-schema.ts";
import { emailKey } from "#app/models/email/address.ts";
import { markGuest } from "#app/models/marketing/guest-tracking.server.ts";
import { leaveReminders, requestSubscription } from "#app/models/newsletter/subscription.server.ts";
import { type NewsletterTopic, topicsAmong } from "#app/models/newsletter/subscription.ts";
import type { CheckoutDetails } from "#app/models/order/order.ts";
import { shopError, type ShopErrorCode } from "#app/models/platform/error-messages.ts";
import { limitCouponEmail } from "#app/models/platform/rate-limits.server.ts";
import { isPersonalCode } from "#app/models/coupon/coupon.server.ts";
import {
  type AttemptId,
  type CartId,
  type CustomerId,
  isAttemptId,
  isOrderId,
  type OrderId,
} from "#app/models/shared/ids.ts";
import { isCurrency } from "#app/models/shared/currency.ts";
import { isDay } from "#app/models/shared/local-date.ts";
import { money } from "#app/models/shared/money.ts";
import { needsPostcode, normalisePostcode, postcodeName } from "#app/models/shared/postcode.ts";
import { ok, type Refusal } from "#app/models/shared/result.ts";
import { dayHeldUntil } from "#app/models/shipping/delivery-slot.server.ts";
import { findDeliveryRules } from "#app/models/shipping/shipping.server.ts";
import { heldText, releasedAt } from "#app/models/store/other-checkouts.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import type { Store } from "#app/models/store/store.ts";
import { paths } from "#app/paths.ts";
import { payments } from "#app/services/payment/payment.server.ts";

/** In characters. */
const VALUE_MAX = 2_000;

export const checkoutFormSchema = z.record(
  z.string().max(VALUE_MAX, "This is too long. Use fewer characters"),
);

/** After these refusals the same attempt may be sent again. */
export const SAME_ATTEMPT: ReadonlyArray<string> = [
  "payment-unavailable",
  "payment-stopped",
  "rate-limited",
  "coupon-emails",
  "order-state-conflict",
];

/** Rate limited before anything was checked. */
export const UNCOUNTED: ReadonlyArray<string> = ["rate-limited", "coupon-emails"];

const DAY_REFUSALS: ReadonlyArray<string> = ["delivery-day-needed", "delivery-day-gone"];

type Shown = Readonly<{
  status: number;
  errors?: CheckoutErrors;
  problem?: CheckoutProblem;
  attemptId?: AttemptId;
  headers?: HeadersInit;
  hasTriedToPay?: boolean;
}>;

export async function answerCheckout(request: Request, now: Date) {
  const [form, visitor] = await Promise.all([
    readForm(request, checkoutFormSchema, { honeypot: true }),
    findVisitor(request),
  ]);
  await refuseFormOfOther(request, form, { customer: visitor, path: paths.checkout() });
  const cartId = await currentCartId(request);
  const cart = cartId && (await findCart(cartId));
  if (!form.ok) {
    if (!cart) throw seeOther(paths.cart());
    return page({ request, cart }, form.values, { status: 422, errors: form.errors });
  }
  const typed = visitor ? withSavedAddresses(form.value, await listAddresses(visitor.id)) : form.value;
  const values = withoutLateDay(withFoundAddress(typed, (await findStore()).places.home));
  if (values["intent"] === REMOVE_UNSOLD) return withoutUnsold({ request, cart }, values, now);
  if (isPreview(values["intent"])) {
    if (!cart) throw seeOther(paths.cart());
    return preview({ request, cart, visitor }, values, now);
  }
  return pay(request, values, { cart, visitor, customerId: visitor?.id ?? null, now });
}

/** The button beside the names of what is no longer sold. */
export const REMOVE_UNSOLD = "remove-unsold";

async function withoutUnsold(
  { request, cart }: Readonly<{ request: Request; cart: Cart | null }>,
  values: CheckoutValues,
  now: Date,
) {
  if (cart) await removeUnsold(cart, now);
  const fresh = cart && (await findCart(cart.id));
  if (!fresh) throw seeOther(paths.cart());
  return page({ request, cart: fresh }, values, { status: 200 });
}

async function preview(
  { request, cart, visitor }: Readonly<{ request: Request; cart: Cart; visitor: Customer | null }>,
  values: CheckoutValues,
  now: Date,
) {
  const errors = values["intent"] === "dates" ? dateErrors(values, await findStore()) : {};
  const status = Object.keys(errors).length > 0 ? 422 : 200;
  const headers = new Headers();
  const shown = await askForReminder(request, values, { cartId: cart.id, visitor, headers, now });
  return page({ request, cart: await rememberDelivery(cart, values, now) }, shown, {
    status,
    errors,
    headers,
  });
}

function dateErrors(values: CheckoutValues, { places }: Pick<Store, "places">): CheckoutErrors {
  const country = values["delivery_country_code"] || places.home;
  const postcode = normalisePostcode(values["delivery_postal_code"] ?? "", country);
  const wrongDay = neededByProblem(values);
  const { name, example } = postcodeName(country);
  return {
    ...(postcode === null && needsPostcode(country)
      ? { delivery_postal_code: `Enter a full ${name}, such as ${example}` }
      : {}),
    ...(wrongDay ? { needed_by: wrongDay } : {}),
  };
}

type At = Readonly<{
  cart: Cart | null;
  visitor: Customer | null;
  customerId: CustomerId | null;
  now: Date;
}>;

async function pay(request: Request, values: CheckoutValues, at: At) {
  const { cart } = at;
  const attemptId = isAttemptId(values["attempt"]) ? values["attempt"] : undefined;
  const store = await findStore();
  const read = readCheckout(values, store.places);
  if (!read.ok && cart)
    return page({ request, cart }, values, { status: 422, errors: read.errors, attemptId });
  if (!read.ok || !attemptId) throw seeOther(cart ? paths.checkout() : paths.cart());

  const unseen = cart && (await unseenErrors(cart, values, store));
  if (unseen) return page({ request, cart }, values, { status: 422, errors: unseen, attemptId });
  return orderAndPay(request, values, { ...at, attemptId, details: read.value });
}

type Ready = At & Readonly<{ attemptId: AttemptId; details: CheckoutDetails }>;

/** Leads to the payment page, or shows why nothing was ordered. */
async function orderAndPay(request: Request, values: CheckoutValues, ready: Ready) {
  const { cart, visitor, customerId, attemptId, details, now } = ready;
  const cartId = cart?.id ?? null;
  const ownOrderIds = (await readSession(request)).orderIds();
  const known = { attemptId, cartId, customerId, ownOrderIds, details };
  const allowed = await limitTries(request, { cart, email: details.email, visitor }, now);
  const done = allowed.ok ? await checkOut(checkoutCommand(values, known), now) : allowed;
  if (!done.ok) return refuse(request, values, { cart, refusal: done, attemptId });
  const paying = { cart, method: details.method, provider: payments().name, now };
  await notePaying(request, done.value.orderId, paying);
  const headers = await sessionHeaders(request, done.value.orderId);
  await applyOptIns(values, { details, cartId, visitor, headers }, now);
  throw toPaymentPage(done.value.url, headers);
}

/**
 * Where the shopper pays without having read the notice on the legal guarantee, or that something may be late; null: all
 * is well.
 */
async function unseenErrors(
  cart: Cart,
  values: CheckoutValues,
  store: Store,
): Promise<CheckoutErrors | null> {
  const notice = unseenNotice(values, store);
  if (notice) return notice;
  const day = unseenNeed(values);
  if (day === null) return null;
  const { need, chosenMethod } = await viewCheckout(cart, { values, ownOrderIds: [] }, new Date());
  if (!need || (!need.isLate && chosenMethod === values["method"])) return null;
  return { method: `${need.text ?? ""} Check your delivery option before you pay` };
}

export function toPaymentPage(url: string, headers: Headers): Response {
  if (url.startsWith("/")) return seeOther(url, headers);
  const { origin } = payments();
  return seeOtherOutside(url, origin ? [origin] : [], headers);
}

export function checkoutCommand(
  values: CheckoutValues,
  known: Pick<CheckoutCommand, "attemptId" | "cartId" | "customerId" | "ownOrderIds" | "details">,
): CheckoutCommand {
  return {
    ...known,
    cartVersion: Number(values["cartVersion"]),
    agreedTotal: Number(values["agreedTotal"]),
    agreedCurrency: values["agreedCurrency"],
    confirmedDelivery: values["confirmedDelivery"],
    returnAddresses,
  };
}

type Refused = Readonly<{
  cart: Cart | null;
  refusal: Refusal<CheckoutRefusal | "rate-limited" | "coupon-emails">;
  attemptId: AttemptId;
}>;

async function refuse(request: Request, values: CheckoutValues, { cart, refusal, attemptId }: Refused) {
  const { status, message } = shopError(refusal);
  const orderId = isOrderId(refusal.detail["orderId"]) ? refusal.detail["orderId"] : null;
  const headers = orderId ? await sessionHeaders(request, orderId) : new Headers(retryAfterHeader(refusal));
  if (refusal.code === "already-ordered") {
    return json({ kind: "already-ordered" as const, orderId }, { status, headers });
  }
  if (!cart || refusal.code === "cart-empty") throw seeOther(paths.cart(), headers);
  const hasTriedToPay = !UNCOUNTED.includes(refusal.code);
  // Another tab may have changed the cart meanwhile.
  const fresh = (await findCart(cart.id)) ?? cart;
  const errors = errorsOf(refusal.code, message);
  if (errors) return page({ request, cart: fresh }, values, { status, headers, hasTriedToPay, errors });
  return page({ request, cart: fresh }, values, {
    status,
    hasTriedToPay,
    headers,
    problem: problemOf(withHeld(refusal, fresh), orderId),
    attemptId: SAME_ATTEMPT.includes(refusal.code) ? attemptId : undefined,
  });
}

/** Shown at a field instead of above the form, or null. */
function errorsOf(code: string, message: string): CheckoutErrors | null {
  if (DAY_REFUSALS.includes(code)) return { delivery_day: message };
  if (code === "method-unavailable") return { method: `${message}.` };
  return code === "product-safety" ? {} : null;
}

async function page(
  { request, cart }: Readonly<{ request: Request; cart: Cart }>,
  values: CheckoutValues,
  { status, errors = {}, problem, attemptId, headers, hasTriedToPay }: Shown,
) {
  const ownOrderIds = (await readSession(request)).orderIds();
  const own = { values: withoutOwnFields(values), attemptId, ownOrderIds, hasTriedToPay };
  const typed = { ...own, agreed: agreedTotal(values), isUpdate: values["intent"] === "update" };
  const view = await viewCheckout(cart, typed, new Date());
  const code = dayProblem(view, values);
  const lookup = await lookUpAddresses(request, values);
  const shown = {
    ...(lookup?.choices ? errors : withoutList(errors)),
    ...(code ? { delivery_day: await dayProblemText(code, cart, view) } : {}),
    ...(await safetyErrors(cart, values)),
  };
  const answer = { kind: "form" as const, view, lookup, errors: shown, problem: problem ?? null };
  return json(answer, { status, headers });
}

async function dayProblemText(code: DayCode, cart: Cart, { values, options, chosenMethod }: CheckoutView) {
  const { message } = shopError({ code, detail: {} });
  const { delivery_day: day = "" } = values;
  const method = options.find((option) => option.method === chosenMethod)?.bookedMethod;
  if (code !== "delivery-day-gone" || !isDay(day) || !method) return message;
  const end = await dayHeldUntil({ method, day }, await findDeliveryRules(), cart.id);
  const now = new Date();
  if (end === null || !(await daysIfFree(cart, values, releasedAt(end, now))).includes(day)) return message;
  return `That day is ${heldText(end, now, await findStore())}, or choose another`;
}

function agreedTotal({ agreedTotal: minor = "", agreedCurrency: currency = "" }: CheckoutValues) {
  return /^\d{1,12}$/.test(minor) && isCurrency(currency) ? money(Number(minor), currency) : null;
}

export async function lookUpAddresses(request: Request, values: CheckoutValues) {
  const { home } = (await findStore()).places;
  return findAddresses(values, { home, visitor: clientAddress(request), now: new Date() });
}

/** The message about a list that is no longer shown stands at the field for the street. */
function withoutList({ delivery_found: unchosen, ...errors }: CheckoutErrors): CheckoutErrors {
  return unchosen === undefined ? errors : { ...errors, delivery_address1: ADDRESS_FORM.address1.missing };
}

async function safetyErrors(cart: Cart, values: CheckoutValues): Promise<CheckoutErrors> {
  const {
    method = null,
    delivery_country_code: country = "GB",
    delivery_postal_code: postcode = "",
  } = values;
  const destination = { method, country_code: country, postal_code: postcode };
  const refusal = await findSafetyRefusal(linesForSale(cart.lines), destination);
  if (!refusal) return {};
  const field = country === "GB" ? "delivery_postal_code" : "delivery_country_code";
  return { [field]: shopError(refusal).message };
}

export function returnAddresses(orderId: OrderId) {
  const address = (path: string) => new URL(path, shopOrigin()).href;
  return {
    returnUrl: address(paths.orderProcessing({ order: orderId })),
    cancelUrl: address(paths.orderProcessing({ order: orderId, left: 1 })),
  };
}

export async function sessionHeaders(request: Request, orderId: OrderId): Promise<Headers> {
  const session = await readSession(request);
  session.addOrder(orderId);
  const cookie = await commitSession(session);
  return new Headers(cookie ? { "Set-Cookie": cookie } : {});
}

type Paying = Readonly<{
  cart: Pick<Cart, "id" | "couponCode"> | null;
  email: string;
  visitor: Customer | null;
}>;

/** Ten attempts in ten minutes for each address and each cart, against card testing (P-11). */
export async function limitTries(request: Request, paying: Paying, now: Date) {
  for (const key of [`address ${clientAddress(request)}`, `cart ${paying.cart?.id ?? "none"}`]) {
    const allowed = await limit("checkout", key);
    if (!allowed.ok) return allowed;
  }
  return limitTypedEmail(request, paying, now);
}

/** A once-per-customer coupon reveals who has used it, so few unconfirmed email addresses may try. */
async function limitTypedEmail(request: Request, { cart, email, visitor }: Paying, now: Date) {
  const couponCode = cart?.couponCode ?? null;
  const key = emailKey(email);
  const isOwn = visitor?.isVerified === true && emailKey(visitor.email) === key;
  if (isOwn || couponCode === null || !(await isPersonalCode(couponCode))) return ok(null);
  return limitCouponEmail({ address: clientAddress(request), emailKey: key }, now);
}

type Ordered = Readonly<{
  details: CheckoutDetails;
  cartId: CartId | null;
  visitor: Customer | null;
  headers: Headers;
}>;

/** A failure never undoes the order. `headers` get the guest marker. */
async function applyOptIns(values: CheckoutValues, ordered: Ordered, now: Date): Promise<void> {
  const { details, visitor } = ordered;
  if (visitor) await forgetTypedCheckout(visitor.id);
  if (visitor && asksToSave(values)) await saveAddressIfNew(visitor.id, details.deliveryAddress, now);
  const { newsletter, remind, reminded } = await withoutUnticked(values, visitor, now);
  const topics = topicsAmong([newsletter === "on" && "news", remind === "on" && "baskets"]);
  const isNew = newsletter === "on" || reminded !== details.email;
  if (topics.length > 0 && isNew) await subscribeBuyer({ ...ordered, email: details.email, topics, now });
}

type Asking = Pick<Ordered, "cartId" | "visitor" | "headers"> & Readonly<{ now: Date }>;

/** As soon as the box is ticked, because whoever leaves sends no more; once for an address, which the form remembers. */
async function askForReminder(request: Request, typed: CheckoutValues, asking: Asking) {
  const values = await withoutUnticked(typed, asking.visitor, asking.now);
  const email = emailSchema.safeParse(values["email"]);
  if (values["remind"] !== "on" || !email.success || values["reminded"] === email.data) return values;
  const allowed = await limit("newsletter", clientAddress(request));
  if (!allowed.ok) return values;
  await subscribeBuyer({ ...asking, email: email.data, topics: ["baskets"] });
  return { ...values, reminded: email.data };
}

/**
 * The box is shown only to whoever had not agreed, so for a customer's own confirmed address a form without its tick ends
 * what a tick before it began. The form cannot know whether that tick was answered, or for which address.
 */
async function withoutUnticked(values: CheckoutValues, visitor: Customer | null, now: Date) {
  const { remind, reminded } = values;
  if (remind === "on" || reminded === undefined || !visitor?.isVerified) return values;
  await leaveReminders(visitor.email, now);
  return { ...values, reminded: "" };
}

type Subscribing = Asking & Readonly<{ email: string; topics: ReadonlyArray<NewsletterTopic> }>;

/** Confirmed by email, or at once for a customer's own confirmed address. */
async function subscribeBuyer({ email, topics, cartId, visitor, headers, now }: Subscribing) {
  await requestSubscription({ email, source: "checkout", topics, visitor }, now);
  if (visitor) return;
  headers.append(
    "Set-Cookie",
    await setGuestMarker(await markGuest({ email, cartId, source: "checkout" }, now)),
  );
}

/** Fields that the page fills in anew. */
const OWN_FIELDS = ["intent", "attempt", "agreedTotal", "agreedCurrency", "confirmedDelivery", "cartVersion"];

export function withoutOwnFields(values: CheckoutValues): CheckoutValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !OWN_FIELDS.includes(name)));
}

/** Saved when the customer's session ended; null after an hour. */
export async function findTypedCheckout(customerId: CustomerId, now: Date): Promise<CheckoutValues | null> {
  const draft = await findDraft({ customerId, path: paths.checkout() }, now);
  return draft && withoutOwnFields(draft);
}

function forgetTypedCheckout(customerId: CustomerId): Promise<void> {
  return dropDraft({ customerId, path: paths.checkout() });
}

type CheckoutProblem = Readonly<{
  code: string;
  message: string;
  detail: string | null;
  link: Readonly<{ to: string; label: string }> | null;
}>;

function problemOf(refusal: Refusal<ShopErrorCode>, orderId: OrderId | null): CheckoutProblem {
  const { code } = refusal;
  return {
    code,
    message: shopError(refusal).message,
    detail: detailOf(refusal),
    link: linkOf(code, orderId),
  };
}

/** With what the last line of the variant says, whose earlier lines come first. */
function withHeld(refusal: Refusal<ShopErrorCode>, { lines }: Cart): Refusal<ShopErrorCode> {
  const held = lines.findLast(({ variantId }) => variantId === refusal.detail["variantId"])?.held;
  return held ? { ...refusal, detail: { ...refusal.detail, held } } : refusal;
}

function detailOf({ code, detail }: Refusal<string>): string | null {
  if (code !== "insufficient-stock") return null;
  const available = Number(detail["available"] ?? 0);
  const left = available > 0 ? `only ${available} left` : "sold out";
  return `${String(detail["name"] ?? "One of the items")}: ${String(detail["held"] ?? left)}`;
}

function linkOf(code: string, orderId: OrderId | null): CheckoutProblem["link"] {
  if (code === "insufficient-stock" || code === "coupon-emails")
    return { to: paths.cart(), label: "Change your basket" };
  if (code === "payment-under-way" && orderId) {
    return { to: paths.orderProcessing({ order: orderId }), label: "Check your payment" };
  }
  return null;
}
