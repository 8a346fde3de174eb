/** All prices in minor units. */
import type { RandomDraw } from "#scripts/seeded-random.ts";
import type { ProductRow } from "#app/db/seed/product-schema.ts";

type Prices = Pick<ProductRow, "price" | "sale_price" | "retail_price">;

const ON_SALE = 0.12;
const SALE_DAYS_MAX = 28;

export function pricesFrom(usual: number, chance: RandomDraw): Prices {
  const price = roundedPrice(usual * (0.6 + 0.9 * chance.next()));
  const reduced = roundedPrice(price * (0.6 + 0.3 * chance.next()));
  const sale = chance.is(ON_SALE) && reduced < price ? reduced : null;
  return { price, sale_price: sale, retail_price: chance.is(0.1) ? roundedPrice(price * 1.15) : null };
}

const HUNDRED = 100;

/** Small prices end in 50 or 95 minor units, others in whole hundreds. At least 50. */
export function roundedPrice(minor: number): number {
  const whole = Math.floor(minor / HUNDRED) * HUNDRED;
  if (whole >= 30 * HUNDRED) return whole;
  return whole + (minor % HUNDRED < 50 ? 50 : 95);
}

export function priceHistory(prices: Prices, createdDaysAgo: number): ProductRow["price_history"] {
  const { price, sale_price: sale } = prices;
  const began = Math.min(SALE_DAYS_MAX, Math.floor(createdDaysAgo / 2));
  if (sale === null || began === 0) return [];
  return [
    { price, from_days_ago: createdDaysAgo, to_days_ago: began },
    { price: sale, from_days_ago: began, to_days_ago: 0 },
  ];
}
