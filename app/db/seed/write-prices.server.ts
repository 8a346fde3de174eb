import { db } from "#app/db/db.server.ts";
import { lowestPriceBefore } from "#app/models/catalogue/price-history.ts";
import type { Currency } from "#app/models/shared/currency.ts";
import { slices } from "#app/models/shared/slices.ts";

import { currentPriceRow, priceHistoryRows, spanOf } from "./history-rows.ts";
import type { ProductRow } from "./product-schema.ts";
import type { Priced } from "./read-catalogue.server.ts";
import { insert } from "./sync-table.server.ts";

const IDS_PER_STATEMENT = 500;

type Products = ReadonlyArray<Priced<ProductRow>>;
type PriceWriting = Readonly<{
  now: Date;
  onWritten: (productId: number) => void;
}>;

/** Call it when the variants are written, in the same transaction. Answers with the number of rows written. */
export async function writePrices(products: Products, { now, onWritten }: PriceWriting): Promise<number> {
  const added = await addPrices(products, now);
  return added + (await markReductions(products, onWritten));
}

async function addPrices(products: Products, now: Date): Promise<number> {
  const rows = await db().selectFrom("price_history").selectAll().where("valid_to", "is", null).execute();
  const open = new Map(rows.map((row) => [`${row.variant_id} ${row.currency}`, row]));
  const sold = new Set(rows.map((row) => row.variant_id));
  const ended: Array<number> = [];
  const added = products.flatMap(inEachCurrency).flatMap((product) =>
    product.variants.flatMap((variant) => {
      const before = open.get(`${variant.id} ${product.currency}`);
      const row = currentPriceRow(product, variant, now);
      // A price in a further currency begins with its price list, unless the list knows what it was before.
      if (!before) {
        const isKnown = !sold.has(variant.id) || product.price_history.length > 0;
        return isKnown ? priceHistoryRows(product, variant, now) : [row];
      }
      if (before.price_minor === row.price_minor && before.is_reduced === row.is_reduced) return [];
      ended.push(before.id);
      return [row];
    }),
  );
  for (const ids of slices(ended, IDS_PER_STATEMENT)) {
    await db()
      .updateTable("price_history")
      .set({ valid_to: now.toISOString() })
      .where("id", "in", ids)
      .execute();
  }
  await insert("price_history", added);
  return added.length;
}

export function inEachCurrency(product: Priced<ProductRow>): ReadonlyArray<ProductRow> {
  return [product, ...Object.values(product.priceLists ?? {})];
}

async function markReductions(products: Products, onWritten: PriceWriting["onWritten"]): Promise<number> {
  const owners = new Map(
    products.flatMap((product) => product.variants.map((variant) => [variant.id, product] as const)),
  );
  const lowest = await lowestPrices();
  const stored = await db()
    .selectFrom("variants")
    .select(["id", "lowest_price_before_minor", "lowest_prices_before"])
    .execute();
  let written = 0;
  for (const { id, ...before } of stored) {
    const owner = owners.get(id);
    if (!owner) continue;
    const after = lowestColumns(owner, (currency) => lowest.get(`${id} ${currency}`) ?? null);
    const isSame =
      before.lowest_price_before_minor === after.lowest_price_before_minor &&
      before.lowest_prices_before === after.lowest_prices_before;
    if (isSame) continue;
    await db().updateTable("variants").set(after).where("id", "=", id).execute();
    onWritten(owner.id);
    written += 1;
  }
  return written;
}

export function lowestColumns(product: Priced<ProductRow>, lowestIn: (currency: Currency) => number | null) {
  const others = Object.keys(product.priceLists ?? {}).flatMap((currency) => {
    const minor = lowestIn(currency);
    return minor === null ? [] : [[currency, minor] as const];
  });
  return {
    lowest_price_before_minor: lowestIn(product.currency),
    lowest_prices_before: JSON.stringify(Object.fromEntries(others)),
  };
}

/** By variant id and currency. */
async function lowestPrices(): Promise<ReadonlyMap<string, number | null>> {
  const reduced = await db()
    .selectFrom("price_history")
    .select(["variant_id", "currency"])
    .where("valid_to", "is", null)
    .where("is_reduced", "=", 1)
    .execute();
  const ids = [...new Set(reduced.map((row) => row.variant_id))];
  const lowest = new Map<string, number | null>();
  for (const part of slices(ids, IDS_PER_STATEMENT)) {
    const rows = await db().selectFrom("price_history").selectAll().where("variant_id", "in", part).execute();
    for (const { variant_id: id, currency } of reduced) {
      const own = rows.filter((row) => row.variant_id === id && row.currency === currency);
      if (own.length > 0) lowest.set(`${id} ${currency}`, lowestPriceBefore(own.map(spanOf)));
    }
  }
  return lowest;
}
