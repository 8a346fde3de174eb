import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import type { ImportedTable } from "#app/db/seed/sync-table.server.ts";

const ORDERED = "It has been ordered since";

/** Why a row that the import made cannot be removed, or null. */
export async function heldRows(table: ImportedTable, id: number): Promise<string | null> {
  if (table === "variants")
    return (await isNamed("order_lines", "variant_id", id)) ? "A new variant has been ordered since" : null;
  if (table === "products") return heldProduct(id);
  if (table === "categories") return (await isCategoryUsed(id)) ? "Something is in it since" : null;
  if (table === "coupons")
    return (await isNamed("coupon_uses", "coupon_id", id)) ? "It has been used since" : null;
  return table === "brands" && (await isNamed("products", "brand_id", id)) ? "It has products" : null;
}

async function isNamed(
  table: keyof Database,
  column: string,
  ...ids: ReadonlyArray<number>
): Promise<boolean> {
  if (ids.length === 0) return false;
  const query = sql`SELECT 1 FROM ${sql.table(table)} WHERE ${sql.ref(column)} IN (${sql.join(ids)}) LIMIT 1`;
  return (await query.execute(db())).rows.length > 0;
}

async function heldProduct(id: number): Promise<string | null> {
  const variants = await db().selectFrom("variants").select("id").where("product_id", "=", id).execute();
  const ids = variants.map((variant) => variant.id);
  if (await isNamed("order_lines", "variant_id", ...ids)) return ORDERED;
  const isHeld =
    (await isNamed("reviews", "product_id", id)) ||
    (await isNamed("related_products", "related_id", id)) ||
    (await isNamed("compatibility_parts", "product_id", id)) ||
    (await isNamed("gift_list_gifts", "variant_id", ...ids));
  return isHeld ? "Something in the shop refers to it since" : null;
}

async function isCategoryUsed(id: number): Promise<boolean> {
  return (
    (await isNamed("products", "primary_category_id", id)) ||
    (await isNamed("categories", "parent_id", id)) ||
    (await isNamed("product_categories", "category_id", id))
  );
}

/** Call it only for a variant that nobody has ordered. */
export async function removeVariantRows(id: number): Promise<void> {
  for (const table of ["cart_lines", "stock_history", "price_history"] as const)
    await db().deleteFrom(table).where("variant_id", "=", id).execute();
  await db().deleteFrom("variants").where("id", "=", id).execute();
}

/** As an import hides what is no longer in the catalogue. */
export async function hideProduct(id: number): Promise<void> {
  await db()
    .updateTable("products")
    .set({ is_visible: 0, is_unlisted: 0, availability: "discontinued" })
    .where("id", "=", id)
    .execute();
}

export async function hideCategory(id: number): Promise<void> {
  await db().updateTable("categories").set({ is_visible: 0 }).where("id", "=", id).execute();
}
