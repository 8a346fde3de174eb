/** The share of each line by unit, and of delivery (requirement order-4). */
import {
  addMoney,
  type Money,
  money,
  shareOfMoney,
  subtractMoney,
  sumMoney,
} from "#app/models/shared/money.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

import type { ChosenDelivery, Order, OrderLine } from "./order.ts";

/** Wrapping is refunded with its units. */
export type RefundableLine = Pick<OrderLine, "quantity" | "total" | "discount" | "vat" | "wrap">;

export type RefundableOrder = Pick<Order, "totals"> &
  Readonly<{ lines: ReadonlyArray<RefundableLine>; delivery?: Pick<ChosenDelivery, "cheapest"> }>;

/**
 * `units` has a number for each line of the order, in its order; `delivery`: whether its charge is refunded too, or as
 * much of it as the cheapest delivery that was offered would have cost.
 */
export type RefundUnits = Readonly<{ units: ReadonlyArray<number>; delivery: boolean | "cheapest" }>;

/** `delivery`: all of its charge was refunded; `deliveryMinor`: so much of it was, in minor units. */
export type EarlierRefunds = RefundUnits & Readonly<{ deliveryMinor?: number }>;

/** `amount` includes `vat`. */
export type RefundShare = Readonly<{ amount: Money; vat: Money }>;

export type RefundShares = Readonly<{
  lines: ReadonlyArray<RefundShare>;
  delivery: RefundShare;
  total: RefundShare;
}>;

export function noRefund(lineCount: number): RefundUnits {
  return { units: Array.from({ length: lineCount }, () => 0), delivery: false };
}

export function addRefunds(first: RefundUnits, next: RefundUnits): RefundUnits {
  return {
    units: first.units.map((units, index) => units + (next.units[index] ?? 0)),
    delivery: first.delivery || next.delivery,
  };
}

export function remainingRefund({ lines }: RefundableOrder, earlier: RefundUnits): RefundUnits {
  return {
    units: lines.map(({ quantity }, index) => quantity - (earlier.units[index] ?? 0)),
    delivery: !earlier.delivery,
  };
}

/**
 * Units of a line get equal shares; odd pennies go by a fixed rule (half up, counted from the first unit), so any
 * refunds in any order add up to what was paid, and so does their VAT. Refuses more units than are left ("refund-units"
 * {line, left}, counted from 1), delivery a second time, and an empty refund.
 */
export function refundShares(
  order: RefundableOrder,
  requested: RefundUnits,
  earlier: EarlierRefunds,
): Result<RefundShares, "refund-units" | "refund-delivery" | "refund-nothing"> {
  const refusal = refusalOf(order, requested, earlier);
  if (refusal) return refusal;
  const lines = order.lines.map((line, index) =>
    lineShare(line, { from: earlier.units[index] ?? 0, units: requested.units[index] ?? 0 }),
  );
  const delivery = deliveryShare(order, requested.delivery, earlier);
  return ok({ lines, delivery, total: sumOf(delivery, ...lines) });
}

function refusalOf(order: RefundableOrder, requested: RefundUnits, earlier: RefundUnits) {
  const left = remainingRefund(order, earlier);
  for (const [index, units] of requested.units.entries()) {
    const unitsLeft = left.units[index] ?? 0;
    if (!isCount(units) || units > unitsLeft)
      return refused("refund-units", { line: index + 1, left: unitsLeft });
  }
  if (requested.delivery && !left.delivery) return refused("refund-delivery");
  const isNothing = !requested.delivery && requested.units.every((units) => units === 0);
  return isNothing ? refused("refund-nothing") : null;
}

const isCount = (units: number) => Number.isSafeInteger(units) && units >= 0;

type Span = Readonly<{ from: number; units: number }>;

function lineShare({ quantity, total, discount, vat, wrap }: RefundableLine, span: Span) {
  const items = spanShare({ amount: subtractMoney(total, discount), vat }, quantity, span);
  if (!wrap) return items;
  return sumOf(items, spanShare({ amount: wrap.price, vat: wrap.vat }, quantity, span));
}

function spanShare(paid: RefundShare, quantity: number, { from, units }: Span): RefundShare {
  const before = shareUpTo(paid, quantity, from);
  const after = shareUpTo(paid, quantity, from + units);
  return { amount: subtractMoney(after.amount, before.amount), vat: subtractMoney(after.vat, before.vat) };
}

/** VAT follows the money, so that no share holds more VAT than money. */
function shareUpTo({ amount, vat }: RefundShare, quantity: number, units: number): RefundShare {
  const part = shareOfMoney(amount, units, quantity);
  return {
    amount: part,
    vat: amount.minor === 0 ? money(0, vat.currency) : shareOfMoney(vat, part.minor, amount.minor),
  };
}

/** What to ask for where no more is due than the cheapest delivery that was offered would have cost. */
export function cheapestDelivery({ delivery }: Pick<RefundableOrder, "delivery">): true | "cheapest" {
  return delivery?.cheapest ? "cheapest" : true;
}

/** Its VAT is the order's less that of its lines. */
export function deliveryShare(
  { lines, totals, delivery }: RefundableOrder,
  requested: RefundUnits["delivery"],
  earlier: EarlierRefunds,
): RefundShare {
  const { minor, currency } = totals.delivery ?? money(0, totals.vat.currency);
  const from = earlier.delivery ? minor : (earlier.deliveryMinor ?? 0);
  const most = requested === "cheapest" ? (delivery?.cheapest?.minor ?? minor) : minor;
  if (!requested || from >= most) return { amount: money(0, currency), vat: money(0, currency) };
  const ofLines = lines.flatMap(({ vat, wrap }) => (wrap ? [vat, wrap.vat] : [vat]));
  const vat = subtractMoney(totals.vat, sumMoney(ofLines, currency));
  return spanShare({ amount: money(minor, currency), vat }, minor, { from, units: most - from });
}

function sumOf(first: RefundShare, ...others: ReadonlyArray<RefundShare>): RefundShare {
  return {
    amount: addMoney(first.amount, ...others.map(({ amount }) => amount)),
    vat: addMoney(first.vat, ...others.map(({ vat }) => vat)),
  };
}

export type RestockChoice = boolean | ReadonlyArray<boolean>;

export function isLineRestocked(isRestocked: RestockChoice, index: number): boolean {
  return typeof isRestocked === "boolean" ? isRestocked : (isRestocked[index] ?? false);
}

export const REFUND_WORDS_MAX = 200;
