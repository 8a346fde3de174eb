/** What the form of the list checkout does. */
import { readForm } from "#app/http/request/form.server.ts";
import { refuseFormOfOther } from "#app/http/request/require-customer.server.ts";
import { retryAfterHeader, seeOther } from "#app/http/response/responses.server.ts";
import { clientAddress } from "#app/http/server/client-address.server.ts";
import { limit } from "#app/http/server/rate-limit.server.ts";
import { readSession } from "#app/http/session/session.server.ts";
import { applyCoupon, removeCoupon } from "#app/models/cart/coupon.server.ts";
import { removeLine, removeUnsold } from "#app/models/cart/update-line.server.ts";
import { fullName } from "#app/models/catalogue/full-name.ts";
import {
  type CheckoutErrors,
  type CheckoutValues,
  firstMessages,
  readCheckout,
  unseenNotice,
} from "#app/models/checkout/checkout.ts";
import { listAddressName } from "#app/models/gift-list/gift-list.ts";
import {
  changeGiver,
  type GiftRefusal,
  type GiverCart,
  giveAllTheSame,
} from "#app/models/gift-list/giver-cart.server.ts";
import { orderGifts } from "#app/models/gift-list/list-checkout.server.ts";
import { cardText, giverSchema, orderedValues, withoutPlace } from "#app/models/gift-list/list-checkout.ts";
import type { CheckoutDetails } from "#app/models/order/order.ts";
import { shopError, type ShopErrorCode } from "#app/models/platform/error-messages.ts";
import { type AttemptId, isAttemptId, isOrderId } from "#app/models/shared/ids.ts";
import type { Refusal } from "#app/models/shared/result.ts";
import { isCollection } from "#app/models/shipping/store-pickup.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { paths } from "#app/paths.ts";

import {
  checkoutFormSchema,
  checkoutCommand,
  limitTries,
  REMOVE_UNSOLD,
  SAME_ATTEMPT,
  sessionHeaders,
  toPaymentPage,
  UNCOUNTED,
  withoutOwnFields,
} from "./checkout.server.ts";
import {
  findGiving,
  type Giving,
  listCheckoutPage,
  requireGiverCart,
  type Shown,
} from "./list-checkout-page.server.ts";

type Answered = Awaited<ReturnType<typeof listCheckoutPage>>;
type Answer = Readonly<{ status: number; page: Answered; headers?: HeadersInit }>;

export async function answerListCheckout(
  request: Request,
  listId: string | undefined,
  now: Date,
): Promise<Answer> {
  const giving = await requireGiverCart(request, listId, now);
  const form = await readForm(request, checkoutFormSchema, { honeypot: true });
  const customer = giving.visitor;
  await refuseFormOfOther(request, form, { customer, path: paths.giftListCheckout(giving.list.id) });
  if (!form.ok) return again(request, giving, { values: form.values, errors: form.errors });
  const values = form.value;
  switch (values["intent"]) {
    case "update":
    case "apply-coupon":
      return enterCoupon(request, { giving, values, now });
    case "remove-coupon":
      await removeCoupon(giving.cart.id, now);
      return shownAfresh(request, { giving, values, now });
    case "take-out":
    case "give-all-the-same":
      return settleConflict(request, { giving, values, now });
    case REMOVE_UNSOLD:
      await removeUnsold(giving.cart, now);
      return shownAfresh(request, { giving, values, now });
    case "take-out-line":
      return takeOutLine(giving, values, now);
    default:
      return payWithTyped(request, { giving, values, now });
  }
}

type Again = Shown & Readonly<{ values: CheckoutValues; status?: number; headers?: HeadersInit }>;

async function again(
  request: Request,
  giving: Giving,
  { values, status = 422, headers, ...shown }: Again,
): Promise<Answer> {
  const page = await listCheckoutPage(request, giving, { ...shown, values: withoutOwnFields(values) });
  return { status, page, headers };
}

type Sent = Readonly<{ giving: Giving; values: CheckoutValues; now: Date }>;

