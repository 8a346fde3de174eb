import { findWarnings } from "#app/models/catalogue/product-safety.server.ts";
import type { EmailWords } from "#app/models/email/document.ts";
import type { Job } from "#app/models/jobs/job.ts";
import type { JobHandler } from "#app/models/jobs/worker.server.ts";
import { isOrderId } from "#app/models/shared/ids.ts";
import { findStoreIn } from "#app/models/store/store.server.ts";
import { email } from "#app/services/email/email.server.ts";

import {
  orderConfirmationEmail,
  type OrderEmailFacts,
  orderPaidTwiceEmail,
  orderRefundedEmail,
} from "./email.ts";
import { findFulfilmentHistory } from "./fulfilment.server.ts";
import type { FulfilmentHistory } from "./fulfilment.ts";
import { orderLinkKey } from "./link.server.ts";
import type { Order } from "./order.ts";
import { findOrder } from "./order.server.ts";
import { unsentPreorders } from "./preorder.ts";
import { orderStatusEmail, type OrderStatusNews } from "./status-email.ts";

export function sendOrderConfirmationEmail(origin: string): JobHandler {
  return (job) => sendAbout(job, origin, orderConfirmationEmail);
}

/**
 * Handles "order-refunded" {orderId, paidOrder, isCalledOff}: with a number, that order paid the cart; without one, the
 * items were sold out, or the order had been cancelled (`isCalledOff`).
 */
export function sendOutOfStockRefundEmail(origin: string): JobHandler {
  return (job) => {
    const { paidOrder, isCalledOff } = job.payload;
    const write = (about: OrderEmailFacts) =>
      typeof paidOrder === "number"
        ? orderPaidTwiceEmail(about, paidOrder)
        : orderRefundedEmail(about, isCalledOff === 1);
    return sendAbout(job, origin, write);
  };
}

async function sendAbout(
  job: Job,
  origin: string,
  write: (about: OrderEmailFacts) => EmailWords,
): Promise<void> {
  const order = await findOrderOf(job);
  if (order.email === "") return;
  const productIds = [...new Set(order.lines.map((line) => line.productId))];
  const [store, warnings] = await Promise.all([storeOf(order), findWarnings(productIds)]);
  await email().send({
    key: [job.kind, order.id, job.payload["again"]].filter(Boolean).join("-"),
    from: { name: store.name, address: store.contact.email },
    to: order.email,
    ...write({ order, store, origin, warnings, link: orderLink(order, origin) }),
  });
}

function orderLink({ id }: Order, origin: string): string {
  return `${origin}/orders/${id}?k=${orderLinkKey(id, new Date())}`;
}

const RETURN_NEWS = ["return-requested", "return-received", "withdrawal-received"] as const;

function newsOf({ payload }: Job, order: Order, life: FulfilmentHistory): OrderStatusNews | null {
  const { about, shipmentId, refundId, returnNumber } = payload;
  const ofReturn = RETURN_NEWS.find((one) => one === about);
  if (ofReturn) {
    const found = life.returns.find(({ number }) => number === returnNumber);
    return found ? { about: ofReturn, returned: found } : null;
  }
  switch (about) {
    case "shipped": {
      const shipment = life.shipments.find(({ id }) => id === shipmentId);
      return shipment ? { about, shipment } : null;
    }
    case "refunded":
    case "refund-changed": {
      const refund = life.refunds.find(({ id }) => id === refundId);
      // It may have changed once more since.
      const isTrue = (about === "refunded") === (refund?.status === "completed");
      return refund && isTrue ? { about, refund } : null;
    }
    default:
      return newsOfOrder(payload, order, life);
  }
}

function newsOfOrder(
  { about, position, isLater }: Job["payload"],
  order: Order,
  life: FulfilmentHistory,
): OrderStatusNews | null {
  switch (about) {
    case "address-changed":
      return { about, isLater: isLater === 1 };
    case "preorder-terms":
    case "preorder-moved": {
      // It may have been sent or cancelled since.
      const unsent = unsentPreorders(order, life).find((one) => one.position === position);
      return unsent ? { about, unsent, now: new Date() } : null;
    }
    case "words-changed": {
      const line = order.lines[Number(position)];
      return line ? { about, line } : null;
    }
    case "cancelled":
      return { about };
    case "delivered":
    case "not-delivered":
      return newsOfDelivery(about, life);
    default:
      throw new Error(`Nobody knows how to write about ${String(about)}`);
  }
}

/** It may have been taken back, or delivered after all. */
function newsOfDelivery(
  about: "delivered" | "not-delivered",
  { deliveredAt }: FulfilmentHistory,
): OrderStatusNews | null {
  return (about === "delivered") === (deliveredAt !== null) ? { about } : null;
}

export function sendOrderStatusEmail(origin: string): JobHandler {
  return async (job) => {
    const order = await findOrderOf(job);
    const [life, store] = await Promise.all([findFulfilmentHistory(order.id), storeOf(order)]);
    const news = newsOf(job, order, life);
    if (!news || order.email === "") return;
    const link = orderLink(order, origin);
    await email().send({
      key: job.key.replaceAll(/[^\w.-]/g, "-"),
      from: { name: store.name, address: store.contact.email },
      to: order.email,
      ...orderStatusEmail({ order, life, store, origin, link }, news),
    });
  };
}

const storeOf = ({ totals }: Order) => findStoreIn(totals.total.currency);

async function findOrderOf(job: Job): Promise<Order> {
  const orderId = job.payload["orderId"];
  const order = isOrderId(orderId) ? await findOrder(orderId) : null;
  if (!order) throw new Error(`The job ${job.key} is about an order that is not there`);
  return order;
}
