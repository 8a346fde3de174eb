/** Writes what an import changes in prices into their history, and what follows from it for reductions. */
import { db } from "#app/db/db.server.ts";
import { lowestPriceBefore } from "#app/models/catalogue/price-history.ts";

import { currentPriceRow, priceHistoryRows, spanOf } from "./history-rows.ts";
import type { ProductRow } from "./product-schema.ts";
import { insert } from "./sync-table.server.ts";

const IDS_PER_STATEMENT = 500;

type PriceWriting = Readonly<{
  now: Date;
  /** Called with the product of each variant whose lowest price before a reduction changes. */
  onWritten: (productId: number) => void;
}>;

/** Answers with the number of rows written. Call it when the variants are written, in the same transaction. */
export async function writePrices(
  products: ReadonlyArray<ProductRow>,
  { now, onWritten }: PriceWriting,
): Promise<number> {
  const added = await addPrices(products, now);
  return added + (await markReductions(products, onWritten));
}

async function addPrices(products: ReadonlyArray<ProductRow>, now: Date): Promise<number> {
  const rows = await db().selectFrom("price_history").selectAll().where("valid_to", "is", null).execute();
  const open = new Map(rows.map((row) => [`${row.variant_id} ${row.currency}`, row]));
  const ended: Array<number> = [];
  const added = products.flatMap((product) =>
    product.variants.flatMap((variant) => {
      const before = open.get(`${variant.id} ${product.currency}`);
      if (!before) return priceHistoryRows(product, variant, now);
      const row = currentPriceRow(product, variant, now);
      if (before.price_minor === row.price_minor && before.is_reduced === row.is_reduced) return [];
      ended.push(before.id);
      return [row];
    }),
  );
  for (const ids of inParts(ended)) {
    await db()
      .updateTable("price_history")
      .set({ valid_to: now.toISOString() })
      .where("id", "in", ids)
      .execute();
  }
  await insert("price_history", added);
  return added.length;
}

/** Makes `lowest_price_before_minor` of each variant what its history says. */
async function markReductions(
  products: ReadonlyArray<ProductRow>,
  onWritten: PriceWriting["onWritten"],
): Promise<number> {
  const owners = new Map(
    products.flatMap(({ id, currency, variants }) =>
      variants.map((variant) => [variant.id, { productId: id, currency }] as const),
    ),
  );
  const lowest = await lowestPrices(owners);
  const stored = await db().selectFrom("variants").select(["id", "lowest_price_before_minor"]).execute();
  let written = 0;
  for (const { id, lowest_price_before_minor: before } of stored) {
    const owner = owners.get(id);
    const after = lowest.get(id) ?? null;
    if (!owner || before === after) continue;
    await db()
      .updateTable("variants")
      .set({ lowest_price_before_minor: after })
      .where("id", "=", id)
      .execute();
    onWritten(owner.productId);
    written += 1;
  }
  return written;
}

/** Of the variants that are reduced now. */
async function lowestPrices(
  owners: ReadonlyMap<number, Readonly<{ currency: string }>>,
): Promise<ReadonlyMap<number, number | null>> {
  const reduced = await db()
    .selectFrom("price_history")
    .select(["variant_id", "currency"])
    .where("valid_to", "is", null)
    .where("is_reduced", "=", 1)
    .execute();
  const ids = reduced.flatMap(({ variant_id: id, currency }) =>
    owners.get(id)?.currency === currency ? [id] : [],
  );
  const lowest = new Map<number, number | null>();
  for (const part of inParts(ids)) {
    const rows = await db().selectFrom("price_history").selectAll().where("variant_id", "in", part).execute();
    for (const id of part) {
      const own = rows.filter((row) => row.variant_id === id && row.currency === owners.get(id)?.currency);
      lowest.set(id, lowestPriceBefore(own.map(spanOf)));
    }
  }
  return lowest;
}

function inParts(ids: ReadonlyArray<number>): ReadonlyArray<ReadonlyArray<number>> {
  const count = Math.ceil(ids.length / IDS_PER_STATEMENT);
  return Array.from({ length: count }, (_, part) =>
    ids.slice(part * IDS_PER_STATEMENT, (part + 1) * IDS_PER_STATEMENT),
  );
}