/** The form as it was sent, with the cart as it is now. Throws a redirect to the basket if that is empty. */
async function shownAfresh(request: Request, { giving, values, now }: Sent): Promise<Answer> {
  const fresh = await findGiving(giving.list.id, giving, now);
  if (!fresh) throw seeOther(paths.cart());
  return again(request, fresh, { values, status: 200 });
}

async function enterCoupon(request: Request, { giving, values, now }: Sent): Promise<Answer> {
  const typed = values["coupon"] ?? "";
  if (typed === "" && values["intent"] === "update") return again(request, giving, { values, status: 200 });
  const entered = await applyTyped(request, { giving, values, now });
  if (!entered.ok) return refusedCoupon(request, { giving, values, now }, entered);
  return shownAfresh(request, { giving, values: withoutCoupon(values), now });
}

async function applyTyped(request: Request, { giving: { cart }, values, now }: Sent) {
  const allowed = await limit("coupon", clientAddress(request));
  return allowed.ok ? applyCoupon(cart, values["coupon"] ?? "", now) : allowed;
}

async function refusedCoupon(
  request: Request,
  { giving, values }: Sent,
  refusal: Refusal<ShopErrorCode>,
): Promise<Answer> {
  if (refusal.code === "cart-not-found") throw seeOther(paths.cart());
  const { status, message } = shopError(refusal);
  const headers = retryAfterHeader(refusal);
  return again(request, giving, { values, status, headers, errors: { coupon: message } });
}

function withoutCoupon(values: CheckoutValues): CheckoutValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name !== "coupon"));
}

async function settleConflict(request: Request, { giving, values, now }: Sent): Promise<Answer> {
  const { cart } = giving;
  const { gift_name: name, ...typed } = values;
  const line = cart.lines.find((one) => fullName(one.name, one.variantLabel) === name);
  if (line && values["intent"] === "take-out") await removeLine(cart.id, line.id, now);
  if (line && values["intent"] === "give-all-the-same") await giveAllTheSame(cart.id, line.variantId);
  return shownAfresh(request, { giving, values: typed, now });
}

async function takeOutLine({ cart }: Giving, values: CheckoutValues, now: Date): Promise<never> {
  const line = cart.lines.find(({ id }) => id === values["lineId"]);
  if (line) await removeLine(cart.id, line.id, now);
  throw seeOther(paths.cart());
}

/** A code that is typed but not applied yet is applied first: the new total is not the one that was agreed to. */
async function payWithTyped(request: Request, sent: Sent): Promise<Answer> {
  if (!sent.values["coupon"]) return pay(request, sent);
  const entered = await applyTyped(request, sent);
  if (!entered.ok) return refusedCoupon(request, sent, entered);
  const { giving, now } = sent;
  const fresh = await findGiving(giving.list.id, giving, now);
  return pay(request, { giving: fresh ?? giving, values: withoutCoupon(sent.values), now });
}

async function pay(request: Request, { giving, values, now }: Sent): Promise<Answer> {
  const { list, cart, visitor } = giving;
  const read = await readDetails(giving, values);
  if (!read.ok) return again(request, giving, { values, errors: read.errors });
  const attemptId = isAttemptId(values["attempt"]) ? values["attempt"] : null;
  if (attemptId === null) throw seeOther(paths.giftListCheckout(list.id));
  const tried = { giving, values, attemptId };
  const allowed = await limitTries(request, { cart, email: read.giver.email, visitor }, now);
  if (!allowed.ok) return refusedPage(request, tried, allowed);
  await changeGiver(cart.id, read.giver, now);
  const ownOrderIds = (await readSession(request)).orderIds();
  const customerId = visitor?.id ?? null;
  const known = { attemptId, cartId: cart.id, customerId, ownOrderIds, details: read.details };
  const done = await orderGifts({ ...giving, giver: read.giver }, checkoutCommand(values, known), now);
  if (!done.ok)
    return isGiftRefusal(done) ? conflictPage(request, tried, done) : refusedPage(request, tried, done);
  const { orderId, url } = done.value;
  throw toPaymentPage(url, await sessionHeaders(request, orderId));
}

type Tried = Readonly<{ giving: Giving; values: CheckoutValues; attemptId: AttemptId }>;

