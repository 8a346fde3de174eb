import { deliveryByRate, type RatePart } from "#app/models/cart/tax.ts";
import { addMoney, type Money, money, subtractMoney } from "#app/models/shared/money.ts";

import type { Order, OrderLine } from "./order.ts";

/** At one rate in hundredths of a per cent; delivery has the rates of the items, each in a row of its own. */
export type VatRow = Readonly<{ rate: number; isDelivery: boolean; net: Money; vat: Money; gross: Money }>;

export type VatRates = ReadonlyMap<number, number>;

/** VAT was rounded for each line when the order was placed, so the rows add up to the order's totals. */
export function vatRows(
  { lines, totals }: Pick<Order, "lines" | "totals">,
  rates: VatRates,
): ReadonlyArray<VatRow> {
  const sold = lines.flatMap((line) => soldParts(line, rates.get(line.variantId) ?? 0));
  const nothing = money(0, totals.total.currency);
  const byRate = new Map<number, Omit<RatePart, "rate">>();
  for (const { rate, gross, vat } of sold) {
    const before = byRate.get(rate) ?? { gross: nothing, vat: nothing };
    byRate.set(rate, { gross: addMoney(before.gross, gross), vat: addMoney(before.vat, vat) });
  }
  const rows = [...byRate]
    .sort(([one], [other]) => other - one)
    .map(([rate, { gross, vat }]) => rowOf({ rate, gross, vat }, false));
  if (!totals.delivery || totals.delivery.minor === 0) return rows;
  const soldVat = addMoney(nothing, ...sold.map(({ vat }) => vat));
  return [...rows, ...deliveryRows({ lines, totals }, rates, subtractMoney(totals.vat, soldVat))];
}

/** `vat`: of the whole charge. */
function deliveryRows(
  { lines, totals }: Pick<Order, "lines" | "totals">,
  rates: VatRates,
  vat: Money,
): ReadonlyArray<VatRow> {
  const items = lines.map(({ variantId, total, discount }) => ({
    total: subtractMoney(total, discount),
    taxRateBasisPoints: rates.get(variantId) ?? 0,
  }));
  const parts = deliveryByRate(totals.delivery ?? money(0, vat.currency), items);
  const counted = addMoney(money(0, vat.currency), ...parts.slice(1).map((part) => part.vat));
  return parts
    .map((part, index) => rowOf(index === 0 ? { ...part, vat: subtractMoney(vat, counted) } : part, true))
    .filter(({ gross }) => gross.minor !== 0);
}

function soldParts({ total, discount, vat, wrap }: OrderLine, rate: number): ReadonlyArray<RatePart> {
  const items = { rate, gross: subtractMoney(total, discount), vat };
  if (!wrap || wrap.price.minor === 0) return [items];
  return [items, { rate: wrap.taxRateBasisPoints, gross: wrap.price, vat: wrap.vat }];
}

function rowOf({ rate, gross, vat }: RatePart, isDelivery: boolean): VatRow {
  return { rate, isDelivery, gross, vat, net: subtractMoney(gross, vat) };
}

export function rateText(basisPoints: number): string {
  return `${basisPoints / 100}%`;
}
