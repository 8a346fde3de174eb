/** What can still be refunded of an order, whether the rest was refunded by the shop or at the payment provider. */
import { type FulfilmentHistory, refundsSoFar } from "#app/models/order/fulfilment.ts";
import { afterGoodwill } from "#app/models/order/goodwill.ts";
import { orderMoney } from "#app/models/order/money.ts";
import type { Order } from "#app/models/order/order.ts";
import {
  addRefunds,
  refundShares,
  type RefundUnits,
  remainingRefund,
} from "#app/models/order/refund-shares.ts";
import { type Money, money } from "#app/models/shared/money.ts";

export type GivenAmount = Readonly<{
  amount: Money;
  /** Went back before, as goodwill or at the payment provider, and is missing from what the units cost. */
  setOff: Money;
}>;

type AmountRequest = Readonly<{
  refund: RefundUnits;
  /** What its units and delivery cost. */
  share: Money;
  /** Pays what is left where less than the share is left. */
  isUpToLeft?: boolean;
  /** Leaves what the rest of the order costs, which also covers what was refunded elsewhere or lost to the bank. */
  leavesRest?: boolean;
}>;

type MoneyHistory = Pick<FulfilmentHistory, "lines" | "refunds" | "disputes" | "familyCredit">;

/** A refund of all that is left pays what is left; null: it is more than is left. */
export function amountLeft(
  order: Order,
  life: MoneyHistory,
  { refund, share, isUpToLeft = false, leavesRest = false }: AmountRequest,
): GivenAmount | null {
  const refunds = life.refunds.filter(({ status }) => status !== "void");
  const forRest = leavesRest ? restMinor(order, life, refund) : 0;
  const given = afterGoodwill(share.minor, refundableMinor(order, life) - forRest, refunds);
  if (given.isTooMuch && !isUpToLeft && !isAllLeft(order, life, refund)) return null;
  return { amount: money(given.amount, share.currency), setOff: money(given.setOff, share.currency) };
}

/** Minor units that everything costs which has not been refunded by the shop, without `refund`. */
function restMinor(order: Order, life: MoneyHistory, refund: RefundUnits): number {
  const earlier = refundsSoFar(life);
  const after = { ...addRefunds(earlier, refund), deliveryMinor: earlier.deliveryMinor };
  const rest = refundShares(order, remainingRefund(order, after), after);
  return rest.ok ? rest.value.total.amount.minor : 0;
}

function isAllLeft(
  order: Order,
  life: Pick<FulfilmentHistory, "lines" | "refunds">,
  { units, delivery }: RefundUnits,
): boolean {
  const left = remainingRefund(order, refundsSoFar(life));
  const isDeliveryLeft = left.delivery && (order.totals.delivery?.minor ?? 0) > 0;
  return left.units.every((count, index) => count === units[index]) && (delivery === true || !isDeliveryLeft);
}

/** Minor units that can still be given back. */
export function refundableMinor(order: Order, life: MoneyHistory): number {
  return orderMoney(order, life).left.minor;
}