const GIFT_REFUSALS: ReadonlyArray<string> = [
  "gift-taken",
  "gift-units",
  "gift-not-found",
] satisfies ReadonlyArray<GiftRefusal>;

function isGiftRefusal(refusal: Refusal<string>): refusal is Refusal<GiftRefusal> {
  return GIFT_REFUSALS.includes(refusal.code);
}

function conflictPage(request: Request, { giving, values }: Tried, { code, detail }: Refusal<GiftRefusal>) {
  const conflict = { name: String(detail["name"] ?? "gift"), isGone: code !== "gift-units" };
  return again(request, giving, { values, status: 409, conflict });
}

/** What these say would tell where the family lives. */
const ABOUT_THE_PLACE: ReadonlyArray<string> = [
  "delivery-unavailable",
  "method-unavailable",
  "product-safety",
];

async function refusedPage(
  request: Request,
  { giving, values, attemptId }: Tried,
  refusal: Refusal<ShopErrorCode>,
): Promise<Answer> {
  const { list } = giving;
  if (refusal.code === "cart-empty") throw seeOther(paths.cart());
  const orderId = refusal.detail["orderId"];
  if (refusal.code === "already-ordered" && isOrderId(orderId))
    throw seeOther(paths.thankYou(orderId), await sessionHeaders(request, orderId));
  const { status, message } = shopError(refusal);
  const problem =
    list.address && ABOUT_THE_PLACE.includes(refusal.code)
      ? "We cannot send these to the list’s address. Choose another gift from the list"
      : message;
  const isAboutDay = refusal.code === "delivery-day-needed" || refusal.code === "delivery-day-gone";
  const fresh = await findGiving(list.id, giving, new Date());
  return again(request, fresh ?? giving, {
    values,
    status,
    headers: retryAfterHeader(refusal),
    hasTriedToPay: !UNCOUNTED.includes(refusal.code),
    ...(isAboutDay ? { errors: { delivery_day: message } } : { problem }),
    attemptId: SAME_ATTEMPT.includes(refusal.code) ? attemptId : undefined,
  });
}

type ReadDetails =
  | Readonly<{ ok: true; details: CheckoutDetails; giver: GiverCart["giver"] }>
  | Readonly<{ ok: false; errors: CheckoutErrors }>;

async function readDetails({ list }: Giving, typed: CheckoutValues): Promise<ReadDetails> {
  const isSent = list.address !== null;
  const giver = readGiver(typed);
  const read = readCheckout(detailsValues(list, typed), (await findStore()).places);
  if (!giver.ok || !read.ok) {
    const others = read.ok ? {} : withoutPlaceErrors(read.errors, isSent);
    return { ok: false, errors: { ...(giver.ok ? {} : giver.errors), ...others } };
  }
  const unseen = isSent ? null : unseenNotice(typed, await findStore());
  if (unseen) return { ok: false, errors: unseen };
  const { giverName, message } = giver.value;
  return {
    ok: true,
    giver: giver.value,
    details: {
      ...read.value,
      giftMessage: cardText(message, giverName),
      giftList: { listId: list.id, sentTo: isSent ? listAddressName(list) : null },
    },
  };
}

/** What the shop decides itself: nobody collects a gift for others, and its parcel has no prices. */
function detailsValues(list: GiverCart["list"], typed: CheckoutValues): CheckoutValues {
  return {
    ...orderedValues(typed, list),
    gift_receipt: "on",
    note: "",
    ...(list.address ? {} : { billing: "same" }),
    ...(isCollection(typed["method"] ?? null) ? { method: "" } : {}),
  };
}

function readGiver(typed: CheckoutValues) {
  const read = giverSchema.safeParse(typed);
  if (read.success) {
    const { giver_name: giverName, email, gift_message: message } = read.data;
    return { ok: true as const, value: { giverName, email, message } };
  }
  return { ok: false as const, errors: firstMessages(read.error) };
}

/** The giver can do nothing about the family's address, and must not read of it. */
function withoutPlaceErrors(errors: CheckoutErrors, isSent: boolean): CheckoutErrors {
  if (!isSent) return errors;
  return withoutPlace(errors);
}
