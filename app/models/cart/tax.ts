import { addMoney, type Money, money, shareOfMoney, splitMoney } from "#app/models/shared/money.ts";

const WHOLE_BASIS_POINTS = 10_000;

/** amount × rate / (100 % + rate), rounded half away from zero for each line; never round a sum again. */
export function vatWithin(amount: Money, basisPoints: number): Money {
  return shareOfMoney(amount, basisPoints, WHOLE_BASIS_POINTS + basisPoints);
}

export type TaxedItems = Readonly<{ total: Money; taxRateBasisPoints: number }>;

/** Minor units of one rate in basis points, VAT inside. */
export type RatePart = Readonly<{ rate: number; gross: Money; vat: Money }>;

/** Delivery has the rate of the items; with several rates the charge is split by their value. */
export function deliveryByRate(delivery: Money, items: ReadonlyArray<TaxedItems>): ReadonlyArray<RatePart> {
  const valueByRate = new Map<number, number>();
  for (const { total, taxRateBasisPoints: rate } of items) {
    valueByRate.set(rate, (valueByRate.get(rate) ?? 0) + total.minor);
  }
  const rates = [...valueByRate.keys()];
  const parts = splitMoney(delivery, [...valueByRate.values()]);
  return parts.map((gross, index) => {
    const rate = rates[index] ?? 0;
    return { rate, gross, vat: vatWithin(gross, rate) };
  });
}

export function vatWithinDelivery(delivery: Money, items: ReadonlyArray<TaxedItems>): Money {
  return addMoney(money(0, delivery.currency), ...deliveryByRate(delivery, items).map(({ vat }) => vat));
}
