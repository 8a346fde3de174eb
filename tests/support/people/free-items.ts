/** Orders whose items cost their buyer nothing, and refunds that somebody makes at the payment provider. */
import { applyCoupon } from "#app/models/cart/coupon.server.ts";
import { checkOut } from "#app/models/checkout/checkout.server.ts";
import { receivePaymentEvent, settle } from "#app/models/order/payment/payment.server.ts";
import { decideTestPayment } from "#app/models/order/payment/test-payment.server.ts";
import { createCredit } from "#app/models/coupon/admin-coupons.server.ts";
import { money } from "#app/models/shared/money.ts";
import { NOW } from "#tests/support/now.ts";

import { cartWith, commandFor, parcelVariant } from "./checkout.ts";

const DAY_MS = 86_400_000;

/** A credit that covers whatever is bought. */
export async function largeCredit(): Promise<string> {
  const words = {
    name: "Credit",
    message: "Credit.",
    endsAt: new Date(NOW.getTime() + DAY_MS).toISOString(),
  };
  const credit = { code: "GIFT-ALL", amount: money(999_999, "GBP"), ...words };
  await createCredit(credit, new Date(NOW.getTime() - 60_000));
  return credit.code;
}

/** Three units of one item and one of another, for a credit that covers both; delivery is paid. */
export async function paidFreeItems() {
  const code = await largeCredit();
  const [first, second] = [await parcelVariant(9), await parcelVariant(9, 1)];
  const cart = await cartWith({ [first]: 3, [second]: 1 });
  await applyCoupon(cart, code, NOW);
  const command = await commandFor(cart.id);
  const done = await checkOut(command, NOW);
  if (!done.ok) throw new Error(done.code);
  const { orderId, url } = done.value;
  const paymentId = url.split("/").at(-1) ?? "";
  await decideTestPayment(paymentId, { decision: "pay" }, NOW);
  await settle(orderId, NOW);
  return { orderId, paymentId, first, second, total: command.agreedTotal };
}

/** Without the shop, on the provider's own pages. */
/** A second before {@link NOW}, so that what is refunded at NOW comes after it. */
export async function refundedAtProvider(paymentId: string, minor: number, currency = "GBP"): Promise<void> {
  const event = { eventId: `by-hand-${paymentId}`, paymentId, type: "refunded", detail: null } as const;
  const occurredAt = new Date(NOW.getTime() - 1_000).toISOString();
  await receivePaymentEvent({ ...event, amount: { minor, currency }, occurredAt }, NOW);
}
