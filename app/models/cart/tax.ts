/** VAT is included in prices, and rounded once for each line, half away from zero. */
import { addMoney, type Money, money, shareOfMoney, splitMoney } from "#app/models/shared/money.ts";

/** Hundredths of a per cent in the whole: 10,000 are 100 %. */
const WHOLE_BASIS_POINTS = 10_000;

/**
 * The VAT in `amount` at a rate in hundredths of a per cent (2000 is 20 %): amount × rate / (100 % + rate), rounded
 * half away from zero to a minor unit. Round each line and add; never round a sum again.
 */
export function vatWithin(amount: Money, basisPoints: number): Money {
  return shareOfMoney(amount, basisPoints, WHOLE_BASIS_POINTS + basisPoints);
}

/** Items after discounts, with the rate that applies to them in hundredths of a per cent. */
export type TaxedItems = Readonly<{ total: Money; taxRateBasisPoints: number }>;

/**
 * The VAT in a delivery charge. Delivery has the rate of the items; with several rates the charge is split by their
 * value, in minor units that add up to it.
 */
export function vatWithinDelivery(delivery: Money, items: ReadonlyArray<TaxedItems>): Money {
  const valueByRate = new Map<number, number>();
  for (const { total, taxRateBasisPoints: rate } of items) {
    valueByRate.set(rate, (valueByRate.get(rate) ?? 0) + total.minor);
  }
  const rates = [...valueByRate.keys()];
  const parts = splitMoney(delivery, [...valueByRate.values()]);
  return addMoney(
    money(0, delivery.currency),
    ...parts.map((part, index) => vatWithin(part, rates[index] ?? 0)),
  );
}
