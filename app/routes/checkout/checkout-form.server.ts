import { json } from "@remix-run/node";
import { z } from "zod";

import { notePaying } from "#app/http/request/analytics.server.ts";
import { currentCartId } from "#app/http/request/current-cart.server.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { shopOrigin } from "#app/http/request/origin.server.ts";
import { findVisitor } from "#app/http/request/require-customer.server.ts";
import { seeOther, seeOtherOutside } from "#app/http/response/responses.server.ts";
import { commitSession, readSession } from "#app/http/session/session.server.ts";
import { findCart } from "#app/models/cart/cart.server.ts";
import type { Cart } from "#app/models/cart/cart.ts";
import { withSavedAddresses } from "#app/models/checkout/addresses.ts";
import type { CheckoutCommand, CheckoutRefusal } from "#app/models/checkout/checkout.server.ts";
import { type CheckoutErrors, type CheckoutValues, readCheckout } from "#app/models/checkout/checkout.ts";
import { dayProblem } from "#app/models/checkout/delivery-date-validation.ts";
import { rememberDelivery, viewCheckout } from "#app/models/checkout/view.server.ts";
import { listAddresses } from "#app/models/customer/address-book.server.ts";
import type { Customer } from "#app/models/customer/customer.ts";
import { shopError } from "#app/models/platform/error-messages.ts";
import {
  type AttemptId,
  type CustomerId,
  isAttemptId,
  isOrderId,
  type OrderId,
} from "#app/models/shared/ids.ts";
import type { Refusal } from "#app/models/shared/result.ts";
import { paths } from "#app/paths.ts";
import { payments } from "#app/services/payment/payment.server.ts";

import { applyOptIns } from "./after-order.server.ts";
import { checkOutWithin } from "./checkout-limits.server.ts";
import { withoutOwnFields } from "./checkout-draft.server.ts";
import { type CheckoutProblem, problemOf } from "./checkout-problem.server.ts";

/** In characters. */
const VALUE_MAX = 2_000;

const formSchema = z.record(z.string().max(VALUE_MAX, "This is too long. Use fewer characters"));

/** After these refusals the same attempt may be sent again. */
const SAME_ATTEMPT: ReadonlyArray<string> = [
  "payment-unavailable",
  "rate-limited",
  "coupon-emails",
  "order-state-conflict",
];

/** Rate limited before anything was checked. */
const UNCOUNTED: ReadonlyArray<string> = ["rate-limited", "coupon-emails"];

/** Shown at the delivery day. */
const DAY_REFUSALS: ReadonlyArray<string> = ["delivery-day-needed", "delivery-day-gone"];

type Shown = Readonly<{
  status: number;
  errors?: CheckoutErrors;
  problem?: CheckoutProblem;
  attemptId?: AttemptId;
  headers?: HeadersInit;
  hasTriedToPay?: boolean;
}>;

/** Answers with the page again, or redirects to the payment page. */
export async function answerCheckout(request: Request, now: Date) {
  const form = await readForm(request, formSchema, { honeypot: true });
  const cartId = await currentCartId(request);
  const cart = cartId && (await findCart(cartId));
  if (!form.ok) {
    if (!cart) throw seeOther(paths.cart());
    return page({ request, cart }, form.values, { status: 422, errors: form.errors });
  }
  const visitor = await findVisitor(request);
  const values = visitor ? withSavedAddresses(form.value, await listAddresses(visitor.id)) : form.value;
  if (values["intent"] === "update") {
    if (!cart) throw seeOther(paths.cart());
    return page({ request, cart: await rememberDelivery(cart, values, now) }, values, { status: 200 });
  }
  return pay(request, values, { cart, visitor, customerId: visitor?.id ?? null, now });
}

type At = Readonly<{
  cart: Cart | null;
  visitor: Customer | null;
  customerId: CustomerId | null;
  now: Date;
}>;

