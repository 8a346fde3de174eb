import { enqueue, withdrawJob } from "#app/models/jobs/outbox.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";

export type OrderNews =
  | Readonly<{ about: "shipped"; shipmentId: number }>
  /** `at`: when it was delivered, or that was taken back, in milliseconds. */
  | Readonly<{ about: "delivered" | "not-delivered"; at: number }>
  | Readonly<{ about: "cancelled" }>
  /** `version`: a refund can fail, be sent again and fail again, each with an email. */
  | Readonly<{ about: "refunded" | "refund-changed"; refundId: string; version: string }>
  /** `isLater`: 1 if it takes longer there than was promised. */
  | Readonly<{ about: "address-changed"; version: number; isLater: 0 | 1 }>
  /** `position`: the place of its promise in the order's delivery. */
  | Readonly<{ about: "preorder-terms"; position: number }>
  | Readonly<{ about: "preorder-moved"; position: number; at: number }>
  /** `at`: in milliseconds. */
  | Readonly<{ about: "words-changed"; position: number; at: number }>
  | Readonly<{ about: "return-requested" | "return-received" | "withdrawal-received"; returnNumber: string }>;

/** One email for each event, however often it is queued. */
export async function queueOrderEmail(orderId: OrderId, news: OrderNews): Promise<void> {
  const { about, ...subject } = news;
  await enqueue({
    key: keyOf(orderId, news),
    kind: "order-email",
    payload: { orderId, about, ...subject },
  });
}

/** False: it has gone out, or is about to. */
export function withdrawOrderEmail(orderId: OrderId, news: OrderNews): Promise<boolean> {
  return withdrawJob(keyOf(orderId, news));
}

function keyOf(orderId: OrderId, { about, ...subject }: OrderNews): string {
  return `order-email:${about}:${orderId}:${Object.values<string | number>(subject).join(":")}`;
}
