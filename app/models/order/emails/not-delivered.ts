/** This email is sent only where the one about the delivery had gone out. */
import type { Order } from "#app/models/order/order.ts";
import { isCollection } from "#app/models/shipping/store-pickup.ts";
import type { Store } from "#app/models/store/store.ts";

export function notDelivered({ order, store }: Readonly<{ order: Order; store: Store }>) {
  const isCollected = isCollection(order.delivery.method);
  const where = isCollected ? "still waits for you to collect it" : "is still on its way";
  const start = isCollected ? "have collected them" : "get them";
  return {
    subject: `Your ${store.name} order ${order.number} ${where}`,
    preview: "We emailed you too early.",
    heading: isCollected ? "Still ready to collect" : "Still on its way",
    blocks: [
      `We emailed you that order ${order.number} has been delivered. Sorry, that was our mistake: it ${where}.`,
      `Your time to return items starts when you ${start}. We’ll email you again then.`,
    ],
  };
}
