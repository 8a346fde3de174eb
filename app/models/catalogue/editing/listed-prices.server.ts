import { db } from "#app/db/db.server.ts";
import { lowestPriceBefore } from "#app/models/catalogue/price-history.ts";
import {
  listedPrice,
  type ProductPriceLists,
  type VariantPriceLists,
} from "#app/models/catalogue/row-prices.ts";

import { chargeFromNow, wasOnSale } from "./sold-prices.server.ts";

/** Call it in the transaction that changed the price lists. */
export async function writeListedPrices(productId: number, now: Date): Promise<void> {
  const product = await db()
    .selectFrom("products")
    .select("prices")
    .where("id", "=", productId)
    .executeTakeFirstOrThrow();
  const lists = Object.entries(JSON.parse(product.prices) as ProductPriceLists);
  if (lists.length === 0) return;
  const variants = await db()
    .selectFrom("variants")
    .select(["id", "prices", "is_visible"])
    .where("product_id", "=", productId)
    .where(wasOnSale)
    .execute();
  const seen: Array<Readonly<{ currency: string; minor: number }>> = [];
  for (const { id, prices, is_visible } of variants) {
    const ownLists = JSON.parse(prices) as VariantPriceLists;
    const lowest: Record<string, number> = {};
    for (const [currency, list] of lists) {
      const own = ownLists[currency] ?? { price: null, sale_price: null };
      const { now: price, was } = listedPrice(currency, [list, own]);
      const charge = { currency, minor: price.minor, isReduced: was !== null, now };
      const before = lowestPriceBefore(await chargeFromNow(id, charge));
      if (before !== null) lowest[currency] = before;
      if (is_visible === 1) seen.push({ currency, minor: price.minor });
    }
    const text = JSON.stringify(lowest);
    await db().updateTable("variants").set({ lowest_prices_before: text }).where("id", "=", id).execute();
  }
  await writeSortPrices(productId, { before: product.prices, seen });
}

type SortPrices = Readonly<{
  before: string;
  seen: ReadonlyArray<Readonly<{ currency: string; minor: number }>>;
}>;

async function writeSortPrices(productId: number, { before, seen }: SortPrices): Promise<void> {
  const sorted = Object.entries(JSON.parse(before) as ProductPriceLists).map(([currency, list]) => {
    const prices = seen.filter((price) => price.currency === currency).map(({ minor }) => minor);
    const sort_price = prices.length > 0 ? Math.min(...prices) : list.sort_price;
    return [currency, { ...list, sort_price }] as const;
  });
  const prices = JSON.stringify(Object.fromEntries(sorted));
  if (prices !== before)
    await db().updateTable("products").set({ prices }).where("id", "=", productId).execute();
}
