/** What goes back when some of an order does: the share of each line, unit by unit, and of its delivery. */
import { addMoney, type Money, money, shareOfMoney, subtractMoney } from "#app/models/shared/money.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

import type { Order, OrderLine } from "./order.ts";

/** What a line's share is taken from; its gift wrapping goes back with its units. */
export type RefundableLine = Pick<OrderLine, "quantity" | "total" | "discount" | "vat" | "wrap">;

export type RefundableOrder = Pick<Order, "totals"> & Readonly<{ lines: ReadonlyArray<RefundableLine> }>;

/** How many units of each line, in the order of the lines, and whether delivery. */
export type RefundUnits = Readonly<{ units: ReadonlyArray<number>; delivery: boolean }>;

/** An amount that goes back, VAT inside, and that VAT. */
export type RefundShare = Readonly<{ amount: Money; vat: Money }>;

export type RefundShares = Readonly<{
  /** One for each line of the order, zero for those that nothing goes back of; goods and wrapping together. */
  lines: ReadonlyArray<RefundShare>;
  delivery: RefundShare;
  /** All of it together. */
  total: RefundShare;
}>;

/** Nothing at all of an order with `lineCount` lines: where refunds begin. */
export function noRefund(lineCount: number): RefundUnits {
  return { units: Array.from({ length: lineCount }, () => 0), delivery: false };
}

/** Two refunds as one. */
export function addRefunds(first: RefundUnits, next: RefundUnits): RefundUnits {
  return {
    units: first.units.map((units, index) => units + (next.units[index] ?? 0)),
    delivery: first.delivery || next.delivery,
  };
}

/** What has not gone back after `earlier`: giving it back as well gives back all that was paid. */
export function remainingRefund({ lines }: RefundableOrder, earlier: RefundUnits): RefundUnits {
  return {
    units: lines.map(({ quantity }, index) => quantity - (earlier.units[index] ?? 0)),
    delivery: !earlier.delivery,
  };
}

/**
 * The money for `wanted`, after `earlier` went back. Units of one line get equal shares of what was paid for it, and
 * where that is no whole number of pennies the odd ones go by a rule (half up, counted from the first unit), so that
 * whatever goes back in whatever order, all of it together is what was paid, VAT likewise. Refuses more units than
 * are left ("refund-units" {line, left}, counted from 1), delivery a second time, and nothing at all.
 */
export function refundShares(
  order: RefundableOrder,
  wanted: RefundUnits,
  earlier: RefundUnits,
): Result<RefundShares, "refund-units" | "refund-delivery" | "refund-nothing"> {
  const refusal = refusalOf(order, wanted, earlier);
  if (refusal) return refusal;
  const lines = order.lines.map((line, index) =>
    lineShare(line, { from: earlier.units[index] ?? 0, units: wanted.units[index] ?? 0 }),
  );
  const delivery = wanted.delivery ? deliveryShare(order) : NOTHING;
  return ok({ lines, delivery, total: sumOf([...lines, delivery]) });
}

const NOTHING: RefundShare = { amount: money(0), vat: money(0) };

function refusalOf(order: RefundableOrder, wanted: RefundUnits, earlier: RefundUnits) {
  const left = remainingRefund(order, earlier);
  for (const [index, units] of wanted.units.entries()) {
    const unitsLeft = left.units[index] ?? 0;
    if (!isCount(units) || units > unitsLeft)
      return refused("refund-units", { line: index + 1, left: unitsLeft });
  }
  if (wanted.delivery && !left.delivery) return refused("refund-delivery");
  const isNothing = !wanted.delivery && wanted.units.every((units) => units === 0);
  return isNothing ? refused("refund-nothing") : null;
}

const isCount = (units: number) => Number.isSafeInteger(units) && units >= 0;

type Span = Readonly<{ from: number; units: number }>;

function lineShare({ quantity, total, discount, vat, wrap }: RefundableLine, span: Span) {
  const goods = spanShare({ amount: subtractMoney(total, discount), vat }, quantity, span);
  if (!wrap) return goods;
  return sumOf([goods, spanShare({ amount: wrap.price, vat: wrap.vat }, quantity, span)]);
}

/** The share of units `from` + 1 to `from` + `units`: what falls to all up to the last, less what fell before. */
function spanShare(paid: RefundShare, quantity: number, { from, units }: Span): RefundShare {
  const before = shareUpTo(paid, quantity, from);
  const after = shareUpTo(paid, quantity, from + units);
  return { amount: subtractMoney(after.amount, before.amount), vat: subtractMoney(after.vat, before.vat) };
}

/** VAT follows the money, not the units, so that no share holds more VAT than money. */
function shareUpTo({ amount, vat }: RefundShare, quantity: number, units: number): RefundShare {
  const part = shareOfMoney(amount, units, quantity);
  return { amount: part, vat: amount.minor === 0 ? money(0) : shareOfMoney(vat, part.minor, amount.minor) };
}

/** Delivery with its VAT: what the order's VAT holds besides that of its lines. */
function deliveryShare({ lines, totals }: RefundableOrder): RefundShare {
  const ofLines = lines.flatMap(({ vat, wrap }) => (wrap ? [vat, wrap.vat] : [vat]));
  return {
    amount: totals.delivery ?? money(0),
    vat: subtractMoney(totals.vat, addMoney(money(0), ...ofLines)),
  };
}

function sumOf(shares: ReadonlyArray<RefundShare>): RefundShare {
  return {
    amount: addMoney(money(0), ...shares.map(({ amount }) => amount)),
    vat: addMoney(money(0), ...shares.map(({ vat }) => vat)),
  };
}
