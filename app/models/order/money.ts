/**
 * What became of an order's money: the one place that computes it. Pages, emails, `orders show`, lists, exports, figures
 * and whatever decides what can still be given back read it here, and add up nothing themselves. `orderMoney` is for one
 * order whose history is known; `moneyOfOrders` (money.server.ts) reads many.
 *
 * The payment provider's account is the truth about refunds: `recordProviderRefunds` writes what it reports into the
 * order's refunds, so that one made on the provider's own pages is a refund like any other (`by` is "payment"), and one
 * that the bank sent back has failed.
 */
import { type Money, money } from "#app/models/shared/money.ts";

import type { FulfilmentHistory, OrderRefund } from "./fulfilment.ts";
import type { Order } from "./order.ts";
import { type Dispute, lostMinor } from "./payment/dispute.ts";
import type { PaymentAmount } from "./payment/payment.ts";

/** All but the fees are in one currency: that of the order, or that of a payment in another, which goes back as it came. */
export type OrderMoney = Readonly<{
  /** What came for the order; nothing while it is unpaid. */
  paid: Money;
  /** Taken by the provider and not sent back, whoever asked for it. */
  refunded: Money;
  /** The part of it that was refunded on the provider's own pages. */
  refundedElsewhere: Money;
  /** Asked for, and not yet taken by the provider. */
  underWay: Money;
  /** Refunds that failed: the customer is still owed them. */
  owed: Money;
  /** Given as a discount code instead, to the buyer or to a family that sent a gift back. */
  credit: Money;
  /** In disputes that the bank has not decided; an inquiry takes no money. */
  disputed: Money;
  /** Gone to the customer by their bank, in disputes that the shop lost. */
  lost: Money;
  /** What the provider charges for disputes, a sum for each currency of the shop's accounts there. */
  fees: ReadonlyArray<PaymentAmount>;
  /** What can still be given back: never what is owed, disputed or lost. */
  left: Money;
}>;

export type MoneyFacts = Readonly<{
  total: Money;
  isPaid: boolean;
  refunds: ReadonlyArray<Pick<OrderRefund, "amount" | "isCredit" | "status" | "by">>;
  disputes: ReadonlyArray<Dispute>;
  /** Minor units given as a discount code to families that sent gifts back. */
  familyCredit: number;
}>;

export function orderMoney(
  { totals, paidAt }: Pick<Order, "totals" | "paidAt">,
  { refunds, disputes, familyCredit }: Pick<FulfilmentHistory, "refunds" | "disputes" | "familyCredit">,
): OrderMoney {
  return moneyOf({ total: totals.total, isPaid: paidAt !== null, refunds, disputes, familyCredit });
}

/** Also by money that came too late to buy anything: it goes back, or is owed. */
export function wasPaid(
  order: Pick<Order, "totals" | "paidAt">,
  life: Parameters<typeof orderMoney>[1],
): boolean {
  return order.paidAt !== null || orderMoney(order, life).paid.minor > 0;
}

export function moneyOf({ total, isPaid, disputes, familyCredit, ...facts }: MoneyFacts): OrderMoney {
  const hasOwn = facts.refunds.some(({ amount }) => amount.currency === total.currency);
  const currency = hasOwn ? total.currency : (facts.refunds[0]?.amount.currency ?? total.currency);
  const refunds = facts.refunds.filter(({ amount }) => amount.currency === currency);
  const cash = refunds.filter(({ isCredit }) => !isCredit);
  const made = cash.filter(({ status }) => status === "completed");
  const [refunded, elsewhere] = [sumOf(made), sumOf(made.filter(({ by }) => by === "payment"))];
  const underWay = sumOf(cash.filter(({ status }) => status === "queued"));
  const owed = sumOf(cash.filter(({ status }) => status === "failed"));
  const credit = sumOf(refunds.filter(({ isCredit }) => isCredit)) + familyCredit;
  const open = disputes.filter(({ state, amount }) => state === "open" && amount.currency === currency);
  const disputed = sumOf(open);
  const lost = lostMinor(disputes, currency);
  const back = refunded + underWay + owed;
  const isWhole = isPaid && currency === total.currency;
  const paid = isWhole ? total.minor : back;
  const left = isWhole ? Math.max(0, paid - back - credit - disputed - lost) : 0;
  const of = (minor: number) => money(minor, currency);
  return {
    ...{ paid: of(paid), refunded: of(refunded), refundedElsewhere: of(elsewhere), underWay: of(underWay) },
    ...{ owed: of(owed), credit: of(credit), disputed: of(disputed), lost: of(lost), left: of(left) },
    fees: feesOf(disputes),
  };
}

const sumOf = (parts: ReadonlyArray<Readonly<{ amount: PaymentAmount }>>) =>
  parts.reduce((sum, { amount }) => sum + amount.minor, 0);

function feesOf(disputes: ReadonlyArray<Dispute>): ReadonlyArray<PaymentAmount> {
  const fees = disputes.flatMap(({ fee }) => fee ?? []);
  return [...new Set(fees.map(({ currency }) => currency))].map((currency) => ({
    minor: fees.reduce((sum, fee) => sum + (fee.currency === currency ? fee.minor : 0), 0),
    currency,
  }));
}
