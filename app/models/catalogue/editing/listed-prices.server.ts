/** Writes what follows from changed prices of one product in further currencies: history, lowest price before, sort price. */
import { db } from "#app/db/db.server.ts";
import { lowestPriceBefore } from "#app/models/catalogue/price-history.ts";
import { variantPrice } from "#app/models/catalogue/product.ts";
import type { ProductPriceLists, VariantPriceLists } from "#app/models/catalogue/row-prices.ts";
import { money, moneyOrNull } from "#app/models/shared/money.ts";

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
  const seen = new Map<string, number>();
  for (const { id, prices, is_visible } of variants) {
    const own = JSON.parse(prices) as VariantPriceLists;
    const lowest: Record<string, number> = {};
    for (const [currency, list] of lists) {
      const { now: price, was } = variantPrice(
        { price: money(list.price, currency), salePrice: moneyOrNull(list.sale_price, currency) },
        {
          price: moneyOrNull(own[currency]?.price ?? null, currency),
          salePrice: moneyOrNull(own[currency]?.sale_price ?? null, currency),
        },
      );
      const charge = { currency, minor: price.minor, isReduced: was !== null, now };
      const before = lowestPriceBefore(await chargeFromNow(id, charge));
      if (before !== null) lowest[currency] = before;
      if (is_visible === 1) seen.set(currency, Math.min(price.minor, seen.get(currency) ?? price.minor));
    }
    const text = JSON.stringify(lowest);
    await db().updateTable("variants").set({ lowest_prices_before: text }).where("id", "=", id).execute();
  }
  const sorted = lists.map(
    ([currency, list]) => [currency, { ...list, sort_price: seen.get(currency) ?? list.sort_price }] as const,
  );
  const text = JSON.stringify(Object.fromEntries(sorted));
  if (text !== product.prices)
    await db().updateTable("products").set({ prices: text }).where("id", "=", productId).execute();
}
