import { db } from "#app/db/db.server.ts";

export type StockHistory = Readonly<{
  product: string;
  sku: string;
  onHand: number;
  reserved: number;
  changes: ReadonlyArray<Readonly<{ at: string; before: number; after: number; reason: string }>>;
}>;

/** The last `limit` changes of the variant with `sku`, or null if there is none. */
export async function findStockHistory(sku: string, limit: number): Promise<StockHistory | null> {
  const variant = await db()
    .selectFrom("variants")
    .innerJoin("products", "products.id", "variants.product_id")
    .select(["variants.id", "variants.sku", "label", "on_hand", "reserved", "products.name"])
    .where("variants.sku", "=", sku)
    .executeTakeFirst();
  if (!variant) return null;
  const rows = await db()
    .selectFrom("stock_history")
    .select(["created_at", "quantity_before", "quantity_after", "reason"])
    .where("variant_id", "=", variant.id)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return {
    product: variant.label ? `${variant.name}, ${variant.label}` : variant.name,
    sku: variant.sku,
    onHand: variant.on_hand,
    reserved: variant.reserved,
    changes: rows.map((row) => ({
      at: row.created_at,
      before: row.quantity_before,
      after: row.quantity_after,
      reason: row.reason,
    })),
  };
}
