/** Sends the e-mails about an order: the handlers of the jobs that orders queue. */
import { email } from "#app/services/email/email.server.ts";

import type { EmailWords } from "./email-document.ts";
import { isOrderId } from "./ids.ts";
import type { Job } from "./job.ts";
import {
  orderConfirmationEmail,
  type OrderEmail,
  orderRefundedEmail,
  type ProductWarnings,
} from "./order-email.ts";
import type { Order } from "./order.ts";
import { findOrder } from "./order.server.ts";
import { findProduct } from "./product.server.ts";
import { findStore } from "./store.server.ts";
import type { JobHandler } from "./worker.server.ts";

/** Handles "order-confirmation" {orderId}. `origin` is where the shop lives. */
export function confirmOrder(origin: string): JobHandler {
  return (job) => sendAbout(job, origin, orderConfirmationEmail);
}

/** Handles "order-refunded" {orderId}. */
export function apologiseForOrder(origin: string): JobHandler {
  return (job) => sendAbout(job, origin, orderRefundedEmail);
}

async function sendAbout(job: Job, origin: string, write: (about: OrderEmail) => EmailWords): Promise<void> {
  const order = await findOrderOf(job);
  const [store, warnings] = await Promise.all([findStore(), warningsOf(order)]);
  await email().send({
    key: `${job.kind}-${order.id}`,
    from: { name: store.name, address: store.contact.email },
    to: order.email,
    ...write({ order, store, origin, warnings }),
  });
}

async function findOrderOf(job: Job): Promise<Order> {
  const orderId = job.payload["orderId"];
  const order = isOrderId(orderId) ? await findOrder(orderId) : null;
  if (!order) throw new Error(`The job ${job.key} is about an order that is not there`);
  return order;
}

/** The warnings of the goods, each product once; a product that has left the shop has none. */
async function warningsOf({ lines, placedAt }: Order): Promise<ReadonlyArray<ProductWarnings>> {
  const ids = [...new Set(lines.map((line) => line.productId))];
  const products = await Promise.all(ids.map((id) => findProduct(id, new Date(placedAt))));
  return products.flatMap((product) =>
    product ? [{ name: product.name, warnings: product.warnings.map(({ text }) => text) }] : [],
  );
}
