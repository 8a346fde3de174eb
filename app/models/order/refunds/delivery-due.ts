import { type FulfilmentHistory, refundsSoFar } from "#app/models/order/fulfilment.ts";
import type { Order } from "#app/models/order/order.ts";
import { deliveryShare, type RefundUnits } from "#app/models/order/refund-shares.ts";
import { type DeliveryGround, deliveryGround, dueDelivery } from "#app/models/order/returns/return.ts";
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
  const returning = { units: refund.units, reasons, requestedAt: now.toISOString() };
  const ground = groundOf(order, returning, { life, store });
  const delivery = !refund.delivery && dueDelivery(ground, order);
  const { amount } = deliveryShare(order, delivery, refundsSoFar(life));
  return amount.minor === 0 ? null : { delivery, amount, isSent: isPartSent(life) };
}

const isPartSent = ({ lines }: Pick<FulfilmentHistory, "lines">) => lines.some(({ sent }) => sent > 0);

type Returning = Readonly<{
  /** One number for each line: what comes back and was not refunded before. */
  units: ReadonlyArray<number>;
  reasons: ReadonlyArray<string>;
  /** ISO 8601. */
  requestedAt: string;
}>;

/** Whether the delivery charge is refunded with what comes back, and why. */
export function groundOf(
  order: Pick<Order, "lines">,
  { units, reasons, requestedAt }: Returning,
  { life, store }: Pick<Rules, "life" | "store">,
): DeliveryGround {
  const earlier = refundsSoFar(life);
  const isWhole = order.lines.every(
    ({ quantity }, index) => (earlier.units[index] ?? 0) + (units[index] ?? 0) >= quantity,
  );
  const facts = { requestedAt, deliveredAt: life.deliveredAt, isSent: isPartSent(life), isWhole, reasons };
  return deliveryGround(facts, store);
}

/** For whoever refunds the rest; a sentence without its full stop. */
export function deliveryDueText({ amount, isSent }: DeliveryDue, locale: string): string {
  const sum = formatMoney(amount, locale);
  return isSent
    ? `If all items go back in time or for a fault, by law ${sum} of the delivery goes back too`
    : `Nothing of this order was delivered, so by law its delivery of ${sum} goes back too`;
}
