import { db } from "#app/db/db.server.ts";
import { variantsShown } from "#app/models/catalogue/inventory/events.server.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

import { writeListedPrices } from "./listed-prices.server.ts";
import { touchProduct, type VariantStep, withProduct } from "./make-variants.server.ts";
import { type EditedVariant, readProductVariants } from "./product-options.server.ts";
import { readEditedImages } from "./product-images.server.ts";
import { writeSoldPrices } from "./sold-prices.server.ts";

type ChosenRefusal = "product-not-found" | "variants-changed" | "variants-none" | "variant-not-found";

export type ChangedVariants = Readonly<{ names: ReadonlyArray<string> }>;

/** Shoppers always see one variant, or nobody sees the product. */
export async function setVariantsVisible(
  step: VariantStep,
  { ids, isVisible }: Readonly<{ ids: ReadonlyArray<number>; isVisible: boolean }>,
  now: Date,
): Promise<Result<ChangedVariants, ChosenRefusal | "variant-last">> {
  return withProduct(step, async ({ variants }) => {
    const chosen = chosenOf(variants, ids);
    if (!chosen.ok) return chosen;
    const changing = chosen.value.filter((variant) => variant.isVisible !== isVisible);
    if (changing.length === 0) return ok({ names: [] });
    if (!isVisible && remaining(variants, changing).length === 0) return refused("variant-last");
    const changed = changing.map(({ id }) => id);
    await db()
      .updateTable("variants")
      .set({ is_visible: isVisible ? 1 : 0 })
      .where("id", "in", changed)
      .execute();
    await follow(step.productId, now);
    if (isVisible) await variantsShown.publish({ productId: step.productId });
    return ok({ names: changing.map(nameOf) });
  });
}

/** One that was ordered, or that anything else names, stays. */
export async function removeVariants(
  step: VariantStep,
  ids: ReadonlyArray<number>,
  now: Date,
): Promise<Result<ChangedVariants, ChosenRefusal | "variant-shown" | "variant-used">> {
  return withProduct(step, async ({ variants }) => {
    const chosen = chosenOf(variants, ids);
    if (!chosen.ok) return chosen;
    const seen = chosen.value.find(({ isVisible }) => isVisible);
    // Nobody puts what is hidden into a cart meanwhile.
    if (seen) return refused("variant-shown", { name: nameOf(seen) });
    const used = await usedVariants(chosen.value);
    const [first] = used;
    if (first) return refused("variant-used", { name: nameOf(first) });
    for (const { id } of chosen.value) {
      for (const table of NOT_POINTING) await db().deleteFrom(table).where("variant_id", "=", id).execute();
      await db().deleteFrom("variants").where("id", "=", id).execute();
    }
    await removeUnusedValues(step.productId);
    await follow(step.productId, now);
    return ok({ names: chosen.value.map(nameOf) });
  });
}

export async function setVariantImages(
  step: VariantStep,
  files: ReadonlyMap<number, string>,
  now: Date,
): Promise<Result<ChangedVariants, ChosenRefusal | "image-unknown">> {
  return withProduct(step, async ({ variants }) => {
    const chosen = chosenOf(variants, [...files.keys()]);
    if (!chosen.ok) return chosen;
    const known = new Set((await readEditedImages(step.productId)).map(({ file }) => file));
    const changing = chosen.value.filter(({ id, image }) => files.get(id) !== image);
    if (changing.some(({ id }) => !known.has(files.get(id) ?? ""))) return refused("image-unknown");
    for (const { id } of changing)
      await db()
        .updateTable("variants")
        .set({ image: files.get(id) ?? "" })
        .where("id", "=", id)
        .execute();
    if (changing.length > 0) await touchProduct(step.productId, now);
    return ok({ names: changing.map(nameOf) });
  });
}

function chosenOf(
  variants: ReadonlyArray<EditedVariant>,
  ids: ReadonlyArray<number>,
): Result<ReadonlyArray<EditedVariant>, "variants-none" | "variant-not-found"> {
  if (ids.length === 0) return refused("variants-none");
  const chosen = variants.filter(({ id }) => ids.includes(id));
  return chosen.length === new Set(ids).size ? ok(chosen) : refused("variant-not-found");
}

function remaining(variants: ReadonlyArray<EditedVariant>, gone: ReadonlyArray<EditedVariant>) {
  return variants.filter((variant) => variant.isVisible && !gone.includes(variant));
}

function nameOf({ label, sku }: Pick<EditedVariant, "label" | "sku">): string {
  return label ?? sku;
}

const NOT_POINTING = ["stock_history", "price_history", "back_in_stock_batches"] as const;

export const POINTING_TABLES = [
  ...(["order_lines", "reservations", "cart_lines", "saved_items"] as const),
  ...(["stock_alerts", "favourites", "gift_list_gifts", "gift_list_cart_gifts"] as const),
] as const;

export async function usedVariants(
  variants: ReadonlyArray<EditedVariant>,
): Promise<ReadonlyArray<EditedVariant>> {
  const named = new Set(variants.filter(({ onHand }) => onHand > 0).map(({ id }) => id));
  const ids = variants.map(({ id }) => id);
  if (ids.length === 0) return [];
  for (const table of POINTING_TABLES) {
    const rows = await db()
      .selectFrom(table)
      .select("variant_id")
      .where("variant_id", "in", ids)
      .distinct()
      .execute();
    for (const row of rows) if (row.variant_id !== null) named.add(row.variant_id);
  }
  return variants.filter(({ id }) => named.has(id));
}

async function removeUnusedValues(productId: number): Promise<void> {
  const { options, variants } = await readProductVariants(productId);
  for (const { id, name, values } of options)
    for (const { key } of values)
      if (!variants.some((variant) => variant.options[name] === key))
        await db()
          .deleteFrom("product_option_values")
          .where("option_id", "=", id)
          .where("key", "=", key)
          .execute();
}

async function follow(productId: number, now: Date): Promise<void> {
  await writeSeenValues(productId);
  const { price_minor: price } = await db()
    .selectFrom("products")
    .select("price_minor")
    .where("id", "=", productId)
    .executeTakeFirstOrThrow();
  // A product that has never been published has no price yet.
  if (price > 0) {
    await writeSoldPrices(productId, now);
    await writeListedPrices(productId, now);
  }
  await touchProduct(productId, now);
}

/** Call it in the transaction that changed the variants. */
export async function writeSeenValues(productId: number): Promise<void> {
  const { options, variants } = await readProductVariants(productId);
  for (const { id, name, values } of options)
    for (const { key, isVisible } of values) {
      const isSeen = variants.some((variant) => variant.isVisible && variant.options[name] === key);
      if (isSeen === isVisible) continue;
      await db()
        .updateTable("product_option_values")
        .set({ is_visible: isSeen ? 1 : 0 })
        .where("option_id", "=", id)
        .where("key", "=", key)
        .execute();
    }
}
