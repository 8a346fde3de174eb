/** Orders that were paid at the test provider, and what may be done with them. */
import { applyCoupon } from "#app/models/cart/coupon.server.ts";
import { addToCart } from "#app/models/cart/cart.server.ts";
import { checkOut } from "#app/models/checkout/checkout.server.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { findFulfilmentHistory } from "#app/models/order/fulfilment.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import type { CheckoutDetails, Order } from "#app/models/order/order.ts";
import { receivePaymentEvent, settle } from "#app/models/order/payment/payment.server.ts";
import type { PaymentEventType } from "#app/models/order/payment/payment.ts";
import { decideTestPayment } from "#app/models/order/payment/test-payment.server.ts";
import { makeRefund } from "#app/models/order/refund.server.ts";
import { shipOrder, deliverOrder } from "#app/models/order/shipments.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { findTestPayment } from "#app/services/payment/payment-embedded.server.ts";
import { NOW } from "#tests/support/now.ts";
import { insertRows, rowOf, rowsOf } from "#tests/support/shops/rows.ts";

import { cartWith, cheapVariants, commandFor, details, parcelVariant, placedOrder } from "./checkout.ts";

/** Two lines, three units and one, paid. */
export async function paidOrder(coupon: string | null = null) {
  const [first, second] = [await parcelVariant(9), await parcelVariant(9, 1)];
  const placed = await placedOrder({ [first]: 3, [second]: 1 }, coupon);
  await decideTestPayment(placed.paymentId, { decision: "pay" }, NOW);
  await settle(placed.orderId, NOW);
  return { ...placed, first, second };
}

/** Two units and their express delivery, paid; standard delivery would not have been free. */
export async function paidExpress() {
  const [variant = 0] = await cheapVariants(1, 2);
  const { id } = await cartWith({ [variant]: 2 });
  const command = await commandFor(id, details({ method: "express" }));
  const done = await checkOut(command, NOW);
  if (!done.ok) throw new Error(done.code);
  const paymentId = done.value.url.split("/").at(-1) ?? "";
  await decideTestPayment(paymentId, { decision: "pay" }, NOW);
  await settle(done.value.orderId, NOW);
  return { orderId: done.value.orderId, paymentId, total: command.agreedTotal };
}

/** The numbers of so many copies of `paidOrder`, in rising order: for work on many. */
export async function paidOrders(count: number): Promise<ReadonlyArray<number>> {
  const { orderId } = await paidOrder();
  const order = await rowOf("orders", { id: orderId });
  const lines = await rowsOf("order_lines", { order_id: orderId });
  const numbers = Array.from({ length: count }, (_, at) => order.number + 1 + at);
  for (const number of numbers) {
    const [id, attempt_id, cart_id] = [newId("order"), newId("attempt"), newId("cart")];
    await insertRows("orders", { ...order, id, number, attempt_id, cart_id, invoice_number: null });
    const own = lines.map((line) => ({ ...line, id: newId("line"), order_id: id }));
    await insertRows("order_lines", ...own);
  }
  return numbers;
}

/** An order whose payment the provider reported with a penny too little. */
export async function reviewedOrder() {
  const variantId = await parcelVariant(5);
  const placed = await placedOrder({ [variantId]: 1 });
  const { orderId, paymentId, total } = placed;
  await receivePaymentEvent(
    {
      ...{ eventId: "evt_1", paymentId, type: "paid", detail: null, occurredAt: NOW.toISOString() },
      amount: { minor: total - 1, currency: "GBP" },
    },
    NOW,
  );
  const order = await findOrder(orderId);
  if (!order) throw new Error("no order");
  return { ...placed, variantId, number: order.number };
}

type Reported = Readonly<{
  minor: number;
  currency?: string;
  eventId?: string;
  reference?: string;
  /** ISO 8601; `NOW` where it is left out. */
  occurredAt?: string;
  dueAt?: string | null;
  now?: Date;
}>;

/** The provider tells the shop of the payment. The same news again is the same event. */
export async function reportEvent(
  paymentId: string,
  type: PaymentEventType,
  { minor, currency = "GBP", now = NOW, ...more }: Reported,
): Promise<void> {
  const eventId = `evt_${paymentId}_${type}_${minor}_${currency}`;
  const about = { eventId, paymentId, type, detail: null, occurredAt: NOW.toISOString(), ...more };
  await receivePaymentEvent({ ...about, amount: { minor, currency } }, now);
}

export const ARK = 5031;

/** An order with one ark for each of `words`, paid; null is a plain one. Three are in stock. */
export function paidArks(...words: ReadonlyArray<string | null>): Promise<Order> {
  return payForArks(words, details());
}

/** The same, with a discount code or a credit. */
export function paidArksWith(code: string, ...words: ReadonlyArray<string | null>): Promise<Order> {
  return payForArks(words, details(), code);
}

/** An order of one ark with `words`, paid by a giver for a gift list. */
export function paidArkForList(words: string): Promise<Order> {
  const giftList = { listId: "list_1", sentTo: "Hannah’s list address" };
  return payForArks([words], { ...details(), giftList });
}

async function payForArks(
  words: ReadonlyArray<string | null>,
  typed: CheckoutDetails,
  code: string | null = null,
): Promise<Order> {
  const items = words.map((personalisation) => ({ variantId: ARK, quantity: 1, personalisation }));
  const added = await addToCart(null, items, NOW);
  if (!added.ok) throw new Error(added.code);
  if (code !== null) await applyCoupon(added.value.cart, code, NOW);
  const done = await checkOut(await commandFor(added.value.cart.id, typed), NOW);
  if (!done.ok) throw new Error(done.code);
  await decideTestPayment(done.value.url.split("/").at(-1) ?? "", { decision: "pay" }, NOW);
  await settle(done.value.orderId, NOW);
  const order = await findOrder(done.value.orderId);
  if (!order) throw new Error("The order is not there");
  return order;
}

type Sent = Readonly<{ units?: ReadonlyArray<number> | null; key?: string; number?: string }>;

export function sendShipment(orderId: OrderId, { units = null, key = "one", number = "AB12" }: Sent = {}) {
  const shipment = { carrier: "royal-mail", number, url: null, units, key };
  return shipOrder(orderId, { ...shipment, by: "owner", now: NOW });
}

/** Sent in one parcel, and with its buyer since `at`. */
export async function deliveredOrder(at: Date = NOW) {
  const paid = await paidOrder();
  await sendShipment(paid.orderId);
  await deliverOrder(paid.orderId, { by: "owner", now: at });
  return paid;
}

/** Does the refunds that wait, and answers with the amounts that the provider gave back. */
export async function refundsAt(paymentId: string): Promise<ReadonlyArray<number>> {
  await runDueJobs({ "order-refund": makeRefund, "order-email": async () => undefined });
  const payment = await findTestPayment(paymentId, NOW);
  return payment?.refunds.map(({ minor }) => minor) ?? [];
}

export async function statusOf(orderId: OrderId): Promise<string | undefined> {
  return (await findOrder(orderId))?.status;
}

/** How the order came to where it is: "awaiting-payment by customer, paid by payment …". */
export async function pathOf(orderId: OrderId): Promise<string> {
  const { moves } = await findFulfilmentHistory(orderId);
  return moves.map(({ to, by }) => `${to} by ${by}`).join(", ");
}
