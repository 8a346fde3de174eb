import { type FulfilmentHistory, refundsSoFar } from "#app/models/order/fulfilment.ts";
import type { Order } from "#app/models/order/order.ts";
import {
  addRefunds,
  deliveryShare,
  type RefundUnits,
  remainingRefund,
} from "#app/models/order/refund-shares.ts";
import { deliveryGround, dueDelivery } from "#app/models/order/returns/return.ts";
import { formatMoney, type Money } from "#app/models/shared/money.ts";
import type { Store } from "#app/models/store/store.ts";

type Rules = Readonly<{ life: FulfilmentHistory; reasons: ReadonlyArray<string>; store: Store; now: Date }>;

type DeliveryDue = Readonly<{ delivery: RefundUnits["delivery"]; amount: Money; isSent: boolean }>;

/**
 * What of the delivery charge `refund` leaves although all units of the order have gone back with it, by the rules of a
 * return (requirement order-5). Null: nothing.
 */
export function deliveryDue(
  order: Pick<Order, "delivery" | "lines" | "totals">,
  refund: RefundUnits,
  { life, reasons, store, now }: Rules,
): DeliveryDue | null {
  const earlier = refundsSoFar(life);
  const left = remainingRefund(order, addRefunds(earlier, refund));
  const isSent = life.lines.some(({ sent }) => sent > 0);
  const isWhole = left.units.every((units) => units <= 0);
  const facts = { requestedAt: now.toISOString(), deliveredAt: life.deliveredAt, isSent, isWhole, reasons };
  const delivery = !refund.delivery && dueDelivery(deliveryGround(facts, store), order);
  const { amount } = deliveryShare(order, delivery, earlier);
  return amount.minor === 0 ? null : { delivery, amount, isSent };
}

/** For whoever refunds the rest; a sentence without its full stop. */
export function deliveryDueText({ amount, isSent }: DeliveryDue, locale: string): string {
  const sum = formatMoney(amount, locale);
  return isSent
    ? `If all items go back in time or for a fault, by law ${sum} of the delivery goes back too`
    : `Nothing of this order was delivered, so by law its delivery of ${sum} goes back too`;
}
