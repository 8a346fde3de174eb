/** Refunds of a sum without items (requirement desk-37). */
import { type Money, money, shareOfMoney, subtractMoney } from "#app/models/shared/money.ts";

import type { OrderRefund } from "./fulfilment.ts";
import type { Order } from "./order.ts";

type Given = Pick<OrderRefund, "goodwill" | "setOff" | "wear">;

/** Minor units that no later refund of the items has set off yet. */
function openGoodwill(refunds: ReadonlyArray<Given>): number {
  return refunds.reduce((sum, { goodwill, setOff }) => sum + goodwill.minor - setOff.minor, 0);
}

/**
 * In minor units: what went back before as goodwill is set off, and goes back once; what was kept for wear is not there
 * for other items. Null: more is missing than was given as goodwill.
 */
export function afterGoodwill(
  share: number,
  left: number,
  refunds: ReadonlyArray<Given>,
): Readonly<{ amount: number; setOff: number }> | null {
  const worn = refunds.reduce((sum, { wear }) => sum + wear.minor, 0);
  const missing = Math.max(0, share - Math.max(0, left - worn));
  if (missing > openGoodwill(refunds)) return null;
  return { amount: share - missing, setOff: missing };
}

/** The order's own share of VAT. */
export function vatInside(amount: Money, { totals }: Pick<Order, "totals">): Money {
  if (totals.total.minor === 0) return money(0, amount.currency);
  return shareOfMoney(totals.vat, amount.minor, totals.total.minor);
}

export function staysPaid(left: number, amount: Money): Money {
  return subtractMoney(money(left, amount.currency), amount);
}
