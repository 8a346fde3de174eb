import { db } from "#app/db/db.server.ts";

import type { ImportedTable } from "#app/db/seed/table-differences.server.ts";

const ORDERED = "It has been ordered since";

export async function heldRows(table: ImportedTable, id: number): Promise<string | null> {
  if (table === "variants") return (await isOrdered([id])) ? "A new variant has been ordered since" : null;
  if (table === "products") return heldProduct(id);
  if (table === "categories") return (await isCategoryUsed(id)) ? "Something is in it since" : null;
  if (table === "coupons") return (await isCouponUsed(id)) ? "It has been used since" : null;
  const product = await db()
    .selectFrom("products")
    .select("id")
    .where("brand_id", "=", id)
    .executeTakeFirst();
  return table === "brands" && product ? "It has products" : null;
}

async function isOrdered(variantIds: ReadonlyArray<number>): Promise<boolean> {
  if (variantIds.length === 0) return false;
  const line = await db()
    .selectFrom("order_lines")
    .select("order_id")
    .where("variant_id", "in", variantIds)
    .limit(1)
    .executeTakeFirst();
  return line !== undefined;
}

async function heldProduct(id: number): Promise<string | null> {
  const variants = await db().selectFrom("variants").select("id").where("product_id", "=", id).execute();
  const ids = variants.map((variant) => variant.id);
  if (await isOrdered(ids)) return ORDERED;
  const [review, related, part, gift] = await Promise.all([
    db().selectFrom("reviews").select("id").where("product_id", "=", id).limit(1).executeTakeFirst(),
    db()
      .selectFrom("related_products")
      .select("product_id")
      .where("related_id", "=", id)
      .limit(1)
      .executeTakeFirst(),
    db()
      .selectFrom("compatibility_parts")
      .select("id")
      .where("product_id", "=", id)
      .limit(1)
      .executeTakeFirst(),
    ids.length === 0
      ? undefined
      : db()
          .selectFrom("gift_list_gifts")
          .select("id")
          .where("variant_id", "in", ids)
          .limit(1)
          .executeTakeFirst(),
  ]);
  return (review ?? related ?? part ?? gift) ? "Something in the shop refers to it since" : null;
}

async function isCategoryUsed(id: number): Promise<boolean> {
  const [product, child, member] = await Promise.all([
    db()
      .selectFrom("products")
      .select("id")
      .where("primary_category_id", "=", id)
      .limit(1)
      .executeTakeFirst(),
    db().selectFrom("categories").select("id").where("parent_id", "=", id).limit(1).executeTakeFirst(),
    db()
      .selectFrom("product_categories")
      .select("product_id")
      .where("category_id", "=", id)
      .limit(1)
      .executeTakeFirst(),
  ]);
  return (product ?? child ?? member) !== undefined;
}

async function isCouponUsed(id: number): Promise<boolean> {
  const use = await db()
    .selectFrom("coupon_uses")
    .select("order_id")
    .where("coupon_id", "=", id)
    .limit(1)
    .executeTakeFirst();
  return use !== undefined;
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
