import { addMoney, type Money, money, shareOfMoney, splitMoney } from "#app/models/shared/money.ts";

const WHOLE_BASIS_POINTS = 10_000;

/** amount × rate / (100 % + rate), rounded half away from zero for each line; never round a sum again. */
export function vatWithin(amount: Money, basisPoints: number): Money {
  return shareOfMoney(amount, basisPoints, WHOLE_BASIS_POINTS + basisPoints);
}

export type TaxedItems = Readonly<{ total: Money; taxRateBasisPoints: number }>;

/** Delivery has the rate of the items; with several rates the charge is split by their value. */
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
