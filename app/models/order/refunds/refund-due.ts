/** What a refund pays: the one place that computes it, for the sums shown beforehand and for those that are paid. */
import { type FulfilmentHistory, refundsSoFar } from "#app/models/order/fulfilment.ts";
import type { Order } from "#app/models/order/order.ts";
import { type RefundShares, refundShares, type RefundUnits } from "#app/models/order/refund-shares.ts";
import { checkWear, type Wear, type WearRefusal } from "#app/models/order/wear/wear.ts";
import { type Money, money } from "#app/models/shared/money.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

import { amountLeft, type GivenAmount } from "./amount-left.ts";

export type DueRequest = Readonly<{
  refund: RefundUnits;
  /** Pays what is left where less than the units cost is left; the caller asks once. */
  isUpToLeft?: boolean;
  leavesRest?: boolean;
  /** Minor units taken off for the way back of what is returned, at most what the items cost. */
  returnCost?: number;
  wear?: Readonly<{ wear: Wear; reasons: ReadonlyArray<string> }> | null;
}>;

export type RefundDue = Readonly<{
  shares: RefundShares;
  /** Less what is kept. */
  given: GivenAmount;
  returnCost: Money;
}>;

export type DueRefusal =
  "refund-units" | "refund-delivery" | "refund-nothing" | "refund-too-much" | WearRefusal;

export function dueRefund(
  order: Order,
  life: FulfilmentHistory,
  { refund, isUpToLeft, leavesRest, returnCost = 0, wear }: DueRequest,
): Result<RefundDue, DueRefusal> {
  const shares = refundShares(order, refund, refundsSoFar(life));
  if (!shares.ok) return shares;
  const { total, lines } = shares.value;
  const given = amountLeft(order, life, { refund, share: total.amount, isUpToLeft, leavesRest });
  if (given === null) return refused("refund-too-much");
  const { minor, currency } = given.amount;
  const checked = minor > 0 ? checkedWear(wear, shares.value) : ok(0);
  if (!checked.ok) return checked;
  const worn = checked.value;
  const items = lines.reduce((sum, { amount }) => sum + amount.minor, 0);
  const cost = Math.max(0, Math.min(returnCost, items - worn, minor - worn));
  const amount = money(minor - worn - cost, currency);
  if (worn > 0 && amount.minor <= 0) return refused("wear-all");
  return ok({ shares: shares.value, given: { ...given, amount }, returnCost: money(cost, currency) });
}

/** Minor units. */
function checkedWear(wear: DueRequest["wear"], shares: RefundShares): Result<number, WearRefusal> {
  if (!wear) return ok(0);
  const checked = checkWear(wear.wear, { shares, reasons: wear.reasons });
  return checked.ok ? ok(wear.wear.minor) : checked;
}

/** At most what is left; nothing where the refund would be refused. */
export function amountDue(order: Order, life: FulfilmentHistory, refund: RefundUnits): Money {
  const due = dueRefund(order, life, { refund, isUpToLeft: true });
  return due.ok ? due.value.given.amount : money(0, order.totals.total.currency);
}
