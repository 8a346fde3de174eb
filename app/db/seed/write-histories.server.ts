/** Writes where prices and stock come from: whole histories for what is new, one more row where a price changes. */
import { db } from "#app/db/db.server.ts";

import { currentPrice, priceHistoryRows, stockHistoryRows } from "./history-rows.ts";
import type { ProductRow } from "./product-schema.ts";
import { insert } from "./sync-table.server.ts";

/** Ids of the variants in the database. */
export async function knownVariants(): Promise<ReadonlySet<number>> {
  const rows = await db().selectFrom("variants").select("id").execute();
  return new Set(rows.map(({ id }) => id));
}

/** Writes what is missing. `before` are the variants that were there before this import. */
export async function writeHistories(
  products: ReadonlyArray<ProductRow>,
  before: ReadonlySet<number>,
  now: Date,
): Promise<number> {
  const stock = products.flatMap((product) => stockHistoryRows(product, now));
  const fresh = stock.filter((row) => !before.has(Number(row["variant_id"])));
  await insert("stock_history", fresh);
  const open = await db().selectFrom("price_history").selectAll().where("to_at", "is", null).execute();
  const openRows = new Map(open.map((row) => [row.product_id, row]));
  const prices = products.flatMap((product) => {
    const row = openRows.get(product.id);
    if (!row) return priceHistoryRows(product, now);
    if (row.price_minor === currentPrice(product)) return [];
    return [
      { product_id: product.id, price_minor: currentPrice(product), from_at: now.toISOString(), to_at: null },
    ];
  });
  const changed = prices
    .map((row) => openRows.get(Number(row["product_id"]))?.id)
    .filter((id) => id !== undefined);
  if (changed.length > 0) {
    await db()
      .updateTable("price_history")
      .set({ to_at: now.toISOString() })
      .where("id", "in", changed)
      .execute();
  }
  await insert("price_history", prices);
  return fresh.length + prices.length;
}
