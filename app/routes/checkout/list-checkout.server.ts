/** The family's address is read here and given to nobody. */
import { honeypotFieldName } from "#app/http/request/honeypot.server.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { findVisitor } from "#app/http/request/require-customer.server.ts";
import { notFound, seeOther } from "#app/http/response/responses.server.ts";
import { clientAddress } from "#app/http/server/client-address.server.ts";
import { limit } from "#app/http/server/rate-limit.server.ts";
import { readGiftDeviceHash } from "#app/http/session/gift-device-cookie.server.ts";
import { readSession } from "#app/http/session/session.server.ts";
import { linesForSale } from "#app/models/cart/cart.ts";
import { fullName } from "#app/models/cart/line.server.ts";
import { type CheckoutErrors, type CheckoutValues, readCheckout } from "#app/models/checkout/checkout.ts";
import { viewCheckout } from "#app/models/checkout/view.server.ts";
import { listAddressName } from "#app/models/gift-list/gift-list.ts";
import {
  changeGiver,
  dropFromGiverCart,
  findGiverCart,
  type GiftRefusal,
  type GiverCart,
  giveAllTheSame,
} from "#app/models/gift-list/giver-cart.server.ts";
import { orderGifts } from "#app/models/gift-list/list-checkout.server.ts";
import {
  cardText,
  giverSchema,
  orderedValues,
  withoutListAddress,
} from "#app/models/gift-list/list-checkout.ts";
import type { CheckoutDetails } from "#app/models/order/order.ts";
import { shopError, type ShopErrorCode } from "#app/models/platform/error-messages.ts";
import { type AttemptId, isAttemptId, isGiftListId, isOrderId } from "#app/models/shared/ids.ts";
import type { Refusal } from "#app/models/shared/result.ts";
import { isCollection } from "#app/models/shipping/shipping.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { paths } from "#app/paths.ts";
import { payments } from "#app/services/payment/payment.server.ts";

import { checkoutFormSchema, returnAddresses, sessionHeaders, toPaymentPage } from "./checkout.server.ts";

/** The gifts of this browser for the list. Throws a redirect to the basket where there are none. */
export async function requireGiverCart(
  request: Request,
  listId: string | undefined,
  now: Date,
): Promise<GiverCart & Readonly<{ deviceHash: string }>> {
  if (!isGiftListId(listId)) throw notFound(request);
  const deviceHash = await readGiftDeviceHash(request);
  const found = deviceHash === null ? null : await findGiverCart(listId, deviceHash, now);
  if (!found || deviceHash === null) throw seeOther(paths.cart());
  return { ...found, deviceHash };
}

type Shown = Readonly<{
  errors?: CheckoutErrors;
  problem?: string;
  conflict?: Readonly<{ name: string; isGone: boolean }>;
  attemptId?: AttemptId;
  isUnpaid?: boolean;
}>;

/** Nothing in it depends on the address but prices and dates. */
export async function listCheckoutPage(
  request: Request,
  { list, cart }: GiverCart,
  { values, ...shown }: Shown & Readonly<{ values: CheckoutValues }>,
) {
  const ownOrderIds = (await readSession(request)).orderIds();
  const { attemptId } = shown;
  const priced = await viewCheckout(
    cart,
    { values: orderedValues(values, list), attemptId, ownOrderIds },
    new Date(),
  );
  const isSentToFamily = list.address !== null;
  return {
    list: {
      id: list.id,
      name: list.name,
      family: list.family,
      isSentToFamily,
      addressName: listAddressName(list),
    },
    view: isSentToFamily ? withoutListAddress(priced, values) : priced,
    errors: shown.errors ?? {},
    problem: shown.problem ?? null,
    conflict: shown.conflict ?? null,
    isUnpaid: shown.isUnpaid ?? false,
    warnings: [...new Set(linesForSale(cart.lines).flatMap(({ warnings }) => warnings))],
    honeypotName: honeypotFieldName(),
    isTestPayment: payments().isTest,
  };
}

type Answered = Awaited<ReturnType<typeof listCheckoutPage>>;
type Answer = Readonly<{ status: number; page: Answered; headers?: HeadersInit }>;