async function pay(request: Request, values: CheckoutValues, { cart, visitor, customerId, now }: At) {
  const attemptId = isAttemptId(values["attempt"]) ? values["attempt"] : undefined;
  const read = readCheckout(values);
  if (!read.ok && cart)
    return page({ request, cart }, values, { status: 422, errors: read.errors, attemptId });
  if (!read.ok || !attemptId) throw seeOther(cart ? paths.checkout() : paths.cart());

  const cartId = cart?.id ?? null;
  const ownOrderIds = (await readSession(request)).orderIds();
  const known = { attemptId, cartId, customerId, ownOrderIds, details: read.value };
  const done = await checkOutWithin(request, { command: commandOf(values, known), cart, visitor }, now);
  if (!done.ok) return refuse(request, values, { cart, refusal: done, attemptId });
  const paying = { cart, method: read.value.method, provider: payments().name, now };
  await notePaying(request, done.value.orderId, paying);
  const headers = await sessionHeaders(request, done.value.orderId);
  await applyOptIns(values, { details: read.value, cartId, visitor, headers }, now);
  throw toPaymentPage(done.value.url, headers);
}

function toPaymentPage(url: string, headers: Headers): Response {
  if (url.startsWith("/")) return seeOther(url, headers);
  const { origin } = payments();
  return seeOtherOutside(url, origin ? [origin] : [], headers);
}

function commandOf(
  values: CheckoutValues,
  known: Pick<CheckoutCommand, "attemptId" | "cartId" | "customerId" | "ownOrderIds" | "details">,
): CheckoutCommand {
  return {
    ...known,
    cartVersion: Number(values["cartVersion"]),
    agreedTotal: Number(values["agreedTotal"]),
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
  const headers = orderId ? await sessionHeaders(request, orderId) : new Headers();
  const retryAfter = refusal.detail["retryAfterSeconds"];
  if (retryAfter !== undefined) headers.set("Retry-After", String(retryAfter));
  if (refusal.code === "already-ordered") {
    return json({ kind: "already-ordered" as const, orderId }, { status, headers });
  }
  if (!cart || refusal.code === "cart-empty") throw seeOther(paths.cart(), headers);
  const hasTriedToPay = !UNCOUNTED.includes(refusal.code);
  // Another tab may have changed the cart meanwhile.
  const fresh = (await findCart(cart.id)) ?? cart;
  if (DAY_REFUSALS.includes(refusal.code))
    return page({ request, cart: fresh }, values, {
      status,
      headers,
      hasTriedToPay,
      errors: { delivery_day: message },
    });
  return page({ request, cart: fresh }, values, {
    status,
    hasTriedToPay,
    headers,
    problem: problemOf(refusal, orderId),
    attemptId: SAME_ATTEMPT.includes(refusal.code) ? attemptId : undefined,
  });
}

async function page(
  { request, cart }: Readonly<{ request: Request; cart: Cart }>,
  values: CheckoutValues,
  { status, errors = {}, problem, attemptId, headers, hasTriedToPay }: Shown,
) {
  const ownOrderIds = (await readSession(request)).orderIds();
  const typed = { values: withoutOwnFields(values), attemptId, ownOrderIds, hasTriedToPay };
  const view = await viewCheckout(cart, typed, new Date());
  const code = dayProblem(view, values);
  const shown = code ? { ...errors, delivery_day: shopError({ code, detail: {} }).message } : errors;
  return json({ kind: "form" as const, view, errors: shown, problem: problem ?? null }, { status, headers });
}

function returnAddresses(orderId: OrderId) {
  const address = (path: string) => new URL(path, shopOrigin()).href;
  return {
    returnUrl: address(paths.orderProcessing({ order: orderId })),
    cancelUrl: address(paths.orderProcessing({ order: orderId, left: 1 })),
  };
}

async function sessionHeaders(request: Request, orderId: OrderId): Promise<Headers> {
  const session = await readSession(request);
  session.addOrder(orderId);
  const cookie = await commitSession(session);
  return new Headers(cookie ? { "Set-Cookie": cookie } : {});
}
