/** The sums of an invoice: what was sold at which rate of VAT, and the VAT inside it. */
import { addMoney, type Money, money, subtractMoney } from "./money.ts";
import type { Order } from "./order.ts";

/** Net, VAT and gross at one rate, in hundredths of a per cent; `rate` is null for delivery, which follows the goods. */
export type VatRow = Readonly<{ rate: number | null; net: Money; vat: Money; gross: Money }>;

/** Rates by variant id, in hundredths of a per cent. */
export type VatRates = ReadonlyMap<number, number>;

/**
 * One row for each rate of the goods, then one for delivery. The VAT of each line was rounded when the order was
 * placed; rows only add it up, so that they come to the order's own totals.
 */
export function vatRows(
  { lines, totals }: Pick<Order, "lines" | "totals">,
  rates: VatRates,
): ReadonlyArray<VatRow> {
  const byRate = new Map<number, Readonly<{ gross: Money; vat: Money }>>();
  for (const line of lines) {
    const rate = rates.get(line.variantId) ?? 0;
    const { gross, vat } = byRate.get(rate) ?? { gross: money(0), vat: money(0) };
    const paid = subtractMoney(line.total, line.discount);
    byRate.set(rate, { gross: addMoney(gross, paid), vat: addMoney(vat, line.vat) });
  }
  const goods = [...byRate]
    .sort(([one], [other]) => other - one)
    .map(([rate, { gross, vat }]) => rowOf(rate, gross, vat));
  if (!totals.delivery || totals.delivery.minor === 0) return goods;
  const goodsVat = addMoney(money(0), ...lines.map(({ vat }) => vat));
  return [...goods, rowOf(null, totals.delivery, subtractMoney(totals.vat, goodsVat))];
}

function rowOf(rate: number | null, gross: Money, vat: Money): VatRow {
  return { rate, gross, vat, net: subtractMoney(gross, vat) };
}

/** "20%", "5%", "12.5%". */
export function rateText(basisPoints: number): string {
  return `${basisPoints / 100}%`;
}
