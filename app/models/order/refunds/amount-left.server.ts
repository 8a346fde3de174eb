/** What can still be refunded of an order, whether the rest was refunded by the shop or at the payment provider. */
import { db } from "#app/db/db.server.ts";
import {
  type FulfilmentHistory,
  isOfCurrency,
  refundedSoFar,
  refundsSoFar,
} from "#app/models/order/fulfilment.ts";
import { afterGoodwill } from "#app/models/order/goodwill.ts";
import type { Order } from "#app/models/order/order.ts";
import { findOrderPaymentEvents } from "#app/models/order/payment/payment.server.ts";
import { refundedMinor } from "#app/models/order/payment/payment.ts";
import { type RefundUnits, remainingRefund } from "#app/models/order/refund-shares.ts";
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
}>;

/** A refund of all that is left pays what is left; null: it is more than is left. */
export async function amountLeft(
  order: Order,
  life: Pick<FulfilmentHistory, "lines" | "refunds">,
  { refund, share, isUpToLeft = false }: AmountRequest,
): Promise<GivenAmount | null> {
  const given = afterGoodwill(share.minor, await refundableMinor(order, life), life.refunds);
  if (given.isTooMuch && !isUpToLeft && !isAllLeft(order, life, refund)) return null;
  return { amount: money(given.amount, share.currency), setOff: money(given.setOff, share.currency) };
}

function isAllLeft(
  order: Order,
  life: Pick<FulfilmentHistory, "lines" | "refunds">,
  { units, delivery }: RefundUnits,
): boolean {
  const left = remainingRefund(order, refundsSoFar(life));
  const isDeliveryLeft = left.delivery && (order.totals.delivery?.minor ?? 0) > 0;
  return left.units.every((count, index) => count === units[index]) && (delivery || !isDeliveryLeft);
}

/** Minor units that were neither refunded nor given as credit. */
export async function refundableMinor(
  order: Order,
  life: Pick<FulfilmentHistory, "refunds">,
): Promise<number> {
  const { total } = order.totals;
  const events = await findOrderPaymentEvents(order.id);
  const refunds = life.refunds.filter(isOfCurrency(total.currency));
  const asMoney = refundedSoFar(refunds.filter(({ isCredit }) => !isCredit));
  const asCredit = refundedSoFar(refunds) - asMoney;
  const back = asCredit + Math.max(asMoney, refundedMinor(events, total));
  const { credit } = await db()
    .selectFrom("order_returns")
    .select(({ fn }) => fn.sum<number | string | null>("credit_minor").as("credit"))
    .where("order_id", "=", order.id)
    .executeTakeFirstOrThrow();
  return total.minor - back - Number(credit ?? 0);
}
