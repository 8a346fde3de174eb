/** Items that are taken out of an order before they are sent. */
import {
  type Actor,
  type FulfilmentHistory,
  refundsSoFar,
  unitsToSend,
} from "#app/models/order/fulfilment.ts";
import { moveOrder } from "#app/models/order/order.server.ts";
import type { Order } from "#app/models/order/order.ts";
import { type RefundUnits, remainingRefund } from "#app/models/order/refund-shares.ts";
import {
  refundAndMove,
  type RefundRefusal,
  type RefundRequest,
  type Requested,
} from "#app/models/order/refund.server.ts";
import { refused, type Result } from "#app/models/shared/result.ts";

/** What is left to refund of `units`, which are not sent yet, and delivery if nothing else of the order is sent at all. */
export function unsentRefund(
  order: Order,
  life: FulfilmentHistory,
  units: ReadonlyArray<number>,
): RefundUnits {
  const left = remainingRefund(order, refundsSoFar(life));
  const isAll = unitsToSend(order, life).every((count, at) => count === units[at]);
  const isNoneSent = life.lines.every(({ sent }) => sent === 0);
  return {
    units: units.map((count, at) => Math.min(count, left.units[at] ?? 0)),
    delivery: isAll && isNoneSent && left.delivery,
  };
}

type TakenOut = Actor &
  Pick<RefundRequest, "key" | "reason" | "hasOwnEmail" | "leavesRest"> &
  Readonly<{ units: ReadonlyArray<number> }>;

/**
 * A packed order is laid open again, so that nobody sends what was taken out. Call it in the transaction that holds the
 * paid order.
 */
export async function refundUnsent(
  order: Order,
  life: FulfilmentHistory,
  { units, ...request }: TakenOut,
): Promise<Result<Requested, RefundRefusal>> {
  const { by, now } = request;
  const isPacked = order.status === "packed";
  if (isPacked) {
    const move = { from: "packed", to: "paid", reason: "an item was taken out", by, now } as const;
    if (!(await moveOrder(order.id, move)).ok) return refused("order-state-conflict");
  }
  return refundAndMove(isPacked ? { ...order, status: "paid" } : order, {
    ...{ ...request, refund: unsentRefund(order, life, units) },
    ...{ isRestocked: true, isUpToLeft: true },
  });
}
