/** Changes to products of the demo catalogue that end with the test. */
import { onTestFinished } from "vitest";

import { db } from "#app/db/db.server.ts";
import { bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";

type Changes = Partial<
  Readonly<{
    is_visible: number;
    price_minor: number;
    sale_price_minor: number | null;
    order_quantity_minimum: number;
    details: string;
  }>
>;

export async function productOf(variantId: number) {
  return db()
    .selectFrom("products")
    .selectAll()
    .where("id", "=", db().selectFrom("variants").select("product_id").where("id", "=", variantId))
    .executeTakeFirstOrThrow();
}

/** Changes the variant's product until the test ends. What is kept in memory of it is read anew. */
export async function changeProductOf(variantId: number, changes: Changes): Promise<void> {
  const { id, ...was } = await productOf(variantId);
  const { is_visible, price_minor, sale_price_minor, order_quantity_minimum, details } = was;
  const set = async (values: Changes) => {
    await db().updateTable("products").set(values).where("id", "=", id).execute();
    await bumpCatalogueVersion();
  };
  await set(changes);
  onTestFinished(() => set({ is_visible, price_minor, sale_price_minor, order_quantity_minimum, details }));
}
