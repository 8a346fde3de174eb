import { db } from "#app/db/db.server.ts";
import { EXPORT_BATCH, type ExportRow } from "#app/models/shared/csv-export.server.ts";

/** The last two are empty: somebody fills in one of them and brings the file back. */
export const STOCK_COLUMNS = [
  ...["sku", "gtin", "name", "variant", "variant visible", "on the shelf", "held by orders", "free"],
  ...["received", "counted"],
] as const;

export async function* exportStock(): AsyncGenerator<ReadonlyArray<ExportRow>> {
  for (let last = ""; ;) {
    const rows = await db()
      .selectFrom("variants")
      .innerJoin("products", "products.id", "variants.product_id")
      .select(["variants.sku", "gtin", "label", "on_hand", "reserved", "products.name"])
      .select("variants.is_visible")
      .where("variants.sku", ">", last)
      .orderBy("variants.sku")
      .limit(EXPORT_BATCH)
      .execute();
    if (rows.length === 0) return;
    yield rows.map((row) => ({
      ...{ sku: row.sku, gtin: row.gtin, name: row.name, variant: row.label ?? "" },
      "variant visible": row.is_visible === 1 ? "yes" : "no",
      ...{ "on the shelf": row.on_hand, "held by orders": row.reserved, free: row.on_hand - row.reserved },
      ...{ received: "", counted: "" },
    }));
    last = rows.at(-1)?.sku ?? last;
  }
}
