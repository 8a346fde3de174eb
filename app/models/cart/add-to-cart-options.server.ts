import { z } from "zod";

import { db } from "#app/db/db.server.ts";
import { optionField, type ProductOption, variantForSelection } from "#app/models/catalogue/product.ts";
import type { CartId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

import { type AddCode, type Added, addToCart } from "./cart.server.ts";

/** `selection` holds the chosen options. If it is complete it wins over `variantId`, which an old page may have set. */
export type CartChoice = Readonly<{
  productId?: number;
  variantId: number;
  selection: Readonly<Record<string, string>>;
  quantity: number;
}>;

export type ChoiceCode = AddCode | "variant-needed";

/** Adds the variant that the form means. If the cart is missing or gone, a new one takes it. */
export async function addChoice(
  cartId: CartId | null,
  { productId, variantId, selection, quantity }: CartChoice,
  now: Date,
): Promise<Result<Added, ChoiceCode>> {
  const chosen =
    productId === undefined || Object.keys(selection).length === 0
      ? ok(variantId)
      : await selectedVariant(productId, selection);
  return chosen.ok ? addToCart(cartId, [{ productId, variantId: chosen.value, quantity }], now) : chosen;
}

const optionsSchema = z.record(z.string());

async function selectedVariant(
  productId: number,
  selection: CartChoice["selection"],
): Promise<Result<number, "variant-needed" | "variant-not-found">> {
  const [options, variants] = await Promise.all([
    listOptions(productId),
    db().selectFrom("variants").select(["id", "options"]).where("product_id", "=", productId).execute(),
  ]);
  if (options.length === 0 || variants.length === 0) return refused("variant-not-found");
  const product = {
    options,
    variants: variants.map((row) => ({ id: row.id, options: optionsSchema.parse(JSON.parse(row.options)) })),
  };
  const choice = variantForSelection(product, selection);
  if (choice.kind === "found") return ok(choice.variant.id);
  return choice.kind === "incomplete" && selection[optionField(choice.option.id)] === undefined
    ? refused("variant-needed", { option: choice.option.name })
    : refused("variant-not-found");
}

async function listOptions(productId: number): Promise<ReadonlyArray<ProductOption>> {
  const [options, values] = await Promise.all([
    db()
      .selectFrom("product_options")
      .select(["id", "name", "type"])
      .where("product_id", "=", productId)
      .orderBy("position")
      .execute(),
    db()
      .selectFrom("product_option_values")
      .innerJoin("product_options", "product_options.id", "product_option_values.option_id")
      .select(["option_id", "key", "label", "hex"])
      .where("product_options.product_id", "=", productId)
      .execute(),
  ]);
  return options.map((option) => ({
    ...option,
    values: values
      .filter((value) => value.option_id === option.id)
      .map(({ key, label, hex }) => ({ key, label, hex })),
  }));
}
