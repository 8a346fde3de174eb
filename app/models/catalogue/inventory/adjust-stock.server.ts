import { sql } from "kysely";

import { db, transact } from "#app/db/db.server.ts";
import { wakeWorker } from "#app/models/jobs/worker.server.ts";
import { bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

import { stockArrived } from "./events.server.ts";

export type Restocked = Readonly<{ product: string; before: number; after: number; reserved: number }>;

/** Sets the stock on hand of the variant with `sku`. Never below what orders have reserved. */
export async function setStock(
  sku: string,
  units: number,
  { reason, now }: Readonly<{ reason: string; now: Date }>,
): Promise<Result<Restocked, "variant-not-found" | "stock-is-held">> {
  const done = await transact(async () => {
    const variant = await holdVariant(sku);
    if (!variant) return refused("variant-not-found");
    const { id, product_id: productId, on_hand: before, reserved } = variant;
    const product = variant.label ? `${variant.name}, ${variant.label}` : variant.name;
    if (units < reserved) return refused("stock-is-held", { reserved });
    if (units === before) return ok({ product, before, after: units, reserved });
    await db().updateTable("variants").set({ on_hand: units }).where("id", "=", id).execute();
    await db()
      .insertInto("stock_history")
      .values({
        variant_id: id,
        quantity_before: before,
        quantity_after: units,
        reason,
        created_at: now.toISOString(),
      })
      .execute();
    if (before - reserved === 0 && units > reserved) await stockArrived.publish({ variantId: id });
    await bumpCatalogueVersion([productId]);
    return ok({ product, before, after: units, reserved });
  });
  wakeWorker();
  return done;
}

async function holdVariant(sku: string) {
  const held = await db()
    .updateTable("variants")
    .set({ on_hand: sql<number>`on_hand` })
    .where("sku", "=", sku)
    .returning(["id", "label", "on_hand", "reserved", "product_id"])
    .executeTakeFirst();
  if (!held) return null;
  const product = await db()
    .selectFrom("products")
    .select("name")
    .where("id", "=", held.product_id)
    .executeTakeFirstOrThrow();
  return { ...held, name: product.name };
}
