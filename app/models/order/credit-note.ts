/** What a credit note says: the items and sums of one refund, and the VAT in them, by rate. */
import { fullName } from "#app/models/catalogue/full-name.ts";
import { type Money, money, shareOfMoney, splitMoney, subtractMoney } from "#app/models/shared/money.ts";

import type { OrderRefund } from "./fulfilment.ts";
import { type VatRates, type VatRow, vatRows } from "./invoice.ts";
import type { Order, OrderLine } from "./order.ts";

/** `lines` has an entry for each line of the order, in minor units. */
export type CreditedRefund = OrderRefund &
  Readonly<{ lines: ReadonlyArray<Readonly<{ units: number; minor: number }>> }>;

export type CreditNote = Pick<
  OrderRefund,
  "amount" | "isCredit" | "isPaidAnotherWay" | "status" | "createdAt"
> &
  Readonly<{
    number: string;
    /** `units`: null of what is no item. */
    rows: ReadonlyArray<Readonly<{ what: string; units: number | null; amount: Money }>>;
    vat: ReadonlyArray<VatRow>;
  }>;

/** In the order of their numbers; `refunds` are all of the order's. VAT follows the money from one to the next. */
export function creditNotesOf(
  order: Order,
  rates: VatRates,
  refunds: ReadonlyArray<CreditedRefund>,
): ReadonlyArray<CreditNote> {
  const sold = vatRows(order, rates);
  const before = sold.map(() => 0);
  return refunds.toSorted(byNumber).flatMap((refund) => {
    const { creditNote: number, amount, isCredit, isPaidAnotherWay, status, createdAt } = refund;
    const gross = status === "void" ? [] : grossByRow(order, rates, { sold, refund });
    const vat = sold.flatMap((row, at) => {
      const [from = 0, minor = 0] = [before[at], gross[at]];
      before[at] = from + minor;
      return minor === 0 ? [] : [spanOf(row, from, minor)];
    });
    return number === null
      ? []
      : [{ number, amount, isCredit, isPaidAnotherWay, status, createdAt, rows: rowsOf(order, refund), vat }];
  });
}

/** Those without a number are older. */
function byNumber(one: CreditedRefund, other: CreditedRefund): number {
  return (one.creditNote ?? "").localeCompare(other.creditNote ?? "", "en", { numeric: true });
}

/** `from`: what of the row's gross sum had gone back before. Minor units. */
function spanOf(row: VatRow, from: number, minor: number): VatRow {
  const vatUpTo = (sum: number) => shareOfMoney(row.vat, sum, row.gross.minor);
  const [gross, vat] = [money(minor, row.vat.currency), subtractMoney(vatUpTo(from + minor), vatUpTo(from))];
  return { ...row, gross, vat, net: subtractMoney(gross, vat) };
}

/** What of each row of `sold` the refund gives back, in minor units. A sum without items is of all in equal measure. */
function grossByRow(
  { lines }: Order,
  rates: VatRates,
  { sold, refund }: Readonly<{ sold: ReadonlyArray<VatRow>; refund: CreditedRefund }>,
): ReadonlyArray<number> {
  const { delivery, goodwill, setOff, wear, returnCost } = refund;
  const spread = (minor: number, weights: ReadonlyArray<number>) =>
    splitMoney(money(minor, delivery.currency), weights).map((part) => part.minor);
  const sumUp = (parts: ReadonlyArray<ReadonlyArray<number>>) =>
    sold.map((_, at) => parts.reduce((sum, part) => sum + (part[at] ?? 0), 0));
  const chargeOf = ({ isDelivery, gross }: VatRow) => (isDelivery ? gross.minor : 0);
  const given = sumUp([
    spread(delivery.minor, sold.map(chargeOf)),
    ...lines.map((line, index) =>
      spread(
        refund.lines[index]?.minor ?? 0,
        sold.map((row) => lineInRow(line, rates, row)),
      ),
    ),
  ]);
  const byGross = sold.map(({ gross }) => gross.minor);
  const deducted = spread(-wear.minor - returnCost.minor, given);
  return sumUp([given, deducted, spread(goodwill.minor - setOff.minor, byGross)]);
}

/** What of the line, with its wrapping, stands in the row, in minor units. */
function lineInRow(line: OrderLine, rates: VatRates, { rate, isDelivery }: VatRow): number {
  if (isDelivery) return 0;
  const items = rates.get(line.variantId) === rate ? line.total.minor - line.discount.minor : 0;
  return items + (line.wrap?.taxRateBasisPoints === rate ? line.wrap.price.minor : 0);
}

function rowsOf({ lines }: Order, refund: CreditedRefund): CreditNote["rows"] {
  if (refund.status === "void") return [];
  const rows = [
    ...refund.lines.map(({ units, minor }, index) => {
      const { name = "", variantLabel = null } = lines[index] ?? {};
      return [fullName(name, variantLabel), minor, units] as const;
    }),
    ["Delivery", refund.delivery.minor, null],
    ["Part of the price", refund.goodwill.minor, null],
    ["Kept for wear", -refund.wear.minor, null],
    ["Return cost", -refund.returnCost.minor, null],
    ["Refunded before", -refund.setOff.minor, null],
  ] as const;
  return rows
    .filter(([, minor, units]) => minor !== 0 || (units ?? 0) > 0)
    .map(([what, minor, units]) => ({ what, units, amount: money(minor, refund.amount.currency) }));
}

/** What became of its money, for the customer. */
export function creditStateText({ status, isCredit, isPaidAnotherWay }: CreditNote): string {
  if (isCredit) return "We have given you a discount code for this sum.";
  if (isPaidAnotherWay) return "We have paid this back to you another way.";
  return {
    queued: "We are paying this back by your original payment method.",
    completed: "We have paid this back by your original payment method.",
    failed: "The payment was not accepted. We still owe you this money: please email or call us.",
    void: "This credit note is void: the money had gone back to you another way.",
  }[status];
}
