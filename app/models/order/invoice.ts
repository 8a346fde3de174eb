import { addMoney, type Money, money, subtractMoney } from "#app/models/shared/money.ts";

import type { Order, OrderLine } from "./order.ts";

/** At one rate in hundredths of a per cent; `rate` is null for delivery, which follows the items. */
export type VatRow = Readonly<{ rate: number | null; net: Money; vat: Money; gross: Money }>;

export type VatRates = ReadonlyMap<number, number>;

/** VAT was rounded for each line when the order was placed, so the rows add up to the order's totals. */
export function vatRows(
  { lines, totals }: Pick<Order, "lines" | "totals">,
  rates: VatRates,
): ReadonlyArray<VatRow> {
  const sold = lines.flatMap((line) => soldParts(line, rates.get(line.variantId) ?? 0));
  const nothing = money(0, totals.total.currency);
  const byRate = new Map<number, Omit<SoldPart, "rate">>();
  for (const { rate, gross, vat } of sold) {
    const before = byRate.get(rate) ?? { gross: nothing, vat: nothing };
    byRate.set(rate, { gross: addMoney(before.gross, gross), vat: addMoney(before.vat, vat) });
  }
  const rows = [...byRate]
    .sort(([one], [other]) => other - one)
    .map(([rate, { gross, vat }]) => rowOf(rate, gross, vat));
  if (!totals.delivery || totals.delivery.minor === 0) return rows;
  const soldVat = addMoney(nothing, ...sold.map(({ vat }) => vat));
  return [...rows, rowOf(null, totals.delivery, subtractMoney(totals.vat, soldVat))];
}

type SoldPart = Readonly<{ rate: number; gross: Money; vat: Money }>;

function soldParts({ total, discount, vat, wrap }: OrderLine, rate: number): ReadonlyArray<SoldPart> {
  const items = { rate, gross: subtractMoney(total, discount), vat };
  if (!wrap || wrap.price.minor === 0) return [items];
  return [items, { rate: wrap.taxRateBasisPoints, gross: wrap.price, vat: wrap.vat }];
}

function rowOf(rate: number | null, gross: Money, vat: Money): VatRow {
  return { rate, gross, vat, net: subtractMoney(gross, vat) };
}

export function rateText(basisPoints: number): string {
  return `${basisPoints / 100}%`;
}
