import { enqueue } from "#app/models/jobs/outbox.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";

/** What an email is about, and what `subject` then names. */
export type OrderNews =
  | Readonly<{ about: "shipped"; shipmentId: number }>
  | Readonly<{ about: "delivered" }>
  | Readonly<{ about: "cancelled" }>
  | Readonly<{ about: "refunded"; refundId: string }>
  /** `isLater`: 1 if it takes longer there than was promised. */
  | Readonly<{ about: "address-changed"; version: number; isLater: 0 | 1 }>
  /** `at`: when they were changed, in milliseconds. */
  | Readonly<{ about: "words-changed"; position: number; at: number }>
  | Readonly<{ about: "return-requested" | "return-received" | "withdrawal-received"; returnNumber: string }>;

/** One email for each event, however often it is queued. */
export async function queueOrderEmail(orderId: OrderId, news: OrderNews): Promise<void> {
  const { about, ...subject } = news;
  const key = `order-email:${about}:${orderId}:${Object.values<string | number>(subject).join(":")}`;
  await enqueue({ key, kind: "order-email", payload: { orderId, about, ...subject } });
}
