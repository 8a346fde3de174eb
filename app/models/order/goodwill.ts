/** Refunds of a sum without items (requirement desk-37). */
import { type Money, money, shareOfMoney, subtractMoney } from "#app/models/shared/money.ts";

import type { OrderRefund } from "./fulfilment.ts";
import type { Order } from "./order.ts";

type Given = Pick<OrderRefund, "goodwill" | "setOff" | "wear" | "returnCost">;

/** Minor units that no later refund of the items has set off yet. */
function openGoodwill(refunds: ReadonlyArray<Given>): number {
  return refunds.reduce((sum, { goodwill, setOff }) => sum + goodwill.minor - setOff.minor, 0);
}

type AfterGoodwill = Readonly<{
  amount: number;
  setOff: number;
  /** More is missing than was paid as goodwill. */
  isTooMuch: boolean;
}>;

/**
 * What a refund of items worth `share` pays out if `left` can still be refunded, all in minor units. What is missing
 * went back before (`setOff`); what was deducted for wear or for the way back does not count as left.
 */
export function afterGoodwill(share: number, left: number, refunds: ReadonlyArray<Given>): AfterGoodwill {
  const deducted = refunds.reduce((sum, { wear, returnCost }) => sum + wear.minor + returnCost.minor, 0);
  const missing = Math.max(0, share - Math.max(0, left - deducted));
  const isTooMuch = missing > Math.max(0, openGoodwill(refunds));
  return { amount: share - missing, setOff: missing, isTooMuch };
}

/** The order's own share of VAT. */
export function vatInside(amount: Money, { totals }: Pick<Order, "totals">): Money {
  if (totals.total.minor === 0) return money(0, amount.currency);
  return shareOfMoney(totals.vat, amount.minor, totals.total.minor);
}

/** `left` is in minor units of the currency of `amount`. */
export function staysPaid(left: number, amount: Money): Money {
  return subtractMoney(money(left, amount.currency), amount);
}
