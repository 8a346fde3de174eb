import { db } from "#app/db/db.server.ts";
import { textMark } from "#app/models/shared/text-mark.server.ts";

import type { Combination } from "./variant-options.ts";

export type EditedVariants = Awaited<ReturnType<typeof readProductVariants>>;
export type EditedOption = EditedVariants["options"][number];
export type EditedValue = EditedOption["values"][number];
export type EditedVariant = EditedVariants["variants"][number];

export async function readProductVariants(productId: number) {
  const [options, values, variants] = await Promise.all([
    db()
      .selectFrom("product_options")
      .select(["id", "name", "type"])
      .where("product_id", "=", productId)
      .orderBy("position")
      .orderBy("id")
      .execute(),
    db()
      .selectFrom("product_option_values as value")
      .innerJoin("product_options", "product_options.id", "value.option_id")
      .select(["value.option_id", "value.key", "value.label", "value.hex", "value.is_visible"])
      .where("product_options.product_id", "=", productId)
      .orderBy("value.position")
      .execute(),
    db()
      .selectFrom("variants")
      .select(["id", "sku", "label", "options", "image", "is_visible", "on_hand", "reserved"])
      .where("product_id", "=", productId)
      .orderBy("position")
      .orderBy("id")
      .execute(),
  ]);
  return {
    options: options.map((option) => ({
      ...option,
      values: values
        .filter((value) => value.option_id === option.id)
        .map(({ key, label, hex, is_visible }) => ({ key, label, hex, isVisible: is_visible === 1 })),
    })),
    variants: variants.map(({ id, sku, label, image, reserved, ...row }) => ({
      ...{ id, sku, label, image, reserved },
      options: JSON.parse(row.options) as Combination,
      isVisible: row.is_visible === 1,
      onHand: row.on_hand,
    })),
  };
}

export function markOfVariants({ options, variants }: EditedVariants): string {
  const text = JSON.stringify([options, variants.map(({ id, image, isVisible }) => [id, image, isVisible])]);
  return textMark(text);
}
