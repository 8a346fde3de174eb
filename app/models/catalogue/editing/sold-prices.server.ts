import type { ExpressionBuilder } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { lowestPriceBefore, type PriceSpan } from "#app/models/catalogue/price-history.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { listedPrice } from "#app/models/catalogue/row-prices.ts";

/**
 * In the main currency; call it in the transaction that changed the prices. A variant's history begins when shoppers
 * first see it.
 */
export async function writeSoldPrices(productId: number, now: Date): Promise<void> {
  const currency = (await findStore()).currencies[0];
  if (currency === undefined) throw new Error("The shop has no currency");
  const product = await db()
    .selectFrom("products")
    .select(["price_minor as price", "sale_price_minor as sale_price"])
    .where("id", "=", productId)
    .executeTakeFirstOrThrow();
  const variants = await db()
    .selectFrom("variants")
    .select(["id", "price_minor as price", "sale_price_minor as sale_price", "is_visible"])
    .where("product_id", "=", productId)
    .where(wasOnSale)
    .execute();
  const sold = variants.map(({ id, is_visible, ...own }) => {
    const { now: price, was } = listedPrice(currency, [product, own]);
    return { id, minor: price.minor, isReduced: was !== null, isVisible: is_visible === 1 };
  });
  for (const { id, minor, isReduced } of sold) {
    const spans = await chargeFromNow(id, { currency, minor, isReduced, now });
    await db()
      .updateTable("variants")
      .set({ lowest_price_before_minor: lowestPriceBefore(spans) })
      .where("id", "=", id)
      .execute();
  }
  const seen = sold.filter(({ isVisible }) => isVisible).map(({ minor }) => minor);
  if (seen.length === 0) return;
  await db()
    .updateTable("products")
    .set({ sort_price_minor: Math.min(...seen) })
    .where("id", "=", productId)
    .execute();
}

export function wasOnSale(eb: ExpressionBuilder<Database, "variants">) {
  const history = eb
    .selectFrom("price_history")
    .select("price_history.id")
    .whereRef("price_history.variant_id", "=", "variants.id");
  return eb.or([eb("is_visible", "=", 1), eb.exists(history)]);
}

type Charge = Readonly<{ currency: string; minor: number; isReduced: boolean; now: Date }>;

export async function chargeFromNow(variantId: number, { currency, minor, isReduced, now }: Charge) {
  const before = await readSpans([variantId], currency);
  const open = before.find(({ validTo }) => validTo === null);
  if (open?.priceMinor === minor && open.isReduced === isReduced) return before;
  if (open)
    await db()
      .updateTable("price_history")
      .set({ valid_to: now.toISOString() })
      .where("id", "=", open.id)
      .execute();
  await db()
    .insertInto("price_history")
    .values({
      ...{ variant_id: variantId, currency, price_minor: minor },
      ...{ is_reduced: isReduced ? 1 : 0, valid_from: now.toISOString(), valid_to: null },
    })
    .execute();
  return readSpans([variantId], currency);
}

export type VariantSpan = PriceSpan & Readonly<{ id: number; variantId: number }>;

export async function readSpans(
  variantIds: ReadonlyArray<number>,
  currency: string,
): Promise<ReadonlyArray<VariantSpan>> {
  if (variantIds.length === 0) return [];
  const rows = await db()
    .selectFrom("price_history")
    .selectAll()
    .where("variant_id", "in", variantIds)
    .where("currency", "=", currency)
    .orderBy("valid_from")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    ...{ id: row.id, variantId: row.variant_id, priceMinor: row.price_minor },
    ...{ isReduced: row.is_reduced === 1, validFrom: row.valid_from, validTo: row.valid_to },
  }));
}
