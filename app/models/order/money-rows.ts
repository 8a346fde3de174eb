/** What became of an order's money, row by row, for whoever reads it. Rows of nothing are left out. */
import { formatMoney, type Money, money } from "#app/models/shared/money.ts";

import type { OrderMoney } from "./money.ts";

export type MoneyRow = Readonly<{ label: string; amount: string }>;

/** For the order's page and its invoice. */
export function buyerMoneyRows(sums: OrderMoney, locale: string): ReadonlyArray<MoneyRow> {
  return rowsOf(locale, [
    ["Refunded", sums.refunded],
    ["Refund on its way", sums.underWay],
    ["Refund that did not arrive", sums.owed],
    ["Disputed with your bank", sums.disputed],
    ["Returned by your bank", sums.lost],
  ]);
}

/** For the desk and the commands. */
export function shopMoneyRows(sums: OrderMoney, locale: string): ReadonlyArray<MoneyRow> {
  return rowsOf(locale, [
    ["Refunded", sums.refunded],
    ["of it at the payment provider", sums.refundedElsewhere],
    ["Refund under way", sums.underWay],
    ["Refund failed, still owed", sums.owed],
    ["Disputed", sums.disputed],
    ["Lost in a dispute", sums.lost],
    ...sums.fees.map((fee) => ["Fee for the dispute", money(fee.minor, fee.currency)] as const),
    ["Given as a discount code", sums.credit],
  ]);
}

function rowsOf(
  locale: string,
  rows: ReadonlyArray<readonly [label: string, sum: Money]>,
): ReadonlyArray<MoneyRow> {
  return rows
    .filter(([, sum]) => sum.minor > 0)
    .map(([label, sum]) => ({ label, amount: formatMoney(sum, locale) }));
}