export async function answerListCheckout(
  request: Request,
  listId: string | undefined,
  now: Date,
): Promise<Answer> {
  const giving = await requireGiverCart(request, listId, now);
  const form = await readForm(request, checkoutFormSchema, { honeypot: true });
  if (!form.ok) return again(request, giving, { values: form.values, errors: form.errors });
  const values = form.value;
  switch (values["intent"]) {
    case "update":
      return { status: 200, page: await listCheckoutPage(request, giving, { values: typedIn(values) }) };
    case "take-out":
    case "give-all-the-same":
      return settleConflict(giving, values, now);
    case "take-out-line":
      return takeOutLine(giving, values, now);
    default:
      return pay(request, { giving, values, now });
  }
}

const OWN_FIELDS = ["intent", "attempt", "agreedTotal", "agreedCurrency", "confirmedDelivery", "cartVersion"];

function typedIn(values: CheckoutValues): CheckoutValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !OWN_FIELDS.includes(name)));
}

type Giving = GiverCart & Readonly<{ deviceHash: string }>;

async function again(
  request: Request,
  giving: Giving,
  { values, status = 422, ...shown }: Shown & Readonly<{ values: CheckoutValues; status?: number }>,
): Promise<Answer> {
  return { status, page: await listCheckoutPage(request, giving, { ...shown, values: typedIn(values) }) };
}

async function settleConflict({ list, cart }: Giving, values: CheckoutValues, now: Date): Promise<never> {
  const line = cart.lines.find((one) => fullName(one) === values["gift_name"]);
  if (line && values["intent"] === "take-out") await dropFromGiverCart(cart.id, line.id, now);
  if (line && values["intent"] === "give-all-the-same") await giveAllTheSame(cart.id, line.variantId);
  throw seeOther(paths.giftListCheckout(list.id));
}

async function takeOutLine({ cart }: Giving, values: CheckoutValues, now: Date): Promise<never> {
  const line = cart.lines.find(({ id }) => id === values["lineId"]);
  if (line) await dropFromGiverCart(cart.id, line.id, now);
  throw seeOther(paths.cart());
}

type Paying = Readonly<{ giving: Giving; values: CheckoutValues; now: Date }>;

async function pay(request: Request, { giving, values, now }: Paying): Promise<Answer> {
  const { list, cart } = giving;
  const read = await readDetails(giving, values);
  if (!read.ok) return again(request, giving, { values, errors: read.errors });
  const attemptId = isAttemptId(values["attempt"]) ? values["attempt"] : null;
  if (attemptId === null) throw seeOther(paths.giftListCheckout(list.id));
  const tried = { giving, values, attemptId };
  for (const key of [`address ${clientAddress(request)}`, `cart ${cart.id}`]) {
    const allowed = await limit("checkout", key);
    if (!allowed.ok) return refusedPage(request, tried, allowed);
  }
  await changeGiver(cart.id, read.giver, now);
  const [visitor, session] = await Promise.all([findVisitor(request), readSession(request)]);
  const done = await orderGifts(
    { ...giving, giver: read.giver },
    {
      attemptId,
      customerId: visitor?.id ?? null,
      ownOrderIds: session.orderIds(),
      details: read.details,
      cartVersion: Number(values["cartVersion"]),
      agreedTotal: Number(values["agreedTotal"]),
      agreedCurrency: values["agreedCurrency"],
      confirmedDelivery: values["confirmedDelivery"],
      returnAddresses,
    },
    now,
  );
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

const SAME_ATTEMPT: ReadonlyArray<string> = ["payment-unavailable", "rate-limited", "order-state-conflict"];
/** What these say would tell where the family lives. */
const ABOUT_THE_PLACE: ReadonlyArray<string> = ["delivery-unavailable", "product-safety"];

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
  const fresh = await findGiverCart(list.id, giving.deviceHash, new Date());
  return again(
    request,
    { ...giving, ...(fresh ?? {}) },
    {
      values,
      status,
      ...(isAboutDay ? { errors: { delivery_day: message } } : { problem }),
      attemptId: SAME_ATTEMPT.includes(refusal.code) ? attemptId : undefined,
    },
  );
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
  const errors: Record<string, string> = {};
  for (const issue of read.error.issues) errors[String(issue.path[0])] ??= issue.message;
  return { ok: false as const, errors };
}

/** The giver can do nothing about the family's address, and must not read of it. */
function withoutPlaceErrors(errors: CheckoutErrors, isSent: boolean): CheckoutErrors {
  if (!isSent) return errors;
  const own = Object.entries(errors).filter(
    ([name]) => !name.startsWith("delivery_") || name === "delivery_day",
  );
  return Object.fromEntries(own);
}
