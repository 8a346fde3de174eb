import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";

import {
  type VariantBarcode,
  barcodeKey,
  barcodesOf,
  barcodesText,
  ownPricesOf,
  ownPricesText,
} from "./variant-facts.ts";

type VariantTexts = Readonly<{ ownPrices: string; barcodes: string }>;

export async function readVariantTexts(productId: number): Promise<VariantTexts> {
  const rows = await variantFactsOf([productId]);
  return { ownPrices: ownPricesText(rows), barcodes: barcodesText(rows) };
}

/** In the order of the page of each product. */
export function variantFactsOf(productIds: ReadonlyArray<number>) {
  return db()
    .selectFrom("variants")
    .select(["id", "product_id", "gtin", "price_minor as price", "sale_price_minor as sale"])
    .where("product_id", "in", productIds)
    .orderBy("position")
    .orderBy("id")
    .execute();
}

export function variantColumns({ ownPrices, barcodes }: VariantTexts) {
  const codes = new Map(barcodesOf(barcodes).map(({ id, gtin }) => [id, gtin]));
  return new Map(
    ownPricesOf(ownPrices).map(({ id, price, sale }) => [
      id,
      { price_minor: price, sale_price_minor: sale, ...gtinColumn(codes.get(id)) },
    ]),
  );
}

function gtinColumn(gtin: string | undefined) {
  return gtin === undefined ? {} : { gtin };
}

/** Call it in the transaction of the change; what is no variant of the product is left alone. */
export async function writeVariants(productId: number, texts: VariantTexts): Promise<void> {
  for (const [id, columns] of variantColumns(texts))
    await db()
      .updateTable("variants")
      .set(columns)
      .where("id", "=", id)
      .where("product_id", "=", productId)
      .execute();
}

type Codes = Readonly<{ before: string; after: string }>;

export async function takenBarcode({ before, after }: Codes): Promise<VariantBarcode | null> {
  const [old, codes] = [new Map(barcodesOf(before).map(({ id, gtin }) => [id, gtin])), barcodesOf(after)];
  const own = codes.map(({ id }) => id);
  for (const code of codes.filter(({ id, gtin }) => gtin !== "" && old.get(id) !== gtin)) {
    const key = barcodeKey(code.gtin);
    if (codes.some(({ id, gtin }) => id !== code.id && barcodeKey(gtin) === key)) return code;
    const others = await db()
      .selectFrom("variants")
      .select("id")
      .where(sql<string>`ltrim(gtin, '0')`, "=", key)
      .where("id", "not in", own)
      .limit(1)
      .execute();
    if (others.length > 0) return code;
  }
  return null;
}
