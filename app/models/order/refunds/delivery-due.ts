import { type FulfilmentHistory, refundsSoFar } from "#app/models/order/fulfilment.ts";
import type { Order } from "#app/models/order/order.ts";
import {
  addRefunds,
  deliveryShare,
  type RefundUnits,
  remainingRefund,
} from "#app/models/order/refund-shares.ts";
import { deliveryGround, dueDelivery } from "#app/models/order/returns/return.ts";
import type { Money } from "#app/models/shared/money.ts";
import type { Store } from "#app/models/store/store.ts";

type Rules = Readonly<{ life: FulfilmentHistory; reasons: ReadonlyArray<string>; store: Store; now: Date }>;

/**
 * What of the delivery charge `refund` leaves although all units of the order have gone back with it, by the rules of a
 * return (requirement order-5). Null: nothing.
 */
export function deliveryDue(
  order: Pick<Order, "delivery" | "lines" | "totals">,
  refund: RefundUnits,
  { life, reasons, store, now }: Rules,
): Readonly<{ delivery: RefundUnits["delivery"]; amount: Money; isSent: boolean }> | null {
  const earlier = refundsSoFar(life);
  const left = remainingRefund(order, addRefunds(earlier, refund));
  const isSent = life.lines.some(({ sent }) => sent > 0);
  const isWhole = left.units.every((units) => units <= 0);
  const facts = { requestedAt: now.toISOString(), deliveredAt: life.deliveredAt, isSent, isWhole, reasons };
  const delivery = !refund.delivery && dueDelivery(deliveryGround(facts, store), order);
  const { amount } = deliveryShare(order, delivery, earlier);
  return amount.minor === 0 ? null : { delivery, amount, isSent };
}
